import { expect, test } from 'vitest'
import { delivered, now, nudgeId } from './callback.support.ts'
import { reportOn } from './report.ts'

for (const id of [
  nudgeId.toUpperCase(),
  nudgeId.replaceAll('-', ''),
  `${nudgeId}\n`,
  ` ${nudgeId}`,
  `${nudgeId}0`,
  nudgeId.replace('0', 'g'),
  '',
  'nudge',
  7,
  null,
  undefined,
  [nudgeId],
  { toString: 1 },
])
  test(`${JSON.stringify(id)} is no id of ours: no report`, () => {
    expect(reportOn(id, delivered, '2026-11-14T22:41:00Z', now)).toEqual([])
  })

for (const [said, at] of [
  ['2026-11-14T22:41:00Z', '2026-11-14T22:41:00.000Z'],
  ['2026-11-14T22:41:00.2735393Z', '2026-11-14T22:41:00.273Z'],
  ['2026-11-15T00:41:00.5+02:00', '2026-11-14T22:41:00.500Z'],
  [1_794_696_060, '2026-11-14T22:41:00.000Z'],
  [1_794_696_060.512345, '2026-11-14T22:41:00.512Z'],
  ['2026-11-15T22:45:00Z', '2026-11-15T22:45:00.000Z'],
  ['2025-11-14T22:45:00Z', '2025-11-14T22:45:00.000Z'],
] as const)
  test(`the provider's own time is kept: ${said}`, () => {
    expect(reportOn(nudgeId, delivered, said, now)).toEqual([{ nudgeId, at: new Date(at), kind: 'delivered' }])
  })

for (const said of [
  '2026-11-15T22:45:01Z',
  '2025-11-14T22:44:59Z',
  '2026-11-14T22:41:00',
  '2026-99-14T22:41:00Z',
  'yesterday',
  '1794696060',
  '',
  0,
  1_794_696_060_000,
  Number.NaN,
  null,
  undefined,
  {},
  { toString: 1, valueOf: 1 },
])
  test(`a time that makes no sense is the time we heard of it: ${JSON.stringify(said)}`, () => {
    expect(reportOn(nudgeId, delivered, said, now)).toEqual([{ nudgeId, at: now, kind: 'delivered' }])
  })

test('what means nothing yet is no report', () => {
  expect(reportOn(nudgeId, null, '2026-11-14T22:41:00Z', now)).toEqual([])
})
