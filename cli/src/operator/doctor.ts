import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { CommandError, usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { exitCodes } from '../exit-codes.ts'
import { onRun, type Shell } from '../shell.ts'

type DoctorOptions = { release?: string; dns?: string }

/** The doctor is part of the service, because it reads the settings as the service does. This runs it as a process of its own. */
export function addDoctor(program: Command, shell: Shell): void {
  const command = program
    .command('doctor')
    .description('Check the installation on this machine with the settings of the environment, and say what to change.')
    .option(
      '--release <folder>',
      'the folder of the service; without it, the one of this command or the current folder',
    )
    .option('--dns <host:port>', 'ask this name server')
  addExamples(command, [
    ['Check an installation', 'tidings doctor --release /srv/tidings'],
    ['Only the problems', `tidings doctor --json | jq '.checks[] | select(.status == "problem")'`],
  ])
  onRun<DoctorOptions>(command, shell, async (run) => {
    const { release, dns } = run.options
    const folder = releaseFolder(release)
    const { stdout, stderr, env } = run.terminal
    const own = join(folder, 'node_modules/.bin/node')
    const args = [
      mainOf(folder),
      'doctor',
      ...(run.output.isJson ? ['--json'] : []),
      ...(dns === undefined ? [] : ['--dns', dns]),
    ]
    const doctor = spawn(existsSync(own) ? own : process.execPath, args, {
      cwd: folder,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: run.signal,
    })
    doctor.stdout.setEncoding('utf8').on('data', (text: string) => stdout.write(text))
    doctor.stderr.setEncoding('utf8').on('data', (text: string) => stderr.write(text))
    const [code] = (await once(doctor, 'close')) as [number | null]
    if (code !== 0)
      throw new CommandError(
        'The doctor found problems.',
        exitCodes.refused,
        'Do what the lines with an arrow say, and run it again.',
      )
  })
}

const mainOf = (folder: string): string => join(folder, 'server/src/main.ts')

function releaseFolder(given: string | undefined): string {
  const candidates = given === undefined ? [join(import.meta.dirname, '../../..'), '.'] : [given]
  const found = candidates.map((folder) => resolve(folder)).find((folder) => existsSync(mainOf(folder)))
  if (found === undefined)
    throw usageError(
      `${given ?? 'The current folder'} is not a release of the service.`,
      'Give its folder with --release.',
    )
  return found
}
