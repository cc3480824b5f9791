import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '../../src/service.ts'
import { settings } from '../support/program.ts'
import type { TcpProxy } from '../support/tcp-proxy.ts'

/** Where one process of the service runs: when it ends, for whatever reason, it is started again, as a supervisor would. */
export type Place = {
  name: string
  role: Role
  url: string
  /** Its own way to the database. */
  database: TcpProxy
  pid: () => number | null
  /** At once: it can finish nothing. The next one starts after the pause. */
  kill: (pauseMilliseconds?: number) => Promise<void>
  /** It finishes what it has in hand; what is started in its place is this program. */
  replace: (program: string) => Promise<void>
  freeze: () => void
  wake: () => void
  residentBytes: () => number | null
  /** For good. */
  leave: () => Promise<void>
}

export type PlaceSettings = {
  name: string
  role: Role
  port: number
  program: string
  environment: Record<string, string>
  database: TcpProxy
  logFile: string
  /** It had started, and ended without having been told to. */
  onCrash: () => void
}

const restartMilliseconds = 300
/** A supervisor does not wait for ever for what it has told to stop. */
const stopMilliseconds = 15_000

export function openPlace({
  name,
  role,
  port,
  environment,
  database,
  logFile,
  onCrash,
  ...given
}: PlaceSettings): Place {
  let { program } = given
  let child: ChildProcess | null = null
  const leaving = new AbortController()
  let [isExpected, pauseMilliseconds] = [false, restartMilliseconds]

  async function run(): Promise<void> {
    child = spawn(process.execPath, [program, '--role', role], {
      env: { ...settings, ...environment, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: Ctrl-C in the terminal reaches us, and everything is brought to its end.
      detached: true,
    })
    let hasStarted = false
    createInterface({ input: child.stdout! }).on('line', (line) => {
      appendFileSync(logFile, `${line}\n`)
      hasStarted ||= line.includes('"msg":"started"')
    })
    child.stderr!.on('data', (text: Buffer) => appendFileSync(logFile, text))
    await once(child, 'exit')
    child = null
    // One that finds no database does not start, and is tried again: that is no crash.
    if (hasStarted && !isExpected && !leaving.signal.aborted) onCrash()
    isExpected = false
  }

  async function supervise(): Promise<void> {
    while (!leaving.signal.aborted) {
      await run()
      await sleep(pauseMilliseconds)
      pauseMilliseconds = restartMilliseconds
    }
  }
  const supervised = supervise()

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child === null) return
    isExpected = true
    const ending = child
    const ended = once(ending, 'exit')
    ending.kill(signal)
    const tooLong = setTimeout(() => ending.kill('SIGKILL'), stopMilliseconds)
    await ended
    clearTimeout(tooLong)
  }

  return {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    database,
    pid: () => child?.pid ?? null,
    async kill(pause = restartMilliseconds) {
      pauseMilliseconds = pause
      await end('SIGKILL')
    },
    async replace(next) {
      program = next
      await end('SIGTERM')
    },
    freeze: () => void child?.kill('SIGSTOP'),
    wake: () => void child?.kill('SIGCONT'),
    residentBytes: () => residentBytes(child?.pid ?? null),
    async leave() {
      leaving.abort()
      await end('SIGKILL')
      await supervised
      database.stop()
    },
  }
}

function residentBytes(pid: number | null): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024 || null
  } catch {
    return null
  }
}
