import { expect, test } from 'vitest'
import { forecastCredits } from './forecast.decide.ts'

for (const [what, balance, net, forecast] of [
  ['nothing is left', 0, 10, { kind: 'empty' }],
  ['nothing was spent', 100, 0, { kind: 'far' }],
  ['more was refunded than spent', 100, -3, { kind: 'far' }],
  ['they last longer than a year', 10_000, 30, { kind: 'far' }],
  ['one is spent a day', 45, 30, { kind: 'lasts', perDay: 1, days: 45 }],
  ['a part of a day is no day', 100, 900, { kind: 'lasts', perDay: 30, days: 3 }],
  ['they do not last a day', 10, 900, { kind: 'lasts', perDay: 30, days: 0 }],
] as const)
  test(`credits of which ${what}`, () => expect(forecastCredits(balance, net, 30)).toEqual(forecast))
