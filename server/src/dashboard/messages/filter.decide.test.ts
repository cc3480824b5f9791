import { expect, test } from 'vitest'
import { isWithin, passesFilter, readFilter } from './filter.decide.ts'
import type { Delivery } from './outcome.decide.ts'

const noFields = { outcome: null, channel: null, from: null, to: null }

test.each([
  ['2026-11-03', '2026-11-03'],
  ['2000-01-01', '2000-01-01'],
  ['9999-12-31', '9999-12-31'],
  ['1999-12-31', null],
  ['0026-01-01', null],
  ['0000-01-01', null],
  ['2026-02-30', null],
  ['2026-2-3', null],
  ['x', null],
  ['', null],
  [null, null],
])('the day %j is read as %j', (text, day) => {
  const { from, to } = readFilter({ ...noFields, from: text, to: text }, [])
  expect([from, to].map((one) => one?.toISOString().slice(0, 10) ?? null)).toEqual([day, day])
})

const [third, fourth] = [new Date('2026-11-03'), new Date('2026-11-04')]
test.each([
  ['2026-11-02T23:59:59.999Z', third, fourth, false],
  ['2026-11-03T00:00:00.000Z', third, fourth, true],
  ['2026-11-04T23:59:59.999Z', third, fourth, true],
  ['2026-11-05T00:00:00.000Z', third, fourth, false],
  ['2026-11-05T00:00:00.000Z', third, null, true],
  ['2026-11-02T00:00:00.000Z', null, fourth, true],
  ['2026-11-02T00:00:00.000Z', null, null, true],
] as const)('%s within %j and %j: %s', (time, from, to, expected) => {
  expect(isWithin(new Date(time), { from, to })).toBe(expected)
})

type Text = NonNullable<Delivery['sms']>
const text = (over: Partial<Text>): Delivery =>
  ({ email: null, whatsapp: null, opened: true, sms: { state: null, skipped_reason: null, ...over } }) as Delivery
const unwanted = text({ skipped_reason: 'disabled_by_request' })

const any = { outcome: null, reason: null, channel: 'sms' } as const
for (const [what, delivery, filter, expected] of [
  ['a text without a number', text({ skipped_reason: 'no_phone' }), any, true],
  ['a delivered text', text({ state: 'delivered' }), any, true],
  ['a text that the push left out', unwanted, any, false],
  ['texts that are off', text({ skipped_reason: 'sms_disabled' }), any, false],
  ['texts that are not enabled', text({ skipped_reason: 'sms_not_enabled' }), any, false],
  ['a text that the push left out', unwanted, { ...any, outcome: 'opened' }, false],
  ['a text that the push left out', unwanted, { ...any, outcome: 'not_sent' }, false],
  ['a text that the push left out', unwanted, { ...any, outcome: 'not_sent', reason: 'disabled_by_request' }, true],
] as const)
  test(`${what} ${expected ? 'passes' : 'does not pass'} ${JSON.stringify(filter)}`, () => {
    expect(passesFilter(delivery, filter)).toBe(expected)
  })
