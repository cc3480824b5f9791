import type { Command } from 'commander'
import { addExamples } from '../examples.ts'
import { merchantClient, onRun, type Shell } from '../shell.ts'

export function addCredits(program: Command, shell: Shell): void {
  const command = program.command('credits').description('Show the credits of the business.')
  addExamples(command, [['How many credits are left', 'tidings credits']])
  onRun(command, shell, async (run) => {
    const credits = await merchantClient(run).credits.read({ signal: run.signal })
    run.output.fields(credits, [
      ['Balance', credits.balance],
      ['Threshold', credits.threshold],
      ['Low balance', credits.low_balance ? 'yes' : 'no'],
    ])
  })
}
