import { expect, test } from 'vitest'
import { type Column, formatFields, formatTable, oneLine } from './table.ts'

type Row = { name: string; count: number; note: string | null }
const columns: Column<Row>[] = [
  { heading: 'Name', value: ({ name }) => name },
  { heading: 'Count', value: ({ count }) => count, align: 'right' },
  { heading: 'Note', value: ({ note }) => note },
]
const plain = (_format: string, text: string): string => text
const rows: Row[] = [
  { name: 'a', count: 5, note: 'first' },
  { name: 'long name', count: 1234, note: null },
]

test('columns are aligned, without borders and without blanks at the end', () => {
  expect(formatTable(columns, rows, 80, plain)).toBe(
    ['NAME       COUNT  NOTE', 'a              5  first', 'long name   1234  -', ''].join('\n'),
  )
})
test('a table that is too wide is cut in the column that may shrink', () => {
  const shrinking = columns.map((column) => (column.heading === 'Name' ? { ...column, shrink: true as const } : column))
  const wide = [{ name: 'a very long name indeed', count: 5, note: 'first' }]
  expect(formatTable(shrinking, wide, 30, plain).split('\n')[1]).toBe('a very long nam…      5  first')
})
test('wide characters count as two columns', () => {
  const [, first, second] = formatTable(
    columns,
    [
      { name: '注文', count: 1, note: 'x' },
      { name: 'abcd', count: 1, note: 'x' },
    ],
    80,
    plain,
  ).split('\n')
  expect([first, second]).toEqual(['注文      1  x', 'abcd      1  x'])
})
test('headings are bold where a style is given', () => {
  expect(formatTable(columns, [], 80, (format, text) => `<${format}>${text}</>`)).toBe(
    '<bold>NAME</>  <bold>COUNT</>  <bold>NOTE</>\n',
  )
})
test('text of a customer cannot control the terminal', () => {
  expect(oneLine('a\u001b[31mb\nc\u0007d\u202ee')).toBe('ab c d e')
})
test('fields are aligned by their names', () => {
  expect(
    formatFields(
      [
        ['Id', 'x'],
        ['Balance', 0],
        ['Note', null],
      ],
      80,
      plain,
    ),
  ).toBe('Id       x\nBalance  0\nNote     -\n')
})
test('a value that is wider than the terminal continues below itself', () => {
  const value = 'the mailbox provider accepted it'
  expect(formatFields([['Delivery', value]], 34, plain)).toBe('Delivery  the mailbox provider\n          accepted it\n')
})
