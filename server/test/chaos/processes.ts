import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { program, settings } from '../support/program.ts'

type Line = Record<string, unknown>
export type Process = {
  url: string
  /** What it has logged so far. */
  lines: Line[]
  isRunning: () => boolean
  /** It stands still where it is, and everybody else sees it only as silent. */
  freeze: () => void
  wake: () => void
  /** At once: it can finish nothing, and tell nobody. */
  kill: () => Promise<void>
}

/** The real program as a process of its own that may be killed at any moment. */
export async function startProcess(role: 'api' | 'worker', environment: Record<string, string>): Promise<Process> {
  const child = spawn(process.execPath, [program, '--role', role], {
    env: { ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  const lines: Line[] = []
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = readLine(text)
      lines.push(line)
      if (line['msg'] === 'started') resolve(String(line['url']))
    })
    void ended.then(() => reject(new Error(`the ${role} ended before it had started`)))
  })
  return {
    url,
    lines,
    isRunning: () => running.has(child),
    freeze: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function killAll(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }),
  )
}

const running = new Set<ChildProcess>()

/** The last line of a killed process may be cut off. */
function readLine(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    return {}
  }
}
