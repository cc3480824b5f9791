import { mapPaid } from '../../channels/registry.ts'
import type { Caller, Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import type { DisplayedEmail } from '../../email.ts'
import { done, type Outcome } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { metrics } from '../../metrics.ts'
import { defineOperation } from '../../operation.ts'
import { tryLockRecipients } from '../../recipients/lock.ts'
import type { Traced } from '../../tracing.ts'
import type { AcceptedPush, Plan } from './facts.ts'
import { lockNamesOf } from './load.ts'
import { type PushCall, planPushes, readTarget } from './plan-pushes.ts'
import { type PushRequest, type PushResult, pushRequest, pushResult } from './schema.ts'
import { storePlan } from './store.ts'
import { pushTraces } from './traces.ts'

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

type PushInput = Traced & { caller: Caller; body: PushRequest }
const pushCall = ({ caller, body, trace }: PushInput): PushCall => ({
  ...caller,
  request: body,
  isBatchItem: false,
  trace,
})

/** Operations 1 and 3: concurrent calls that the server batched, or the items of one batch request. */
export async function push(context: Context, tx: Transaction, calls: PushCall[]): Promise<Outcome<PushResult>[]> {
  const { pushes, plan } = await planPushes(context, tx, calls)
  const batchMessageIds = new Set(
    calls.flatMap((call, index) => (call.isBatchItem ? [pushes[index]!.ids.message] : [])),
  )
  await storePlan(context, tx, plan, batchMessageIds, pushTraces(calls, pushes, plan))
  tx.count(() => countRefusals(plan.outcomes))
  return plan.outcomes.map(toOutcome)
}

function countRefusals(outcomes: Plan['outcomes']): void {
  for (const outcome of outcomes)
    if ('refused' in outcome) metrics.quotaRefusals.inc({ quota: outcome.refused.replace('quota.', '') })
}

function toOutcome(outcome: Plan['outcomes'][number]): Outcome<PushResult> {
  if ('invalid' in outcome) return outcome
  if ('done' in outcome) return done(resultOf(outcome.done, outcome.recipientEmail), [outcome.done.message.recipientId])
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
