import { expect, test } from 'vitest'
import { type InstallationState, type PauseReason, pauseReason } from './pause.decide.ts'

const now = new Date('2026-11-16T08:00:00Z')
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
const usual: InstallationState = {
  stored_location: '7261904113/16384',
  current_location: '7261904113/16384',
  now,
  seen_at: hoursAgo(0),
  oldest_due_at: null,
  is_development: false,
}

const rows: [what: string, Partial<InstallationState>, lastSeenAt: Date | null, PauseReason | null][] = [
  ['a restart in the same database', {}, null, null],
  ['a dump restored into another cluster', { current_location: '7261904114/16384' }, null, 'other_database'],
  [
    'a dump restored into another database of the cluster',
    { current_location: '7261904113/16401' },
    null,
    'other_database',
  ],
  [
    'another development database',
    { current_location: '7261904113/16401', is_development: true },
    null,
    'other_database',
  ],
  ['the database is as recent as the last check of the process', { seen_at: hoursAgo(1) }, hoursAgo(1), null],
  ['the database is older than the last check of the process', { seen_at: hoursAgo(1) }, hoursAgo(0), 'went_back'],
  ['off for a weekend, without due work', { seen_at: hoursAgo(62) }, null, null],
  [
    'off for a weekend, with work due since Saturday',
    { seen_at: hoursAgo(62), oldest_due_at: hoursAgo(40) },
    null,
    'old_work',
  ],
  [
    'off for a weekend, with work due since last night',
    { seen_at: hoursAgo(62), oldest_due_at: hoursAgo(8) },
    null,
    null,
  ],
  [
    'off for a weekend, in development',
    { seen_at: hoursAgo(62), oldest_due_at: hoursAgo(40), is_development: true },
    null,
    null,
  ],
  ['off for a night, with a full queue', { seen_at: hoursAgo(14), oldest_due_at: hoursAgo(14) }, null, null],
  ['running, with work that is long overdue', { seen_at: hoursAgo(0), oldest_due_at: hoursAgo(40) }, null, null],
]
for (const [what, differs, lastSeenAt, expected] of rows)
  test(`${what}: ${expected ?? 'not paused'}`, () => {
    expect(pauseReason({ ...usual, ...differs }, lastSeenAt)).toBe(expected)
  })
