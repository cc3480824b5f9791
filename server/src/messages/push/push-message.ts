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
import { readOptIn } from '../../recipients/opt-in.ts'
import { utcInstant } from '../../utc-instant.ts'
import type { Plan, Push, PushAnswer } from './facts.ts'
import { loadFacts, namesOf } from './load.ts'
import { decidePushes } from './pushes.decide.ts'
import { type PushRequest, type PushResult, pushRequest, pushResult } from './schema.ts'
import { storePlan } from './store.ts'

export const pushMessage = defineOperation({
  access: 'key',
  number: 1,
  name: 'pushMessage',
  method: 'POST',
  path: '/api/v1/messages',
  summary: 'Push an update about an order to a recipient',
  body: pushRequest,
  idempotent: true,
  success: 'created',
  response: pushResult,
  // Only as the replay of a response that was erased with its recipient.
  refusals: ['message.not_found'],
  unspentRefusals: ['quota.messages_per_day', 'quota.stored_messages'],
  tryLocks: tryPushLocks,
  handle: ({ context, tx }, calls) => push(context, tx, calls.map(pushCall)),
})

/** A request to push, by a business. `ofBatch` lets what a person waits for go before what a program sends in bulk. */
export type PushCall = Omit<Caller, 'keyId'> & { request: PushRequest; ofBatch: boolean }

type PushInput = { caller: Caller; body: PushRequest }
const pushCall = ({ caller, body }: PushInput): PushCall => ({
  ...caller,
  request: body,
  ofBatch: false,
})

/** Operations 1 and 3: calls that were joined, or the items of a batch. */
export async function push(context: Context, tx: Transaction, calls: PushCall[]): Promise<Outcome<PushResult>[]> {
  const pushes = calls.map((call) => readPush(context, call))
  const facts = await loadFacts(context, tx, pushes, spendersOf(calls))
  const plan = decidePushes(facts, pushes, await tx.now)
  const ofBatch = new Set(calls.flatMap((call, index) => (call.ofBatch ? [pushes[index]!.ids.message] : [])))
  await storePlan(context, tx, plan, ofBatch)
  return plan.answers.map(toOutcome)
}

function toOutcome(answer: Plan['answers'][number]): Outcome<PushResult> {
  if ('invalid' in answer) return answer
  if ('done' in answer) return done(resultOf(answer.done, answer.recipientEmail), [answer.done.message.recipientId])
  metrics.quotaRefusals.inc({ quota: answer.refused.replace('quota.', '') })
  return { ...answer, recipientIds: [] }
}

/** Locks the addresses and numbers of these without waiting. Returns those of which another transaction holds one. */
async function tryPushLocks<Call extends PushInput>(tx: Transaction, calls: Call[]): Promise<ReadonlySet<Call>> {
  const named = calls.map((call) => {
    const { businessId, country } = call.caller
    return { call, names: namesOf({ businessId, ...readTarget(call.body, country) }) }
  })
  const all = named.flatMap(({ names }) => names)
  const held = await tryLockRecipients(tx, all)
  return new Set(named.filter(({ names }) => names.some((name) => held.has(name))).map(({ call }) => call))
}

/** The businesses whose balance may be needed: they have a paid channel on, and a push of theirs may nudge. */
const spendersOf = (calls: PushCall[]): string[] => [
  ...new Set(calls.flatMap((call) => (call.hasPaidChannel && call.request.notify !== false ? [call.businessId] : []))),
]

function readPush({ newId }: Context, { businessId, country, request }: PushCall): Push {
  const { send_at: sendAt = null, whatsapp_opt_in: optIn } = request
  return {
    businessId,
    request,
    ...readTarget(request, country),
    displayedEmail: normaliseEmail(request.recipient_email),
    sendAt: sendAt === null ? null : { at: new Date(sendAt), text: utcInstant(sendAt) },
    optIn: optIn == null ? null : readOptIn(optIn),
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
  { message, created, scheduledFor, nudged, email, optIn, ...blocks }: PushAnswer,
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
