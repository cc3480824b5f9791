import { describe, expect, test } from 'vitest'
import { importBatches } from './batches.ts'
import { readCsv, writeCsvLine } from './read-csv.ts'
import { type ImportDefaults, type Mapping, mapColumns, pushOfRow } from './rows.decide.ts'

const mapped = (columns: string[], renamed: Record<string, string> = {}): Mapping => {
  const mapping = mapColumns(columns, renamed)
  if ('problem' in mapping) throw new Error(mapping.problem)
  return mapping
}
const base = { subject: 'S', body: 'B' }
const pushOf = (header: string, row: string, defaults: ImportDefaults = base) =>
  pushOfRow(mapped(header.split(',')), row.split(','), defaults)

describe('a row becomes a push', () => {
  for (const [header, row, request] of [
    ['email', 'a@b.example', { recipient_email: 'a@b.example' }],
    ['E-Mail-Address,Order Number', 'x,A-1', null],
    [
      'recipient_email,order,status,phone',
      'a@b.example,A-1,shipped,+447700900001',
      { recipient_email: 'a@b.example', reference: 'A-1', order_status: 'shipped', recipient_phone: '+447700900001' },
    ],
    ['email,channels', 'a@b.example,email;sms', { recipient_email: 'a@b.example', channels: ['email', 'sms'] }],
    ['email,phone', 'a@b.example,', { recipient_email: 'a@b.example' }],
    [
      'email,escalate_if_unread_after_minutes,notify',
      'a@b.example,60,no',
      { recipient_email: 'a@b.example', escalate_if_unread_after_minutes: 60, notify: false },
    ],
    [
      'email,whatsapp_opt_in_at',
      'a@b.example,2026-01-01',
      { recipient_email: 'a@b.example', whatsapp_opt_in: { source: 'import', obtained_at: '2026-01-01' } },
    ],
  ] as const)
    test(`${header}: ${row}`, () =>
      expect(pushOf(header, row)).toEqual(
        request === null ? { problem: 'recipient_email is missing.' } : { request: { ...base, ...request } },
      ))
  test('a template has the cells of the row, and a column wins over an option', () => {
    expect(pushOf('email,name,body', 'a@b.example,Ada,Own text', { subject: '{name}: {unknown}', body: 'B' })).toEqual({
      request: { recipient_email: 'a@b.example', subject: 'Ada: {unknown}', body: 'Own text' },
    })
  })
  for (const [header, row, problem] of [
    ['email,notify', 'a@b.example,maybe', 'notify is neither yes nor no.'],
    [
      'email,escalate_if_unread_after_minutes',
      'a@b.example,1h',
      'escalate_if_unread_after_minutes is not a whole number.',
    ],
    ['email,order', 'a@b.example', 'The row has 1 cells and the header 2.'],
  ] as const)
    test(problem, () => expect(pushOf(header, row)).toEqual({ problem }))
})

describe('columns', () => {
  test('are renamed by the caller', () => {
    expect(mapped(['Mail', 'email'], { recipient_email: 'Mail' }).fields).toEqual(['recipient_email', null])
  })
  for (const [columns, renamed, problem] of [
    [['email', 'recipient_email'], {}, 'Two columns are recipient_email'],
    [['email'], { recipient_email: 'Mail' }, 'The file has no column Mail.'],
    [['email'], { adress: 'email' }, 'There is no field adress'],
  ] as [string[], Record<string, string>, string][])
    test(problem, () => expect(mapColumns(columns, renamed)).toEqual({ problem: expect.stringContaining(problem) }))
})

describe('batches', () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({ number: index + 1, cells: [`c${index}@example.com`] }))
  const keys = (given: typeof rows, defaults = base, digest = 'f') =>
    importBatches(given, mapped(['email']), defaults, digest).map(({ idempotencyKey }) => idempotencyKey)

  test('have up to 100 rows, and a repetition has the same keys', () => {
    expect(importBatches(rows, mapped(['email']), base, 'f').map(({ size }) => size)).toEqual([100, 100, 50])
    expect(keys(rows)).toEqual(keys(rows))
    expect(new Set(keys(rows)).size).toBe(3)
  })
  test('of another file, other rows or another text have other keys', () => {
    const all = [...keys(rows), ...keys(rows, base, 'g'), ...keys(rows.slice(1)), ...keys(rows, { ...base, body: 'C' })]
    expect(new Set(all).size).toBe(12)
  })
})

describe('CSV', () => {
  for (const [name, content] of [
    ['commas', 'email,name\na@b.example,"Ada, L"\n'],
    ['semicolons', '\ufeffemail;name\r\na@b.example;Ada, L\r\n'],
    ['tabs', 'email\tname\na@b.example\t"Ada, L"'],
  ] as const)
    test(`with ${name}`, () =>
      expect(readCsv(content, 'x')).toEqual({
        columns: ['email', 'name'],
        rows: [{ number: 1, cells: ['a@b.example', 'Ada, L'] }],
      }))
  test('is written with quotes where they are needed', () => {
    expect(writeCsvLine(['a', 'b,c', 'say "x"', 1])).toBe('a,"b,c","say ""x""",1\n')
  })
})
