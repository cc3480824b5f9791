import { styleText } from 'node:util'
import type { Terminal } from './terminal.ts'

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'
export type Style = (format: Format, text: string) => string

const plain: Style = (_format, text) => text
const coloured: Style = (format, text) => styleText(format, text, { validateStream: false })

/** Colour is for a terminal only. NO_COLOR with any value and --no-color switch it off (no-color.org). */
export function styleFor(
  { env, ...terminal }: Terminal,
  screen: 'stdout' | 'stderr',
  options: { color?: boolean | undefined },
): Style {
  const isWanted = options.color !== false && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
  return isWanted && terminal[screen].isTerminal ? coloured : plain
}
