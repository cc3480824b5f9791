import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Program = { output: () => string; stop: () => Promise<void> }
type Start = { command: string[]; folder: string; env: Record<string, string> }

const hangSeconds = 60
const running = new Set<Program>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopPrograms().finally(() => process.exit(1)))

/** Starts a program in a process group of its own, because `npm run` starts further processes. */
export function startProgram({ command: [file, ...rest], folder, env }: Start): Program {
  const child = spawn(file!, rest, { cwd: folder, env: { ...process.env, ...env }, detached: true })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const program: Program = {
    output: () => output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM')
      await ended
      running.delete(program)
    },
  }
  running.add(program)
  return program
}

/** Ends what is still running, also after a failure between the start of a program and its first use. */
export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map(({ stop }) => stop()))
}

/** Starts a program and waits until it accepts connections. */
export async function startServer(start: Start, port: number): Promise<Program> {
  const program = startProgram(start)
  await until(`${start.command.join(' ')} listens`, () => isListening(port), program.output)
  return program
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Polls until there is a value. The limit only ends a test that hangs. */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  details: () => string = () => '',
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + hangSeconds * 1_000
  for (;;) {
    const value = await read()
    if (value) return value as NonNullable<Exclude<T, false>>
    if (performance.now() > deadline) throw new Error(`not reached in ${hangSeconds} s: ${what}\n${details()}`)
    await sleep(50)
  }
}

const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
