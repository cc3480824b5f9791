import { TidingsError } from '@tidings/client'
import type { Command } from 'commander'
import { createClient, sideOf } from '../connection.ts'
import { addExamples } from '../examples.ts'
import { merchantConnection, onRun, type Shell } from '../shell.ts'

export function addWhoami(program: Command, shell: Shell): void {
  const command = program
    .command('whoami')
    .description('Show which service and which key the commands use, and check that the service accepts the key.')
  addExamples(command, [['Check the sign-in', 'tidings whoami']])
  onRun(command, shell, async (run) => {
    const connection = merchantConnection(run)
    const key = connection.credential
    // A key without the scope of credits is valid as well.
    const balance = await createClient(connection)
      .credits.read({ signal: run.signal })
      .then((credits) => credits.balance)
      .catch((error: unknown) => {
        if (error instanceof TidingsError && error.status === 403) return null
        throw error
      })
    const result = {
      url: connection.url,
      source: connection.source,
      profile: connection.profile,
      side: sideOf(key),
      key: `${key.slice(0, 8)}****${key.slice(-4)}`,
      credits: balance,
    }
    run.output.fields(result, [
      ['Service', result.url],
      ['Side', result.side],
      ['Key', result.key],
      ['From', result.source === 'environment' ? 'the environment' : `the profile ${result.profile}`],
      ['Credits', result.credits === null ? 'the key may not read them' : result.credits],
    ])
  })
}
