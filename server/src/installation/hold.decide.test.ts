import { expect, test } from 'vitest'
import { type HoldReason, type InstallationState, reasonToHold } from './hold.decide.ts'

const now = new Date('2026-11-16T08:00:00Z')
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
const usual: InstallationState = {
  place: '7261904113/16384',
  here: '7261904113/16384',
  now,
  seen_at: hoursAgo(0),
  oldest_due_at: null,
  is_development: false,
}

const rows: [what: string, Partial<InstallationState>, remembered: Date | null, HoldReason | null][] = [
  ['a start where it was, a moment later', {}, null, null],
  ['a dump restored into another cluster', { here: '7261904114/16384' }, null, 'other_database'],
  ['a dump restored into another database of the cluster', { here: '7261904113/16401' }, null, 'other_database'],
  ['another database of a developer', { here: '7261904113/16401', is_development: true }, null, 'other_database'],
  ['a process that knows no later time than the database', { seen_at: hoursAgo(1) }, hoursAgo(1), null],
  ['a process that knows a later time than the database', { seen_at: hoursAgo(1) }, hoursAgo(0), 'went_back'],
  ['a weekend off, and nothing has come due', { seen_at: hoursAgo(62) }, null, null],
  [
    'a weekend off, and something was due on Saturday',
    { seen_at: hoursAgo(62), oldest_due_at: hoursAgo(40) },
    null,
    'old_work',
  ],
  [
    'a weekend off, and something is due since the night',
    { seen_at: hoursAgo(62), oldest_due_at: hoursAgo(8) },
    null,
    null,
  ],
  [
    'a weekend off in development',
    { seen_at: hoursAgo(62), oldest_due_at: hoursAgo(40), is_development: true },
    null,
    null,
  ],
  ['a night off with a full queue', { seen_at: hoursAgo(14), oldest_due_at: hoursAgo(14) }, null, null],
  ['workers that were there, and work nobody takes', { seen_at: hoursAgo(0), oldest_due_at: hoursAgo(40) }, null, null],
]
for (const [what, differs, remembered, expected] of rows)
  test(`${what}: ${expected ?? 'not held'}`, () => {
    expect(reasonToHold({ ...usual, ...differs }, remembered)).toBe(expected)
  })
