import { createInterface } from 'node:readline'
import { CommandError } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

const interrupted = (): CommandError => new CommandError('Interrupted.', exitCodes.interrupted)

/** Reads a secret without showing it. From a pipe it is the first line. */
export async function readSecret(terminal: Terminal, question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = terminal
  if (stdin.isTTY !== true || stdin.setRawMode === undefined) return firstLine(terminal, signal)
  stderr.write(question)
  stdin.setRawMode(true)
  try {
    return await readHidden(stdin)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}

/** Without a terminal there is no one to confirm, so the caller requires an option instead. */
export async function confirm(terminal: Terminal, question: string, signal: AbortSignal): Promise<boolean> {
  terminal.stderr.write(`${question} [y/N] `)
  return /^y(es)?$/i.test((await firstLine(terminal, signal)).trim())
}

async function firstLine({ stdin }: Terminal, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: stdin, signal })
  try {
    for await (const line of lines) return line.trim()
    if (signal.aborted) throw interrupted()
    return ''
  } finally {
    lines.close()
  }
}

const [controlC, controlD, backspace, deleteKey] = ['\u0003', '\u0004', '\b', '\u007f']

/** In raw mode the terminal neither shows the characters nor turns Ctrl-C into a signal. */
function readHidden(stdin: Terminal['stdin']): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (action: () => void): void => {
      stdin.off('data', onData)
      action()
    }
    const onData = (chunk: Buffer): void => {
      for (const character of chunk.toString('utf8')) {
        if (character === controlC) return end(() => reject(interrupted()))
        if (character === '\r' || character === '\n' || character === controlD) return end(() => resolve(text.trim()))
        text = character === backspace || character === deleteKey ? text.slice(0, -1) : text + character
      }
    }
    stdin.on('data', onData)
    stdin.resume()
  })
}
