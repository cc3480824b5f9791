import { styleText } from 'node:util'
import type { Terminal } from './terminal.ts'

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'
export type Style = (format: Format, text: string) => string

const plain: Style = (_format, text) => text
const coloured: Style = (format, text) => styleText(format, text, { validateStream: false })

export const styleFor = (terminal: Terminal, screen: 'stdout' | 'stderr', options: ColourOptions): Style =>
  isColoured(terminal, screen, options) ? coloured : plain

type ColourOptions = { color?: boolean | undefined }

/** Colour is for a terminal only. NO_COLOR with any value and --no-color switch it off (no-color.org). */
export const isColoured = (terminal: Terminal, screen: 'stdout' | 'stderr', { color }: ColourOptions): boolean =>
  color !== false &&
  (terminal.env['NO_COLOR'] ?? '') === '' &&
  terminal.env['TERM'] !== 'dumb' &&
  terminal[screen].isTerminal
