import { stripVTControlCharacters } from 'node:util'
import type { Style } from './style.ts'
import { wrapText } from './wrap-text.ts'

/** `shrink` marks the column that is cut if the table is wider than the terminal; without one, the last column is. */
export type Column<Row> = {
  heading: string
  value: (row: Row) => string | number | boolean | null
  align?: 'right'
  shrink?: true
  style?: (row: Row, style: Style) => Parameters<Style>[0] | null
}

const gap = '  '
const minShrunkWidth = 8

/** Aligned columns without borders. A value of null is a dash. */
export function formatTable<Row>(columns: Column<Row>[], rows: Row[], width: number, style: Style): string {
  const texts = rows.map((row) => columns.map(({ value }) => oneLine(value(row))))
  const widths = fitted(columns, texts, width)
  const pad = (text: string, index: number): string => {
    const cut = cutTo(text, widths[index]!)
    if (columns[index]!.align === 'right') return ' '.repeat(widths[index]! - displayWidth(cut)) + cut
    // The last column is not padded, so that no line ends with blanks.
    return index === columns.length - 1 ? cut : cut + ' '.repeat(widths[index]! - displayWidth(cut))
  }
  const heading = columns.map(({ heading: text }, index) => style('bold', pad(text.toUpperCase(), index)))
  const lines = texts.map((cells, at) =>
    cells.map((cell, index) => {
      const format = columns[index]!.style?.(rows[at]!, style) ?? null
      return format === null ? pad(cell, index) : style(format, pad(cell, index))
    }),
  )
  return [heading, ...lines].map((cells) => `${cells.join(gap).trimEnd()}\n`).join('')
}

/** Names and values below each other, for one thing. */
export function formatFields(
  fields: [name: string, value: string | number | boolean | null][],
  width: number,
  style: Style,
): string {
  const nameWidth = Math.max(...fields.map(([name]) => name.length))
  const indent = nameWidth + gap.length
  return fields
    .map(
      ([name, value]) => `${style('bold', name.padEnd(nameWidth))}${gap}${wrapText(oneLine(value), width, indent)}\n`,
    )
    .join('')
}

/** Text of a merchant or customer must not control the terminal. */
export function oneLine(value: string | number | boolean | null): string {
  if (value === null || value === '') return '-'
  return stripVTControlCharacters(String(value)).replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

function fitted<Row>(columns: Column<Row>[], texts: string[][], width: number): number[] {
  const widths = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...texts.map((cells) => displayWidth(cells[index]!))),
  )
  const shrunk = columns.findIndex(({ shrink }) => shrink === true)
  const index = shrunk === -1 ? columns.length - 1 : shrunk
  let excess = widths.reduce((sum, one) => sum + one, gap.length * (columns.length - 1)) - width
  // The first column is an id, which is of use only as a whole.
  const others = widths
    .keys()
    .drop(1)
    .toArray()
    .toSorted((one, two) => widths[two]! - widths[one]!)
  for (const at of [index, ...others]) {
    const cut = Math.min(Math.max(0, excess), Math.max(0, widths[at]! - minShrunkWidth))
    widths[at]! -= cut
    excess -= cut
  }
  return widths
}

const segmenter = new Intl.Segmenter()
const isWide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u

function displayWidth(text: string): number {
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += isWide.test(segment) ? 2 : 1
  return width
}

function cutTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let cut = ''
  for (const { segment } of segmenter.segment(text)) {
    if (displayWidth(cut + segment) > width - 1) break
    cut += segment
  }
  return `${cut}…`
}
