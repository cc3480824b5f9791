import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { until } from '../../../server/test/support/simulator-client.ts'

const program = join(import.meta.dirname, '../../src/main.ts')

export type Ended = { code: number | null; stdout: string; stderr: string }
export type RunningCli = {
  child: ChildProcessWithoutNullStreams
  stdout: () => string
  stderr: () => string
  ended: Promise<Ended>
}

/** The command line as a process of its own, with a home folder that is deleted after the file. */
export function createCli(settings: Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), 'tidings-cli-'))
  const started: ChildProcessWithoutNullStreams[] = []
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })

  function start(args: string[], changes: Record<string, string> = {}): RunningCli {
    const env = { PATH: process.env['PATH'], HOME: home, ...settings, ...changes }
    const child = spawn(process.execPath, ['--conditions=@tidings/source', program, ...args], { env })
    started.push(child)
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
    return { child, stdout: () => stdout, stderr: () => stderr, ended }
  }

  async function run(args: string[], { input = '', env = {} }: RunOptions = {}): Promise<Ended> {
    const running = start(args, env)
    running.child.stdin.end(input)
    return running.ended
  }

  /** Runs a command with --json and returns the documents that it prints. */
  async function json(args: string[]) {
    const { code, stdout, stderr } = await run([...args, '--json'])
    if (code !== 0) throw new Error(`tidings ${args.join(' ')} ended with ${code}: ${stderr}`)
    return stdout
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
  return { home, start, run, json }
}
type RunOptions = { input?: string; env?: Record<string, string> }

export const untilPrinted = (read: () => string, text: string): Promise<true> =>
  until(`the output ${text}`, async () => read().includes(text))
