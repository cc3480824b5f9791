import { refundSends } from '../credits/sends.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
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
    const asked = calls.map(({ caller, params }) => ({
      businessId: caller.businessId,
      id: parseId('msg', params.public_id),
    }))
    const rows = await tx.all(lockForRetraction, { asked })
    const found = new Map(rows.map((row) => [`${row.businessId} ${row.messageId}`, row]))
    const decided = decideRetractions(asked.map(({ businessId, id }) => found.get(`${businessId} ${id}`)))

    const retracted = decided.flatMap((one) =>
      one?.retracted === true ? [{ businessId: one.message.businessId, id: one.message.messageId }] : [],
    )
    if (retracted.length > 0) {
      await tx.all(retractMessages, { retracted })
      const cancelled = await tx.all(cancelRetracted, { messages: retracted })
      await emitEvents(context, tx, notSentEvents(cancelled, rows, await tx.now))
      refundSends(tx, cancelled)
    }
    return decided.map((one) => {
      if (one === null) return refused('message.not_found')
      const { messageId, recipientId } = one.message
      return done({ id: formatId('msg', messageId), retracted: one.retracted, status: 'retracted' }, [recipientId])
    })
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
