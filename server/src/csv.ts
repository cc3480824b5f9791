/**
 * Lines of comma-separated values (RFC 4180). A text that a spreadsheet would compute as a formula gets a leading apostrophe, because
 * some cells contain what an unauthenticated caller wrote.
 */
export const csvLines = (rows: (string | number)[][]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
