import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The real program as its own process, as production runs it. */
export const program = join(import.meta.dirname, '../../src/main.ts')
export const settings = {
  SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
  OPERATOR_TOKEN: 'o'.repeat(32),
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  SMTP_URL: 'smtp://127.0.0.1:9',
  EMAIL_FROM: 'updates@example.com',
}

export async function startProgram(environment: Record<string, string>, ...flags: string[]) {
  const child = spawn(process.execPath, [program, ...flags], {
    env: { ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: Record<string, unknown>[] = []
  const reader = createInterface({ input: child.stdout }).on('line', (line) =>
    lines.push(JSON.parse(line) as Record<string, unknown>),
  )
  while (!lines.some(({ msg }) => msg === 'started')) await once(reader, 'line')
  return { child, lines, url: String(lines.find(({ msg }) => msg === 'started')!['url']) }
}
