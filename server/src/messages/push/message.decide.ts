import { makeObsolete } from '../../message-status.ts'
import type { Recipient } from '../../recipients/consent.decide.ts'
import type { Message, Push } from './facts.ts'
import { keepMessage, keyOf, type World } from './push-state.decide.ts'

/** A new message, or the active updateable one with this very subject, whose text, reference and status are replaced. */
export function writeMessage(world: World, push: Push, recipient: Recipient): { message: Message; created: boolean } {
  const { subject, body, reference = null, order_status: orderStatus = null, kind = 'one_off' } = push.request
  const match = findMatch(world, push, recipient)
  if (match !== undefined)
    return {
      message: keepMessage(world, { ...match, body, reference, orderStatus, updatedAt: world.now }),
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
    createdAt: world.now,
    updatedAt: world.now,
  }
  return { message: keepMessage(world, message), created: true }
}

export const createsMessage = (world: World, push: Push): boolean =>
  findMatch(world, push, world.recipients.get(keyOf(push.businessId, push.email))) === undefined

function findMatch(
  { messages }: World,
  { request: { kind, subject } }: Push,
  recipient: Recipient | undefined,
): Message | undefined {
  if (kind !== 'updateable' || recipient === undefined) return undefined
  return [...messages.values()].find(
    (m) => m.recipientId === recipient.id && m.kind === 'updateable' && m.status === 'active' && m.subject === subject,
  )
}

/** Unknown, foreign and own ids are ignored alike; only an active message becomes obsolete (3.1). */
export function markObsolete(world: World, { businessId, obsoletes }: Push, own: Message): void {
  for (const id of obsoletes) {
    const target = world.messages.get(id)
    if (
      target === undefined ||
      target.id === own.id ||
      target.businessId !== businessId ||
      makeObsolete(target.status) === target.status
    )
      continue
    keepMessage(world, { ...target, status: makeObsolete(target.status) })
  }
}
