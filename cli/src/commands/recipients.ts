import type { Command } from 'commander'
import { CommandError, usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { exitCodes } from '../exit-codes.ts'
import { confirm } from '../prompt.ts'
import { merchantClient, merchantConnection, onRun, type Shell } from '../shell.ts'

export function addRecipients(program: Command, shell: Shell): void {
  const group = program.command('recipients').description('The customers of the business.')
  addExamples(group, [['Erase a customer', 'tidings recipients erase ada@example.com']])
  addErase(group, shell)
}

function addErase(group: Command, shell: Shell): void {
  const command = group
    .command('erase')
    .description('Erase everything that is stored about a customer. This cannot be reversed.')
    .argument('<email>', 'the email address of the customer')
    .option('-y, --yes', 'do not ask')
  addExamples(command, [
    ['Erase after a question', 'tidings recipients erase ada@example.com'],
    ['Erase in a script', 'tidings recipients erase ada@example.com --yes'],
  ])
  onRun<{ yes?: boolean }>(command, shell, async (run, email) => {
    const { terminal, options, output, signal } = run
    if (options.yes !== true) {
      if (terminal.stdin.isTTY !== true)
        throw usageError('An erasure without a terminal needs --yes.', 'It cannot be reversed.')
      const { url } = merchantConnection(run)
      if (!(await confirm(terminal, `Erase ${email} at ${url}? This cannot be reversed.`, signal)))
        throw new CommandError('Nothing was erased.', exitCodes.refused)
    }
    const report = await merchantClient(run).recipients.erase(email, { signal })
    const counts = (prefix: string, given: object): [string, number][] =>
      Object.entries(given).map(([name, count]) => [`${prefix} ${name.replaceAll('_', ' ')}`, Number(count)])
    output.fields(report, [...counts('Deleted', report.deleted), ...counts('Retained', report.kept)])
  })
}
