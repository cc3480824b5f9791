import { makeObsolete } from '../../message-status.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { Message, Push } from './facts.ts'
import { keyOf, type PushState } from './push-state.decide.ts'

/** A new message, or the active updateable one with exactly this subject, with text, reference and order status replaced. */
export function writeMessage(
  state: PushState,
  push: Push,
  recipient: Recipient,
): { message: Message; created: boolean } {
  const { subject, body, reference = null, order_status: orderStatus = null, kind = 'one_off' } = push.request
  const { now } = state
  const match = findMatch(state, push, recipient)
  if (match !== undefined)
    return {
      message: { ...match, body, reference, orderStatus, updatedAt: now, updatedKeyId: push.keyId },
      created: false,
    }
  const message: Message = {
    businessId: push.businessId,
    id: push.ids.message,
    recipientId: recipient.id,
    kind,
    status: 'active',
    subject,
    body,
    reference,
    orderStatus,
    createdAt: now,
    updatedAt: now,
    createdKeyId: push.keyId,
    updatedKeyId: null,
    statusChangedAt: null,
  }
  return { message, created: true }
}

export const createsMessage = (state: PushState, push: Push): boolean =>
  findMatch(state, push, state.recipients.get(keyOf(push.businessId, push.email))) === undefined

function findMatch(
  { messages }: PushState,
  { request: { kind, subject } }: Push,
  recipient: Recipient | undefined,
): Message | undefined {
  if (kind !== 'updateable' || recipient === undefined) return undefined
  return [...messages.values()].find(
    (m) => m.recipientId === recipient.id && m.kind === 'updateable' && m.status === 'active' && m.subject === subject,
  )
}

/** Ignores unknown ids, ids of another business and the push's own message. Only an active message becomes obsolete (3.1). */
export function markObsolete({ messages, now }: PushState, { businessId, obsoletes }: Push, own: Message): Message[] {
  return obsoletes.flatMap((id) => {
    const target = messages.get(id)
    if (target === undefined || target.id === own.id || target.businessId !== businessId) return []
    const status = makeObsolete(target.status)
    return status === target.status ? [] : [{ ...target, status, statusChangedAt: now }]
  })
}
