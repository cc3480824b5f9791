import { groupBy } from '../../support/tally.ts'
import type { Attempt, SendRow } from '../evidence.ts'
import type { Barrier } from '../history.ts'
import { broken, type Violation } from './violation.ts'

/**
 * I2. An email says which send it is. A text or a WhatsApp message is known by its number, and a number belongs to one recipient:
 * there may be as many submissions as were committed before they were made, and no more were accepted than sends were made.
 */
export function checkSubmissions(sends: SendRow[], attempts: Attempt[]): Violation[] {
  const sendsBy = groupBy(sends, (send) => (send.channel === 'email' ? send.id : `${send.channel} ${send.phone}`))
  const attemptsBy = groupBy(attempts, ({ channel, sendId, to }) => (channel === 'email' ? sendId : `${channel} ${to}`))
  return broken(
    'I2 a provider accepts each send at most once',
    [...attemptsBy].flatMap(([name, made]) => {
      const accepted = made.filter((attempt) => attempt.accepted).length
      const known = sendsBy.get(name!)
      // Of somebody who was erased nothing is left to compare with but the number one.
      if (known === undefined)
        return accepted > 1 && made[0]!.channel === 'email' ? [`${name}: accepted ${accepted} times`] : []
      const committed = known.reduce((sum, send) => sum + send.attempts, 0)
      const sent = known.filter((send) => send.attempts > 0).length
      return [
        ...(made.length > committed ? [`${name}: submitted ${made.length} times, ${committed} were committed to`] : []),
        ...(accepted > sent ? [`${name}: accepted ${accepted} times, for ${sent} sends`] : []),
        ...(accepted > 0 && known.every(neverWent) ? [`${name}: accepted, and ended ${known[0]!.state}`] : []),
      ]
    }),
  )
}

/** It ended as something that no provider ever took. */
const neverWent = ({ state, skipped_reason: reason }: SendRow): boolean =>
  state === 'cancelled' || state === 'skipped' || (state === 'rejected' && reason !== null)

/**
 * I9. At most one text a push may have arrived, whether the push asked for it, WhatsApp failed, or it was resent. A text that the
 * carrier reported as failed may be followed by another.
 */
export function checkTexts(sends: SendRow[]): Violation[] {
  const texts = sends.filter((send) => send.channel === 'sms' && mayHaveArrived(send))
  return broken(
    'I9 at most one text a push',
    [...groupBy(texts, (send) => send.push_id)]
      .filter(([, own]) => own.length > 1)
      .map(([pushId, own]) => `push ${pushId}: ${own.map(({ id, state }) => `${id} ${state}`).join(', ')}`),
  )
}

const mayHaveArrived = ({ state, error_code: code }: SendRow): boolean =>
  !['skipped', 'cancelled', 'rejected'].includes(state) && code !== 'sms.carrier_failed'

/**
 * I7. An attempt is counted by the commit that precedes it, so from a retraction, a stop or an open on no send it is about may have
 * one more. What was under way then was counted before. After a retraction nothing new may come of the message either.
 */
export function checkBarriers(barriers: Barrier[], sends: SendRow[]): Violation[] {
  const [byId, byMessage] = [new Map(sends.map((send) => [send.id, send])), groupBy(sends, (send) => send.message_id)]
  return broken(
    'I7 nothing is submitted after what forbids it was committed',
    barriers.flatMap(({ cause, at, messageId, sends: stood }) => {
      const when = `${new Date(at).toISOString()}, after a ${cause}`
      const known = new Set(stood.map(({ id }) => id))
      const more = stood.filter(({ id, attempts }) => (byId.get(id)?.attempts ?? 0) > attempts)
      const made = cause === 'retract' ? (byMessage.get(messageId) ?? []).filter(({ id }) => !known.has(id)) : []
      return [
        ...more.map(({ id, state }) => `${id} was ${state} at ${when}, and was attempted then`),
        ...made
          .filter(({ attempts }) => attempts > 0)
          .map(({ id }) => `${id} was not there at ${when}, and was attempted`),
      ]
    }),
  )
}
