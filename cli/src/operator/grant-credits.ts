import { type Command, InvalidArgumentError } from 'commander'
import { describeError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { exitCodes } from '../exit-codes.ts'
import { onRun, type Shell } from '../shell.ts'
import type { components } from './openapi.ts'
import { operatorRequest } from './requests.ts'

type GrantOptions = { business: string; note?: string; idempotencyKey?: string }
const exampleId = 'biz_01M6DV79D3F5KXQ1N8W2R4T6YB'

/** A part of `credits`, which shows the balance of a merchant. */
export function addGrantCredits(credits: Command, shell: Shell): void {
  const command = credits
    .command('grant')
    .description('Grant credits to a business, as its operator. A negative amount corrects an earlier grant.')
    .argument('<amount>', 'how many credits', parseAmount)
    .requiredOption('--business <id>', 'the id of the business, which begins with biz_')
    .option('--note <text>', 'a note for the ledger')
    .option('--idempotency-key <key>', 'to repeat a command whose outcome is unknown')
  addExamples(command, [
    ['Grant credits that were paid', `tidings credits grant 500 --business ${exampleId} --note "Invoice 1042"`],
    [
      'Repeat it safely in a script',
      `tidings credits grant 500 --business ${exampleId} --idempotency-key invoice-1042`,
    ],
  ])
  onRun<GrantOptions>(command, shell, async (run, amount) => {
    const { business, note } = run.options
    const idempotencyKey = run.options.idempotencyKey ?? `cli-${run.randomBytes(12).toString('hex')}`
    const path = `/businesses/${encodeURIComponent(business)}/credits`
    const body = { amount: Number(amount), ...(note !== undefined && { note }) }
    try {
      const { balance } = await operatorRequest<components['schemas']['GrantedBalance']>(run, 'POST', path, {
        body,
        idempotencyKey,
      })
      run.output.fields({ balance, idempotency_key: idempotencyKey }, [['Balance', balance]])
    } catch (error) {
      if (describeError(error, undefined).exitCode === exitCodes.unreachable)
        run.output.note(`The outcome is unknown: repeat the command with --idempotency-key ${idempotencyKey}.`)
      throw error
    }
  })
}

function parseAmount(value: string): number {
  if (!/^-?[1-9]\d{0,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number other than 0.')
  return Number(value)
}
