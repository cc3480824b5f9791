import { expect, test } from 'vitest'
import type { Attempt, NudgeRow, OutboxRow } from '../evidence.ts'
import { attempt, nudge, nudgeId, text, textAttempt, verdict } from './checker.support.ts'
import { checkTestSides } from './test-sides.ts'

const stored: OutboxRow = { nudge_id: nudgeId }
const side = (over: Partial<NudgeRow> = {}): NudgeRow => nudge({ mode: 'test', ...over })

const rows: [what: string, NudgeRow[], OutboxRow[], Attempt[], isViolation: boolean][] = [
  ['an email in the outbox', [side()], [stored], [], false],
  ['a live email at a provider', [nudge()], [], [attempt()], false],
  ['an email of a test side at a provider', [side()], [stored], [attempt()], true],
  ['a text of a test side at a provider', [text({ mode: 'test' })], [stored], [textAttempt()], true],
  ['a delivered email that is not in the outbox', [side()], [], [], true],
  ['an entry of a nudge without an attempt', [side({ attempts: 0 })], [stored], [], true],
  ['an entry without a nudge', [], [stored], [], true],
  ['a text that still waits', [text({ mode: 'test', state: 'waiting', attempts: 0 })], [], [], true],
  ['a text that was cancelled', [text({ mode: 'test', state: 'cancelled', attempts: 0 })], [], [], true],
  ['a worker that died', [side({ state: 'failed', error_code: 'outcome_unknown' })], [], [], false],
  [
    'a text without credit',
    [text({ mode: 'test', state: 'rejected', skipped_reason: 'insufficient_credit', attempts: 0 })],
    [],
    [],
    false,
  ],
]
for (const [what, nudges, outbox, attempts, isViolation] of rows)
  test(`I12 ${verdict(isViolation)}: ${what}`, () => {
    expect(checkTestSides(nudges, outbox, attempts)).toHaveLength(isViolation ? 1 : 0)
  })
