import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const program = join(import.meta.dirname, '../src/main.ts')
const columns = 80

/** The command line in a terminal with 80 columns, which `script` of util-linux makes. */
export function startInTerminal(args: string[], env: Record<string, string | undefined>) {
  const command = [process.execPath, '--conditions=@tidings/source', program, ...args].map((word) => `'${word}'`)
  const child: ChildProcessWithoutNullStreams = spawn(
    'script',
    ['--quiet', '--return', '--command', `stty cols ${columns} && exec ${command.join(' ')}`, '/dev/null'],
    { env },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const shown = (): string => output.replaceAll('\r\n', '\n').replaceAll('^C', '^C\n').replaceAll('\r', '')
  return {
    child,
    shown,
    transcript: () => `$ tidings ${args.join(' ')}\n${shown()}`,
    ended: once(child, 'close').then(([code]) => code as number | null),
    untilShown: async (text: string) => {
      for (const deadline = performance.now() + 60_000; !shown().includes(text); await sleep(50))
        if (performance.now() > deadline) throw new Error(`the terminal did not show ${text}: ${shown()}`)
    },
  }
}
