import { mapPaid } from '../../channels/registry.ts'
import type { Caller, Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import { type DisplayedEmail, emailIdentity, normaliseEmail } from '../../email.ts'
import { done, type Outcome } from '../../errors.ts'
import { formatId, parseId } from '../../ids.ts'
import { metrics } from '../../metrics.ts'
import { defineOperation } from '../../operation.ts'
import { readPhone } from '../../phone.ts'
import { tryLockRecipients } from '../../recipients/lock.ts'
import { parseOptIn } from '../../recipients/opt-in.ts'
import { utcInstant } from '../../utc-instant.ts'
import type { AcceptedPush, Plan, Push } from './facts.ts'
import { loadFacts, lockNamesOf } from './load.ts'
import { decidePushes } from './pushes.decide.ts'
import { type PushRequest, type PushResult, pushRequest, pushResult } from './schema.ts'
import { storePlan } from './store.ts'

export const pushMessage = defineOperation({
  access: 'key',
  scope: 'messages:write',
  number: 1,
  name: 'pushMessage',
  tag: 'Messages',
  method: 'POST',
  path: '/api/v1/messages',
  summary: 'Push an update about an order to a recipient',
  description: [
    'Stores an update about an order in the inbox of the customer and queues the nudges that point to it: an email, and a text or a WhatsApp message where the account and the push allow it.',
    'A 201 states that the message is stored. It does not state that a paid channel is used: read `email`, `sms` and `whatsapp` in the result, each with its `skipped_reason`. Sending happens after the response; the outcome is published as events and shown by `GET /api/v1/messages/{public_id}`.',
  ].join('\n\n'),
  body: pushRequest,
  idempotent: true,
  success: 'created',
  response: pushResult,
  // Returned only for a replay whose stored response was erased with its recipient.
  refusals: ['message.not_found'],
  unspentRefusals: ['quota.messages_per_day', 'quota.stored_messages'],
  tryLocks: tryPushLocks,
  handle: ({ context, tx }, calls) => push(context, tx, calls.map(pushCall)),
})

/** A push request of a business. Nudges of batch items have a lower priority than those of single pushes. */
export type PushCall = Caller & { request: PushRequest; isBatchItem: boolean }

type PushInput = { caller: Caller; body: PushRequest }
const pushCall = ({ caller, body }: PushInput): PushCall => ({
  ...caller,
  request: body,
  isBatchItem: false,
})

/** Operations 1 and 3: concurrent calls that the server batched, or the items of one batch request. */
export async function push(context: Context, tx: Transaction, calls: PushCall[]): Promise<Outcome<PushResult>[]> {
  const pushes = calls.map((call) => readPush(context, call))
  const facts = await loadFacts(context, tx, pushes, spendersOf(calls))
  const plan = decidePushes(facts, pushes, await tx.now)
  const batchMessageIds = new Set(
    calls.flatMap((call, index) => (call.isBatchItem ? [pushes[index]!.ids.message] : [])),
  )
  await storePlan(context, tx, plan, batchMessageIds)
  return plan.outcomes.map(toOutcome)
}

function toOutcome(outcome: Plan['outcomes'][number]): Outcome<PushResult> {
  if ('invalid' in outcome) return outcome
  if ('done' in outcome) return done(resultOf(outcome.done, outcome.recipientEmail), [outcome.done.message.recipientId])
  metrics.quotaRefusals.inc({ quota: outcome.refused.replace('quota.', '') })
  return { ...outcome, recipientIds: [] }
}

/** Locks the addresses and numbers of the calls without waiting. Returns the calls of which another transaction has a lock. */
async function tryPushLocks<Call extends PushInput>(tx: Transaction, calls: Call[]): Promise<ReadonlySet<Call>> {
  const named = calls.map((call) => {
    const { businessId, country } = call.caller
    return { call, names: lockNamesOf({ businessId, ...readTarget(call.body, country) }) }
  })
  const all = named.flatMap(({ names }) => names)
  const unavailable = await tryLockRecipients(tx, all)
  return new Set(named.filter(({ names }) => names.some((name) => unavailable.has(name))).map(({ call }) => call))
}

/** The businesses that may spend credits: a paid channel is on and at least one push may create a nudge. */
const spendersOf = (calls: PushCall[]): string[] => [
  ...new Set(calls.flatMap((call) => (call.hasPaidChannel && call.request.notify !== false ? [call.businessId] : []))),
]

function readPush({ newId }: Context, { businessId, keyId, country, request }: PushCall): Push {
  const { send_at: sendAt = null, whatsapp_opt_in: optIn } = request
  return {
    businessId,
    keyId,
    request,
    ...readTarget(request, country),
    displayedEmail: normaliseEmail(request.recipient_email),
    sendAt: sendAt === null ? null : { at: new Date(sendAt), text: utcInstant(sendAt) },
    optIn: optIn == null ? null : parseOptIn(optIn),
    obsoletes: (request.obsoletes ?? []).flatMap((id) => parseId('msg', id) ?? []),
    ids: { push: newId(), message: newId(), recipient: newId(), email: newId(), ...mapPaid(() => newId()) },
  }
}

const readTarget = (
  { recipient_email: email, recipient_phone: phone = null }: PushRequest,
  country: string | null,
): Pick<Push, 'email' | 'phone'> => ({
  email: emailIdentity(email),
  phone: phone === null ? null : (readPhone(phone, country) ?? 'impossible'),
})

function resultOf(
  { message, created, scheduledFor, nudged, email, optIn, ...blocks }: AcceptedPush,
  recipientEmail: DisplayedEmail,
): PushResult {
  const time = (moment: Date | null): string | null => moment?.toISOString() ?? null
  return {
    id: formatId('msg', message.id),
    recipient_email: recipientEmail,
    subject: message.subject,
    kind: message.kind,
    status: message.status,
    created,
    scheduled_for: scheduledFor,
    nudged,
    email,
    ...mapPaid(
      (channel) => blocks[channel] && { ...blocks[channel], escalates_at: time(blocks[channel].escalates_at) },
    ),
    sms_units: blocks.sms?.queued === true ? 1 : 0,
    whatsapp_opt_in: optIn,
    reference: message.reference,
    order_status: message.orderStatus,
    created_at: message.createdAt.toISOString(),
    updated_at: message.updatedAt.toISOString(),
  }
}
