import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const median = (values: number[]): number => quantile(values, 0.5)

export const quantile = (values: number[], share: number): number =>
  values.toSorted((one, two) => one - two)[Math.floor(values.length * share)]!

export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/** A Markdown table. */
export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |\n`
  return [line(head), `|${'---|'.repeat(head.length)}\n`, ...rows.map(line)].join('')
}

/** Writes the results as JSON, in addition to the printed table. */
export function writeResults(name: string, results: object): void {
  const folder = join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`)
}
