import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Role } from '../../src/service.ts'
import { settings } from './environment.ts'

export const program = join(import.meta.dirname, '../../src/main.ts')

export type ProcessSettings = {
  environment: Record<string, string>
  role?: Role
  /** The program file, if it is not the one in `src`. */
  program?: string
  /** Flags of Node.js. A module that is loaded with `--import` can exchange messages with the test. */
  nodeFlags?: string[]
  /** In a separate process group, which Ctrl-C in the terminal does not reach. */
  detached?: boolean
  /** The file descriptor for standard error, which is shown otherwise. */
  errorOutput?: number | 'ignore'
}

type Exit = [code: number | null, signal: string | null]
export type SpawnedProcess = {
  child: ChildProcess
  exited: Promise<Exit>
  isRunning: () => boolean
  /** Stops the process without closing its connections. */
  freeze: () => void
  resume: () => void
  /** With SIGKILL, so that the process cannot finish or clean up anything. */
  kill: () => Promise<void>
  /** With SIGTERM, so that the process finishes work in progress. */
  terminate: () => Promise<Exit>
}

type LogLine = Record<string, unknown>
export type Process = SpawnedProcess & {
  url: string
  /** The log lines so far. */
  lines: LogLine[]
}

/** Runs the service in a separate process. `onLine` gets each line of its log. */
export function spawnProcess(given: ProcessSettings, onLine: (line: string) => void): SpawnedProcess {
  const { environment, role = 'all', nodeFlags = [], detached = false, errorOutput = 'inherit' } = given
  const child = spawn(process.execPath, [...nodeFlags, given.program ?? program, '--role', role], {
    env: { ...settings, ...environment },
    stdio: ['ignore', 'pipe', errorOutput, 'ipc'],
    detached,
  })
  running.add(child)
  const exited = once(child, 'exit').then((exit) => {
    running.delete(child)
    return exit as Exit
  })
  createInterface({ input: child.stdout! }).on('line', onLine)
  return {
    child,
    exited,
    isRunning: () => running.has(child),
    freeze: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    terminate() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** Starts the service in a separate process and waits until it serves requests. */
export async function startProcess(given: ProcessSettings): Promise<Process> {
  const lines: LogLine[] = []
  const started = Promise.withResolvers<string>()
  const spawned = spawnProcess(given, (text) => {
    const line = parseLine(text)
    lines.push(line)
    if (line['msg'] === 'started') started.resolve(String(line['url']))
  })
  void spawned.exited.then(() => started.reject(new Error('the process ended before it had started')))
  return { ...spawned, url: await started.promise, lines }
}

const running = new Set<ChildProcess>()
// What a failed test did not end.
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** The last line of a killed process may be incomplete. */
function parseLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return {}
  }
}
