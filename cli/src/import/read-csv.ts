import { type CsvError, parse } from 'csv-parse/sync'
import { usageError } from '../errors.ts'

/** `number` counts the rows below the header from 1. */
export type CsvRow = { number: number; cells: string[] }
export type CsvFile = { columns: string[]; rows: CsvRow[] }

/** Separated by the character that occurs most in the first line: a comma, a semicolon or a tab. */
export function readCsv(content: string, name: string): CsvFile {
  const firstLine = content.split('\n', 1)[0]!
  const [delimiter] = [',', ';', '\t'].toSorted((one, two) => firstLine.split(two).length - firstLine.split(one).length)
  const [columns, ...lines] = parsed(content, name, delimiter!)
  if (columns === undefined) throw usageError(`${name} has no header.`)
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice !== undefined) throw usageError(`${name} has the column ${twice} twice.`)
  return { columns, rows: lines.map((cells, index) => ({ number: index + 1, cells })) }
}

function parsed(content: string, name: string, delimiter: string): string[][] {
  try {
    return parse(content, { bom: true, delimiter, trim: true, skip_empty_lines: true, relax_column_count: true })
  } catch (error) {
    throw usageError(`${name} is not valid CSV: ${(error as CsvError).message}.`)
  }
}

export const writeCsvLine = (cells: (string | number)[]): string => `${cells.map(writeCell).join(',')}\n`

const writeCell = (cell: string | number): string => {
  const text = String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
