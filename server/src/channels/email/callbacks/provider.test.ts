import { expect, test } from 'vitest'
import { delivered, now, nudgeId, transient } from '../../callback.support.ts'
import type { ProviderReport } from '../../callback.ts'
import { type EventReport, emailReport } from './provider.ts'

const event = { event: { soft: true }, type: 'delivered', nudgeId, time: '2026-11-14T22:41:00Z', words: '' }
const reports = new Map<unknown, EventReport>([
  ['delivered', delivered],
  ['depends on the event', (given) => (given === event.event ? transient : null)],
  ['no report', () => null],
])

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
  test(`${JSON.stringify(id)} is not a nudge id, so there is no report`, () => {
    expect(emailReport(reports, { ...event, nudgeId: id }, now)).toEqual([])
  })

for (const [time, at] of [
  ['2026-11-14T22:41:00Z', '2026-11-14T22:41:00.000Z'],
  ['2026-11-14T22:41:00.2735393Z', '2026-11-14T22:41:00.273Z'],
  ['2026-11-15T00:41:00.5+02:00', '2026-11-14T22:41:00.500Z'],
  [1_794_696_060, '2026-11-14T22:41:00.000Z'],
  [1_794_696_060.512345, '2026-11-14T22:41:00.512Z'],
  ['2026-11-15T22:45:00Z', '2026-11-15T22:45:00.000Z'],
  ['2025-11-14T22:45:00Z', '2025-11-14T22:45:00.000Z'],
] as const)
  test(`the provider's time ${time} is used`, () => {
    expect(emailReport(reports, { ...event, time }, now)).toEqual([{ nudgeId, at: new Date(at), report: delivered }])
  })

for (const time of [
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
  test(`the time ${JSON.stringify(time)} is not plausible: the current time is used`, () => {
    expect(emailReport(reports, { ...event, time }, now)).toEqual([{ nudgeId, at: now, report: delivered }])
  })

for (const [type, result] of [
  ['delivered', [{ nudgeId, at: new Date(event.time), report: delivered }]],
  ['depends on the event', [{ nudgeId, at: new Date(event.time), report: transient }]],
  ['no report', []],
  ['unknown', []],
  ['constructor', []],
  [{ toString: 1 }, []],
  [undefined, []],
] as [unknown, ProviderReport[]][])
  test(`an event of type ${JSON.stringify(type)} → ${JSON.stringify(result.map(({ report }) => report))}`, () => {
    expect(emailReport(reports, { ...event, type }, now)).toEqual(result)
  })
