import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

export type Line = Record<string, unknown>
/** The first and the last of several moments, in milliseconds. */
type Span = { first: number; last: number }
export type Process = {
  pid: number
  /** What it said when it had started. */
  started: Line
  /** When it logs the first and the last of so many lines to come, by its own clock. */
  untilLogged: (count: number, isWanted: (line: Line) => boolean) => Promise<Span>
  stop: () => Promise<void>
}

const run = promisify(execFile)
const longestReportBytes = 16 * 1024 * 1024

/** A program that does one thing: its orders are its argument, its report is what it prints. Both are JSON. */
export async function report<Report>(file: string, orders: object): Promise<Report> {
  const { stdout } = await run(process.execPath, [file, JSON.stringify(orders)], { maxBuffer: longestReportBytes })
  return JSON.parse(stdout) as Report
}

/** A program that stays, and logs lines of JSON. It has started when one of them says so. */
export async function startProcess(
  file: string,
  flags: string[],
  environment: Record<string, string>,
): Promise<Process> {
  const child = spawn(process.execPath, [file, ...flags], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let listener: ((line: Line) => void) | null = null
  let unread = ''
  // Read in any case, since a full pipe would stop the process; but what nobody waits for is not looked at.
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (unread + text).split('\n')
    unread = lines.pop()!
    for (const line of lines) listener?.(JSON.parse(line) as Line)
  })

  const listen = <T>(hear: (line: Line, resolve: (value: T) => void) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      void ended.then(() => reject(new Error(`${file} has ended`)))
      listener = (line) => {
        try {
          hear(line, resolve)
        } catch (error) {
          reject(error)
        }
      }
    }).finally(() => {
      listener = null
    })

  return {
    pid: child.pid!,
    started: await listen<Line>((line, resolve) => line['msg'] === 'started' && resolve(line)),
    untilLogged(count, isWanted) {
      let seen = 0
      let first = 0
      return listen((line, resolve) => {
        if (!isWanted(line)) return
        const last = Number(line['time'])
        if (seen === 0) first = last
        seen += 1
        if (seen === count) resolve({ first, last })
      })
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
