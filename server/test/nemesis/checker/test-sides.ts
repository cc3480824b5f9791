import type { Attempt, NudgeRow, OutboxRow } from '../evidence.ts'
import { type Violation, violationsOf } from './violation.ts'

/**
 * I12. Nothing of a test side reaches a provider. Its nudges are sent in the end, whatever its clock did, and its outbox has exactly
 * those that were attempted. In this load no recipient of a test side stops or opens anything.
 */
export function checkTestSides(nudges: NudgeRow[], outbox: OutboxRow[], attempts: Attempt[]): Violation[] {
  const own = new Map(nudges.filter(({ mode }) => mode === 'test').map((nudge) => [nudge.id, nudge]))
  const phones = new Set([...own.values()].flatMap(({ phone }) => phone ?? []))
  const stored = new Set(outbox.map(({ nudge_id: id }) => id))
  return violationsOf('I12 a test side reaches no provider, and its outbox has what it sent', [
    ...attempts
      .filter(({ nudgeId, to }) => own.has(nudgeId ?? '') || phones.has(to))
      .map(({ channel, to }) => `${channel} to ${to} reached a provider`),
    ...[...own.values()]
      .filter((nudge) => !hasEnded(nudge))
      .map(({ id, state, skipped_reason }) => `${id} ended ${state} ${skipped_reason}`),
    ...[...own.values()]
      .filter(({ id, state }) => state === 'delivered' && !stored.has(id))
      .map(({ id }) => `${id} was delivered and is not in the outbox`),
    ...[...stored]
      .filter((id) => (own.get(id)?.attempts ?? 0) === 0)
      .map((id) => `${id} is in the outbox and was not attempted`),
  ])
}

/**
 * A worker that died between dispatch and recording leaves an unknown outcome. The credits of a test side may be used up, and the
 * pushes do not request WhatsApp.
 */
const hasEnded = ({ state, skipped_reason: reason, error_code: code }: NudgeRow): boolean =>
  state === 'delivered' ||
  (state === 'failed' && (code === 'outcome_unknown' || code === 'sms.submit_outcome_unknown')) ||
  (['skipped', 'rejected'].includes(state) && ['insufficient_credit', 'disabled_by_request'].includes(reason ?? ''))
