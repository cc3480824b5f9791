import type { Command } from 'commander'
import { addExamples } from '../examples.ts'
import { parseDuration } from '../option-parsers.ts'
import { merchantClient, onRun, type Shell } from '../shell.ts'

export function addClock(program: Command, shell: Shell): void {
  const group = program.command('clock').description('The clock of the test side.')
  addExamples(group, [['Two days later', 'tidings clock advance 2d']])
  const command = group
    .command('advance')
    .description('Advance the clock of the test side. What falls due in between happens, in order.')
    .argument('<duration>', 'such as 90s, 15m, 36h, 2d or 1d12h; 0 prints the time', (value) =>
      String(parseDuration(value)),
    )
  addExamples(command, [
    ['Let an escalation after two days happen', 'tidings clock advance 2d'],
    ['Print the time of the test side', 'tidings clock advance 0'],
  ])
  onRun(command, shell, async (run, seconds) => {
    const clock = await merchantClient(run).test.advanceClock({ seconds: Number(seconds) }, { signal: run.signal })
    if (run.output.isJson) run.output.writeJson(clock)
    else run.output.say(`The clock of the test side is now ${clock.now}.`)
  })
}
