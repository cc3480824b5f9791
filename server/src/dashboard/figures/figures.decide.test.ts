import { describe, expect, test } from 'vitest'
import type { Figure } from '../../figures/sql.ts'
import { arrivedOf, type Outcome, outcomeOf, sentOf, summarise } from './figures.decide.ts'
import { daysOf, readPeriod } from './period.decide.ts'

type NudgeFigure = Extract<Figure, { subject: 'nudge' }>
const nudge = (over: Partial<NudgeFigure> = {}): NudgeFigure => ({
  day: '2026-11-18',
  subject: 'nudge',
  channel: 'email',
  state: 'delivered',
  reason: '',
  mark: '',
  delay: -1,
  count: 1,
  credits: 0,
  ...over,
})

describe('what became of a nudge', () => {
  for (const [over, outcome] of [
    [{ state: 'pending' }, 'pending'],
    [{ state: 'accepted' }, 'sent'],
    [{ state: 'delivered' }, 'delivered'],
    [{ state: 'read' }, 'delivered'],
    [{ state: 'delivered', mark: 'complained' }, 'complained'],
    [{ state: 'accepted', mark: 'bounced' }, 'bounced'],
    [{ state: 'failed', reason: 'esp_refused' }, 'failed'],
    [{ state: 'failed', reason: 'outcome_unknown' }, 'unknown'],
    [{ state: 'failed', reason: 'sms.submit_outcome_unknown' }, 'unknown'],
    [{ state: 'failed', reason: 'sms.no_report' }, 'unknown'],
    [{ state: 'failed', reason: 'sms.carrier_failed' }, 'failed'],
    [{ state: 'rejected', reason: 'sms.submit_refused' }, 'not_sent'],
    [{ state: 'skipped', reason: 'no_phone' }, 'not_sent'],
    [{ state: 'skipped', reason: 'disabled_by_request' }, null],
    [{ state: 'cancelled' }, 'cancelled'],
    [{ state: 'cancelled', reason: 'retracted' }, 'cancelled'],
    [{ state: 'cancelled', mark: 'opened_in_time' }, 'not_needed'],
  ] as const satisfies [Partial<NudgeFigure>, Outcome | null][])
    test(`${Object.values(over).join(' ')}: ${outcome}`, () => expect(outcomeOf(nudge(over))).toBe(outcome))
})

const days = ['2026-11-17', '2026-11-18']

test('a day has its own figures, and a day without any has zeros', () => {
  const found = summarise(
    [
      { day: '2026-11-18', subject: 'push', count: 5, credits: 0 },
      { day: '2026-11-18', subject: 'message', state: 'opened', count: 1, credits: 0 },
      { day: '2026-11-18', subject: 'message', state: 'unopened', count: 3, credits: 0 },
      { day: '2026-11-18', subject: 'ledger', state: 'charge', count: 2, credits: -4 },
      { day: '2026-11-18', subject: 'ledger', state: 'refund', count: 1, credits: 2 },
      { day: '2026-11-18', subject: 'ledger', state: 'grant', count: 1, credits: 100 },
      nudge({ channel: 'sms', state: 'cancelled', mark: 'opened_in_time', credits: 3 }),
      nudge({ count: 4 }),
    ],
    days,
  )
  expect(
    found.days.map(({ day, pushes, messages, opened, spent, refunded, saved }) => [
      day,
      pushes,
      messages,
      opened,
      spent,
      refunded,
      saved,
    ]),
  ).toEqual([
    ['2026-11-17', 0, 0, 0, 0, 0, 0],
    ['2026-11-18', 5, 4, 1, 4, 2, 3],
  ])
  expect(found.days[1]!.byChannel.email.delivered).toBe(4)
  expect(found.days[1]!.byChannel.sms.not_needed).toBe(1)
})

test('the total is the sum of the days, without figures of other days', () => {
  const { total } = summarise([nudge({ day: days[0]! }), nudge({ count: 2 }), nudge({ day: '2026-11-16' })], days)
  expect(total.byChannel.email.delivered).toBe(3)
})

test('what arrived is a part of what was sent', () => {
  const { total } = summarise(
    [
      nudge({ count: 2 }),
      nudge({ mark: 'complained' }),
      nudge({ state: 'accepted', mark: 'bounced' }),
      nudge({ state: 'accepted' }),
      nudge({ state: 'failed', reason: 'outcome_unknown' }),
      nudge({ state: 'skipped', reason: 'unsubscribed' }),
      nudge({ state: 'pending' }),
    ],
    days,
  )
  expect([arrivedOf(total.byChannel.email), sentOf(total.byChannel.email)]).toEqual([3, 6])
})

test('reasons are added over the days, the most frequent first', () => {
  const { reasons } = summarise(
    [
      nudge({ channel: 'sms', state: 'skipped', reason: 'no_phone', day: days[0]! }),
      nudge({ state: 'skipped', reason: 'unsubscribed', count: 2 }),
      nudge({ channel: 'sms', state: 'skipped', reason: 'no_phone', count: 2 }),
      nudge({ channel: 'sms', state: 'skipped', reason: 'disabled_by_request', count: 9 }),
    ],
    days,
  )
  expect(reasons).toEqual([
    { channel: 'sms', reason: 'no_phone', outcome: 'not_sent', count: 3 },
    { channel: 'email', reason: 'unsubscribed', outcome: 'not_sent', count: 2 },
  ])
})

test('the times to a delivery are cumulated, and one beyond the last counts as delivered only', () => {
  const { delays } = summarise([nudge({ delay: 0, count: 3 }), nudge({ delay: 2 }), nudge({ delay: 9 }), nudge()], days)
  expect(delays).toEqual([{ channel: 'email', within: [3, 3, 4, 4, 4, 4, 4, 4, 4], delivered: 5 }])
})

test('a period ends with today in UTC', () => {
  expect(daysOf(7, new Date('2026-03-02T00:00:00Z'))).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
})
for (const [text, length] of [
  [null, 30],
  ['7', 7],
  ['90', 90],
  ['365', 30],
  ['x', 30],
] as const)
  test(`the period ${text} has ${length} days`, () => expect(readPeriod(text)).toBe(length))
