import type { Command } from 'commander'
import { CommandError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { exitCodes } from '../exit-codes.ts'
import { readProfiles, writeProfiles } from '../profiles.ts'
import { onRun, type Shell } from '../shell.ts'

export function addLogout(program: Command, shell: Shell): void {
  const command = program
    .command('logout')
    .description('Delete a stored profile. The key itself stays valid: keys revoke ends it.')
    .option('--all', 'delete every profile')
  addExamples(command, [
    ['Delete the current profile', 'tidings logout'],
    ['Delete another one', 'tidings logout --profile live'],
  ])
  onRun<{ all?: boolean }>(command, shell, async ({ terminal, options, output }) => {
    const { current, profiles } = readProfiles(terminal.env)
    const name = options.profile ?? current
    if (options.all !== true && (name === null || profiles[name] === undefined))
      throw new CommandError(
        name === null ? 'Not signed in.' : `There is no profile ${name}.`,
        exitCodes.notSignedIn,
        'tidings profiles lists them.',
      )
    const removed = options.all === true ? Object.keys(profiles) : [name!]
    const left = Object.fromEntries(Object.entries(profiles).filter(([one]) => !removed.includes(one)))
    const next = current !== null && left[current] !== undefined ? current : (Object.keys(left)[0] ?? null)
    writeProfiles(terminal.env, { current: next, profiles: left })
    if (output.isJson) output.writeJson({ removed, current: next })
    else output.say(`Deleted ${removed.join(', ')}.${next === null ? '' : ` The profile is now ${next}.`}`)
  })
}
