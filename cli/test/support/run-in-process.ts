import { PassThrough } from 'node:stream'
import { run } from '../../src/run.ts'
import type { Shell } from '../../src/shell.ts'

type Options = { env?: Record<string, string>; isTerminal?: boolean; columns?: number }

/** A shell whose output is collected. It calls no service, so it is for usage, help and completion. */
export function createShell({ env = {}, isTerminal = false, columns = 80 }: Options = {}) {
  const written = { stdout: '', stderr: '' }
  const screen = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => void (written[name] += text),
    isTerminal,
    columns,
  })
  const shell: Shell = {
    terminal: {
      stdout: screen('stdout'),
      stderr: screen('stderr'),
      stdin: new PassThrough(),
      env: { HOME: '/nonexistent', ...env },
    },
    signal: new AbortController().signal,
    now: () => new Date('2026-11-18T12:00:00Z'),
    randomBytes: (size) => Buffer.alloc(size, 1),
  }
  return { shell, written }
}

export async function runInProcess(args: string[], options?: Options) {
  const { shell, written } = createShell(options)
  return { code: await run(args, shell), ...written }
}
