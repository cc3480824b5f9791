import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

export type Line = Record<string, unknown>
/** The first and the last of several moments, in milliseconds. */
type Span = { first: number; last: number }
export type Process = {
  pid: number
  /** The log line with which it reported its start. */
  started: Line
  /** Waits for the next `count` matching log lines. Returns the times of the first and the last, by the process's own clock. */
  waitForLogLines: (count: number, matches: (line: Line) => boolean) => Promise<Span>
  stop: () => Promise<void>
}

const run = promisify(execFile)
const maxReportBytes = 16 * 1024 * 1024

/** Runs a program with its options as JSON in the first argument, and parses its output as the report. */
export async function runProgram<Report>(
  file: string,
  options: object,
  environment: Record<string, string> = {},
): Promise<Report> {
  const { stdout } = await run(process.execPath, [file, JSON.stringify(options)], {
    maxBuffer: maxReportBytes,
    env: { ...process.env, ...environment },
  })
  return JSON.parse(stdout) as Report
}

/** Starts a long-running program that logs lines of JSON, and waits for its line with the message `started`. */
export async function startProcess(
  file: string,
  flags: string[],
  environment: Record<string, string>,
): Promise<Process> {
  const child = spawn(process.execPath, [file, ...flags], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let listener: ((line: Line) => void) | null = null
  let partialLine = ''
  // Always read, because a full pipe would block the process. Lines are parsed only while a caller waits for them.
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (partialLine + text).split('\n')
    partialLine = lines.pop()!
    for (const line of lines) listener?.(JSON.parse(line) as Line)
  })

  const listen = <T>(handleLine: (line: Line, resolve: (value: T) => void) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      void ended.then(() => reject(new Error(`${file} has exited`)))
      listener = (line) => {
        try {
          handleLine(line, resolve)
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
    waitForLogLines(count, matches) {
      let seen = 0
      let first = 0
      return listen((line, resolve) => {
        if (!matches(line)) return
        const last = Number(line['time'])
        if (seen === 0) first = last
        seen += 1
        if (seen === count) resolve({ first, last })
      })
    },
    async stop() {
      child.kill('SIGTERM')
      // A process that a bench has paused would not end.
      child.kill('SIGCONT')
      await ended
    },
  }
}
