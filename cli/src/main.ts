#!/usr/bin/env node
import { randomBytes } from 'node:crypto'
import { run } from './run.ts'
import { type Terminal, widthOfPipe } from './terminal.ts'

const { stdout, stderr, stdin, env } = process

const screen = (stream: NodeJS.WriteStream): Terminal['stdout'] => ({
  write: (text) => stream.write(text),
  isTerminal: stream.isTTY,
  columns: stream.isTTY ? stream.columns : widthOfPipe,
})

// The reader of a pipe may close it early, as head does.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort())

process.exitCode = await run(process.argv.slice(2), {
  terminal: { stdout: screen(stdout), stderr: screen(stderr), stdin, env },
  signal: interrupt.signal,
  now: () => new Date(),
  randomBytes,
})
