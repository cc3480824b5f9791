import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '../../src/service.ts'
import { type SpawnedProcess, spawnProcess } from './process.ts'
import type { TcpProxy } from './tcp-proxy.ts'

/** One process of the service. Whenever it exits it is started again, as a process supervisor does. */
export type SupervisedProcess = {
  name: string
  role: Role
  url: string
  /** The proxy between this process and the database. */
  database: TcpProxy
  pid: () => number | null
  /** Sends SIGKILL, so that no work is finished. The next process starts after the pause. */
  kill: (pauseMilliseconds?: number) => Promise<void>
  /** Sends SIGTERM, so that work in progress is finished, then starts this program, or the same with these settings changed. */
  replace: (next: { program?: string; environment?: Record<string, string> }) => Promise<void>
  freeze: () => void
  resume: () => void
  residentBytes: () => number | null
  /** Kills it without a restart. */
  stop: () => Promise<void>
}

type SupervisionSettings = {
  name: string
  role: Role
  port: number
  program: string
  environment: Record<string, string>
  database: TcpProxy
  logFile: string
  /** Called when a process that had started exits without having been signalled. */
  onCrash: () => void
}

const restartMilliseconds = 300
/** A process that does not stop within this time after SIGTERM is killed. */
const stopTimeoutMilliseconds = 15_000

export function superviseProcess({
  name,
  role,
  port,
  database,
  logFile,
  onCrash,
  ...given
}: SupervisionSettings): SupervisedProcess {
  let { program, environment } = given
  let current: SpawnedProcess | null = null
  const stopping = new AbortController()
  const errorOutput = openSync(logFile, 'a')
  let [isExpected, pauseMilliseconds] = [false, restartMilliseconds]

  async function run(): Promise<void> {
    let hasStarted = false
    current = spawnProcess(
      // Detached: Ctrl-C in the terminal must reach only the harness, which then stops every process.
      { role, program, environment: { ...environment, PORT: String(port) }, detached: true, errorOutput },
      (line) => {
        appendFileSync(logFile, `${line}\n`)
        hasStarted ||= line.includes('"msg":"started"')
      },
    )
    await current.exited
    current = null
    // A process exits before it has started if the database is unavailable. It is started again; that is no crash.
    if (hasStarted && !isExpected && !stopping.signal.aborted) onCrash()
    isExpected = false
  }

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await run()
      await sleep(pauseMilliseconds)
      pauseMilliseconds = restartMilliseconds
    }
  }
  const supervised = supervise()

  async function end(how: 'kill' | 'terminate'): Promise<void> {
    if (current === null) return
    isExpected = true
    const ending = current
    const timeout = setTimeout(() => void ending.kill(), stopTimeoutMilliseconds)
    await ending[how]()
    clearTimeout(timeout)
  }

  return {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    database,
    pid: () => current?.child.pid ?? null,
    async kill(pause = restartMilliseconds) {
      pauseMilliseconds = pause
      await end('kill')
    },
    async replace(next) {
      program = next.program ?? program
      environment = { ...environment, ...next.environment }
      await end('terminate')
    },
    freeze: () => current?.freeze(),
    resume: () => current?.resume(),
    residentBytes: () => residentBytes(current?.child.pid ?? null),
    async stop() {
      stopping.abort()
      await end('kill')
      await supervised
      closeSync(errorOutput)
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
