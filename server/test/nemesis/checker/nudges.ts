import { groupBy } from '../../support/tally.ts'
import type { Attempt, NudgeRow } from '../evidence.ts'
import type { Barrier } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

/**
 * I2. An email contains the id of its nudge. A text or a WhatsApp message is identified by its number, which belongs to one
 * recipient. There may be no more submissions than committed attempts, and no more acceptances than attempted nudges.
 */
export function checkSubmissions(nudges: NudgeRow[], attempts: Attempt[]): Violation[] {
  const nudgesBy = groupBy(nudges, (nudge) =>
    nudge.channel === 'email' ? nudge.id : `${nudge.channel} ${nudge.phone}`,
  )
  const attemptsBy = groupBy(attempts, ({ channel, nudgeId, to }) =>
    channel === 'email' ? nudgeId : `${channel} ${to}`,
  )
  return violationsOf(
    'I2 a provider accepts each nudge at most once',
    [...attemptsBy].flatMap(([name, made]) => {
      const accepted = made.filter((attempt) => attempt.accepted).length
      const known = nudgesBy.get(name!)
      // The nudges of an erased recipient are gone, so an email is only checked for a second acceptance.
      if (known === undefined)
        return accepted > 1 && made[0]!.channel === 'email' ? [`${name}: accepted ${accepted} times`] : []
      const committed = known.reduce((sum, nudge) => sum + nudge.attempts, 0)
      const attempted = known.filter((nudge) => nudge.attempts > 0).length
      return [
        ...(made.length > committed
          ? [`${name}: submitted ${made.length} times, with ${committed} committed attempts`]
          : []),
        ...(accepted > attempted ? [`${name}: accepted ${accepted} times, with ${attempted} nudges`] : []),
        ...(accepted > 0 && known.every(endedUnsent) ? [`${name}: accepted, and ended ${known[0]!.state}`] : []),
      ]
    }),
  )
}

/** The final state says that no provider accepted it. */
const endedUnsent = ({ state, skipped_reason: reason }: NudgeRow): boolean =>
  state === 'cancelled' || state === 'skipped' || (state === 'rejected' && reason !== null)

/**
 * I9. At most one text per push may have arrived, whether it was requested by the push, sent as the fallback for WhatsApp, or
 * resent. A text that the carrier reported as failed may be followed by another.
 */
export function checkTexts(nudges: NudgeRow[]): Violation[] {
  const texts = nudges.filter((nudge) => nudge.channel === 'sms' && mayHaveArrived(nudge))
  return violationsOf(
    'I9 at most one text per push',
    [...groupBy(texts, (nudge) => nudge.push_id)]
      .filter(([, own]) => own.length > 1)
      .map(([pushId, own]) => `push ${pushId}: ${own.map(({ id, state }) => `${id} ${state}`).join(', ')}`),
  )
}

const mayHaveArrived = ({ state, error_code: code }: NudgeRow): boolean =>
  !['skipped', 'cancelled', 'rejected'].includes(state) && code !== 'sms.carrier_failed'

/**
 * I13. Each attempt before the last was refused and is stored. The last one is stored if it ended in a refusal or is unknown. An
 * attempt without a number that was counted cannot be stored.
 */
export function checkStoredAttempts(nudges: NudgeRow[]): Violation[] {
  return violationsOf(
    'I13 every retry has the attempt before it, and nothing is stored for an ordinary one',
    nudges.flatMap(({ id, attempts, stored_attempts: stored }) => {
      const missing = Array.from({ length: Math.max(0, attempts - 1) }, (_, index) => index + 1).filter(
        (attempt) => !stored.includes(attempt),
      )
      return [
        ...missing.map((attempt) => `${id}: attempt ${attempt} of ${attempts} is not stored`),
        ...stored
          .filter((attempt) => attempt > attempts)
          .map((attempt) => `${id}: attempt ${attempt} was never counted`),
      ]
    }),
  )
}

/**
 * I7. An attempt is counted by a commit that precedes it, so after a retraction, a stop or an open the nudges it forbids may
 * have no further attempt. One in progress at that time was counted before. After a retraction the message may get no new
 * nudge with an attempt either.
 */
export function checkBarriers(barriers: Barrier[], nudges: NudgeRow[]): Violation[] {
  const [byId, byMessage] = [
    new Map(nudges.map((nudge) => [nudge.id, nudge])),
    groupBy(nudges, (nudge) => nudge.message_id),
  ]
  return violationsOf(
    'I7 nothing is submitted after the commit that forbids it',
    barriers.flatMap(({ cause, at, messageId, nudges: forbidden }) => {
      const time = `${new Date(at).toISOString()}, after a ${cause}`
      const known = new Set(forbidden.map(({ id }) => id))
      const attemptedAgain = forbidden.filter(({ id, attempts }) => (byId.get(id)?.attempts ?? 0) > attempts)
      const created = cause === 'retract' ? (byMessage.get(messageId) ?? []).filter(({ id }) => !known.has(id)) : []
      return [
        ...attemptedAgain.map(({ id, state }) => `${id} was ${state} at ${time}, and was attempted later`),
        ...created
          .filter(({ attempts }) => attempts > 0)
          .map(({ id }) => `${id} did not exist at ${time}, and was attempted`),
      ]
    }),
  )
}
