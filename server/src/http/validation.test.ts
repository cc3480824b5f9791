import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { literal, nullable } from '../schema.ts'
import { compile } from './validation.ts'

const validate = compile(
  Type.Object({
    subject: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
    reference: Type.Optional(nullable(Type.String({ pattern: '^[A-Z]+$' }))),
    notify: Type.Optional(Type.Boolean()),
    minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 10 })),
    at: Type.Optional(Type.String({ format: 'date-time', maxLength: 30 })),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 320 })),
    ids: Type.Optional(Type.Array(Type.String(), { maxItems: 300 })),
    channels: Type.Optional(Type.Array(literal(['email', 'sms', 'whatsapp']), { minItems: 1, maxItems: 2 })),
    kind: Type.Optional(nullable(literal(['one_off', 'updateable']))),
    inner: Type.Optional(Type.Object({ name: Type.String() })),
  }),
)
const errorsOf = (value: unknown) =>
  validate(value, ['body']).map(({ type, loc, msg }) => [type, loc.slice(1).join('.'), msg])

for (const [given, ...expected] of [
  [{}],
  [{ subject: 'ééé', reference: null, kind: null, unknown: 1 }],
  [{ subject: '📦📦📦' }],
  [{ subject: '' }, ['string_too_short', 'subject', 'String should have at least 1 character']],
  [{ subject: 'abcd' }, ['string_too_long', 'subject', 'String should have at most 3 characters']],
  [{ subject: 5 }, ['string_type', 'subject', 'Input should be a valid string']],
  [{ subject: null }, ['string_type', 'subject', 'Input should be a valid string']],
  [{ reference: 'a' }, ['string_pattern_mismatch', 'reference', "String should match pattern '^[A-Z]+$'"]],
  [{ reference: 5 }, ['string_type', 'reference', 'Input should be a valid string']],
  [{ notify: 'true' }, ['bool_type', 'notify', 'Input should be a valid boolean']],
  [{ minutes: 4 }, ['greater_than_equal', 'minutes', 'Input should be greater than or equal to 5']],
  [{ minutes: 11 }, ['less_than_equal', 'minutes', 'Input should be less than or equal to 10']],
  [
    { minutes: 5.5 },
    ['int_from_float', 'minutes', 'Input should be a valid integer, got a number with a fractional part'],
  ],
  [{ minutes: '5' }, ['int_type', 'minutes', 'Input should be a valid integer']],
  [{ minutes: true }, ['int_type', 'minutes', 'Input should be a valid integer']],
  [{ channels: 'sms' }, ['list_type', 'channels', 'Input should be a valid list']],
  [{ channels: [] }, ['too_short', 'channels', 'List should have at least 1 item after validation, not 0']],
  [
    { channels: ['sms', 'sms', 'sms'] },
    ['too_long', 'channels', 'List should have at most 2 items after validation, not 3'],
  ],
  [
    { channels: [1, 'fax', 2, 3] },
    ['too_long', 'channels', 'List should have at most 2 items after validation, not 4'],
  ],
  [
    { subject: '', channels: [1, 2, 3], kind: 'z' },
    ['string_too_short', 'subject', 'String should have at least 1 character'],
    ['too_long', 'channels', 'List should have at most 2 items after validation, not 3'],
    ['literal_error', 'kind', "Input should be 'one_off' or 'updateable'"],
  ],
  [
    { at: 'x'.repeat(31) },
    ['datetime_from_date_parsing', 'at', 'Input should be a valid datetime or date, this is no RFC 3339 date-time'],
  ],
  [
    { email: 'x'.repeat(321) },
    ['value_error', 'email', 'value is not a valid email address: An email address must have an @-sign.'],
  ],
  [{ email: `ada@example.com${' '.repeat(305)}` }],
  [
    { email: `ada@example.com${' '.repeat(306)}` },
    ['string_too_long', 'email', 'String should have at most 320 characters'],
  ],
  [{ channels: ['sms', 'fax'] }, ['literal_error', 'channels.1', "Input should be 'email', 'sms' or 'whatsapp'"]],
  [{ channels: [5] }, ['literal_error', 'channels.0', "Input should be 'email', 'sms' or 'whatsapp'"]],
  [{ kind: 'z' }, ['literal_error', 'kind', "Input should be 'one_off' or 'updateable'"]],
  [
    { inner: 5 },
    ['model_attributes_type', 'inner', 'Input should be a valid dictionary or object to extract fields from'],
  ],
  [{ inner: {} }, ['missing', 'inner.name', 'Field required']],
  [[], ['model_attributes_type', '', 'Input should be a valid dictionary or object to extract fields from']],
  [
    { subject: '', notify: 1, inner: {} },
    ['string_too_short', 'subject', 'String should have at least 1 character'],
    ['bool_type', 'notify', 'Input should be a valid boolean'],
    ['missing', 'inner.name', 'Field required'],
  ],
] as const)
  test(`${JSON.stringify(given).slice(0, 80)} → ${expected.map(([type, loc]) => `${type} at ${loc}`).join(', ') || 'valid'} (7)`, () => {
    expect(errorsOf(given)).toEqual(expected)
  })

test('a number that JSON parses to infinity is not an integer (7)', () => {
  expect(errorsOf(JSON.parse('{"minutes":1e999}'))).toEqual([['int_from_float', 'minutes', expect.any(String)]])
})

test('input is echoed up to 1 KiB of JSON, else null (7)', () => {
  const inputOf = (length: number) => validate({ subject: 'x'.repeat(length) }, ['body'])[0]!.input
  expect([inputOf(1022), inputOf(1023)]).toEqual(['x'.repeat(1022), null])
})

test('inherited fields do not count (7)', () => {
  expect(errorsOf(JSON.parse('{"inner":{"__proto__":{"name":"x"}}}'))).toEqual([
    ['missing', 'inner.name', 'Field required'],
  ])
})

test('a million wrong items are one error with their number, found quickly (7)', () => {
  const started = performance.now()
  expect(errorsOf({ channels: Array(1_000_000).fill(1) })).toEqual([
    ['too_long', 'channels', 'List should have at most 2 items after validation, not 1000000'],
  ])
  expect(performance.now() - started).toBeLessThan(500)
})

test('patterns and formats are not matched against megabytes (7)', () => {
  const given = { subject: 'x'.repeat(2_000_000), email: 'x'.repeat(2_000_000), at: '2'.repeat(2_000_000) }
  expect(errorsOf(given).map(([type, loc]) => [type, loc])).toEqual([
    ['string_too_long', 'subject'],
    ['datetime_from_date_parsing', 'at'],
    ['value_error', 'email'],
  ])
})

test('validation reports at most 100 errors (7)', () => {
  expect(errorsOf({ ids: Array(300).fill(1) })).toEqual(
    Array.from({ length: 100 }, (_, index) => ['string_type', `ids.${index}`, 'Input should be a valid string']),
  )
})
