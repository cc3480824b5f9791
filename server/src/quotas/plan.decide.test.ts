import { expect, test } from 'vitest'
import { periodEnd, planEvents } from './plan.decide.ts'

const now = new Date('2026-12-31T23:59:59Z')
const pastDue = { type: 'plan.past_due', data: { period_ends_at: '2027-01-01T00:00:00.000Z' } }
const lapsed = { type: 'plan.lapsed', data: { lapsed_at: '2026-12-31T23:59:59.000Z' } }

for (const [before, after, events] of [
  ['active', 'active', []],
  ['active', 'past_due', [pastDue]],
  ['active', 'lapsed', [lapsed]],
  ['past_due', 'past_due', []],
  ['past_due', 'lapsed', [lapsed]],
  ['past_due', 'active', []],
  ['lapsed', 'past_due', [pastDue]],
  ['lapsed', 'lapsed', []],
  ['lapsed', 'active', []],
] as const)
  test(`plan ${before} → ${after}: ${events.map(({ type }) => type).join() || 'no event'} (6.3)`, () => {
    expect(planEvents(before, after, now)).toEqual(events)
  })

for (const [at, end] of [
  ['2026-11-15T05:00:00Z', '2026-12-01T00:00:00.000Z'],
  ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00Z', '2028-03-01T00:00:00.000Z'],
] as const)
  test(`the period of ${at} ends ${end}`, () => {
    expect(periodEnd(new Date(at)).toISOString()).toBe(end)
  })
