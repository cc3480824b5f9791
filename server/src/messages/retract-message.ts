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
 * Cancelling updates the rows of the pending nudges. A worker must update the same rows before it calls a provider, so the row
 * lock decides the race: either the nudge is cancelled, or it is already being submitted.
 */
export const retractMessage = defineOperation({
  access: 'key',
  scope: 'messages:write',
  number: 6,
  name: 'retractMessage',
  tag: 'Messages',
  method: 'POST',
  path: '/api/v1/messages/{public_id}/retract',
  summary: 'Retract a message and cancel its nudges that have not been sent',
  description:
    'Marks a message as retracted. The inbox still shows it, dimmed and labelled. Nudges that have not been sent are cancelled and refunded; a nudge that was submitted cannot be recalled. A second retraction is not an error: `retracted` is false.',
  params: messagePath,
  idempotent: true,
  response: retractResult,
  refusals: ['message.not_found'],
  async handle({ context, tx }, calls) {
    const targets = calls.map(({ caller, params }) => ({
      businessId: caller.businessId,
      id: parseId('msg', params.public_id),
    }))
    const rows = await tx.all(lockForRetraction, { targets })
    const found = new Map(rows.map((row) => [`${row.businessId} ${row.messageId}`, row]))
    const decided = decideRetractions(targets.map(({ businessId, id }) => found.get(`${businessId} ${id}`)))

    const retracted = decided.flatMap((one) =>
      one?.retracted === true ? [{ businessId: one.message.businessId, id: one.message.messageId }] : [],
    )
    if (retracted.length > 0) {
      await tx.all(retractMessages, { retracted })
      const cancelled = await tx.all(cancelRetracted, { messages: retracted })
      const traces = new Map(calls.map(({ trace }, index) => [targets[index]!.id, trace]))
      const events = notSentEvents(cancelled, rows, await tx.now)
      await emitEvents(
        context,
        tx,
        events.map((event) => ({ ...event, trace: traces.get(event.messageId) })),
      )
      refundSends(tx, cancelled)
    }
    return decided.map((one) => {
      if (one === null) return refused('message.not_found')
      const { messageId, recipientId } = one.message
      return done({ id: formatId('msg', messageId), retracted: one.retracted, status: 'retracted' }, [recipientId])
    })
  },
})

/** `message.not_sent` is published for a cancelled email (2.4). */
function notSentEvents(cancelled: Cancelled[], messages: LockedMessage[], now: Date): NewEvent[] {
  const byId = new Map(messages.map((message) => [message.messageId, message]))
  const data = { reason: 'retracted' as const, at: now.toISOString() }
  return cancelled
    .filter(({ channel }) => channel === 'email')
    .map(({ messageId }) => messageEvent(byId.get(messageId)!, 'message.not_sent', data))
}
