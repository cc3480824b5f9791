import { refundSends } from '../credits/sends.ts'
import { done, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { type Cancelled, cancelRetracted } from '../nudges/sql.ts'
import { defineOperation } from '../operation.ts'
import { emitEvents, messageEvent } from '../webhooks/emit.ts'
import type { NewEvent } from '../webhooks/event.ts'
import { decideRetractions } from './retract.decide.ts'
import { type LockedMessage, lockForRetraction, retractMessages } from './sql.ts'
import { messagePath, retractResult } from './view.schema.ts'

/**
 * The nudges that have not started are cancelled by an update of their rows, the same rows the sender must update before it calls
 * a provider. One of the two comes first, and the other sees it.
 */
export const retractMessage = defineOperation({
  access: 'key',
  number: 6,
  name: 'retractMessage',
  method: 'POST',
  path: '/api/v1/messages/{public_id}/retract',
  summary: 'Take a message back and call off what has not been sent',
  params: messagePath,
  idempotent: true,
  response: retractResult,
  refusals: ['message.not_found'],
  async handle({ context, tx }, calls) {
    const businessIds = calls.map(({ caller }) => caller.businessId)
    const ids = calls.map(({ params }) => readId('msg', params.public_id))
    const keys = businessIds.map((businessId, place) => (ids[place] === null ? null : `${businessId} ${ids[place]}`))
    const rows = await tx.all(lockForRetraction, {
      asked: businessIds.map((businessId, place) => ({ businessId, id: ids[place] ?? null })),
    })
    const found = new Map(rows.map((row) => [`${row.businessId} ${row.messageId}`, row]))
    const decisions = decideRetractions(keys, new Map([...found].map(([key, { status }]) => [key, status])))

    const retracted = businessIds.flatMap((businessId, place) =>
      decisions[place]?.retracted === true ? [{ businessId, id: ids[place]! }] : [],
    )
    if (retracted.length > 0) {
      await tx.all(retractMessages, { retracted })
      const cancelled = await tx.all(cancelRetracted, { messages: retracted })
      await emitEvents(context, tx, notSentEvents(cancelled, rows, await tx.now))
      refundSends(tx, cancelled)
    }
    return decisions.map((decision, place) =>
      decision === null
        ? refused('message.not_found')
        : done({ id: showId('msg', ids[place]!), retracted: decision.retracted, status: 'retracted' }, [
            found.get(keys[place]!)!.recipientId,
          ]),
    )
  },
})

/** An email that is cancelled was not sent, which is published (2.4). */
function notSentEvents(cancelled: Cancelled[], messages: LockedMessage[], now: Date): NewEvent[] {
  const byId = new Map(messages.map((message) => [message.messageId, message]))
  const data = { reason: 'retracted', at: now.toISOString() }
  return cancelled
    .filter(({ channel }) => channel === 'email')
    .map(({ messageId }) => messageEvent(byId.get(messageId)!, 'message.not_sent', data))
}
