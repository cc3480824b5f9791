import type { Command } from 'commander'
import { sideOf } from '../connection.ts'
import { usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { readProfiles, writeProfiles } from '../profiles.ts'
import { onRun, type Shell } from '../shell.ts'

export function addProfiles(program: Command, shell: Shell): void {
  const command = program
    .command('profiles')
    .description('List the stored profiles, or choose the one that commands use.')
    .option('--use <name>', 'use this profile from now on')
  addExamples(command, [
    ['List the profiles', 'tidings profiles'],
    ['Change to the live side', 'tidings profiles --use live'],
  ])
  onRun<{ use?: string }>(command, shell, async ({ terminal, options, output }) => {
    const stored = readProfiles(terminal.env)
    const current = options.use ?? stored.current
    if (options.use !== undefined) {
      if (stored.profiles[options.use] === undefined) throw usageError(`There is no profile ${options.use}.`)
      writeProfiles(terminal.env, { ...stored, current: options.use })
    }
    const rows = Object.entries(stored.profiles).map(([name, { url, api_key: key, operator_token: token }]) => ({
      name,
      url,
      side: key === undefined ? null : sideOf(key),
      operator: token !== undefined,
      current: name === current,
    }))
    output.list(
      [
        { heading: 'Profile', value: ({ name }) => name, style: (row) => (row.current ? 'green' : null) },
        { heading: 'Used', value: ({ current: isCurrent }) => (isCurrent ? 'yes' : '') },
        { heading: 'Key', value: ({ side, operator }) => side ?? (operator ? 'operator' : null) },
        { heading: 'Url', value: ({ url }) => url },
      ],
      rows,
      'No profile is stored. Sign in with: tidings login --url https://…',
    )
  })
}
