import { type PaidChannel, paidChannels, registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done, type ErrorCode, type Outcome, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import type { PaidRow } from '../nudges/dispatch.sql.ts'
import { enqueuePaid, limitedText, lockBudget } from '../nudges/enqueue-paid.ts'
import { loadMessageCases } from '../nudges/paid.load.ts'
import { defineOperation } from '../operation.ts'
import type { PaidSkipReason } from '../reasons.ts'
import type { Traced } from '../tracing.ts'
import { type ResendResult, resendResult } from './push/schema.ts'
import { decideResends, escalated, pushOfResend } from './resend.decide.ts'
import { messagePath } from './view.schema.ts'

/** Operations 4 and 5. */
export const resendOperations = paidChannels.map((channel) => {
  const { noun, resend: rules, fallback } = registry[channel]
  const alreadySent: ErrorCode[] = [
    `${channel}.already_sent`,
    ...(fallback === null ? [] : [escalated]),
    `${channel}.may_have_sent`,
  ]
  return defineOperation({
    access: 'key',
    scope: 'messages:write',
    number: rules.number,
    name: rules.name,
    tag: 'Messages',
    method: 'POST',
    path: `/api/v1/messages/{public_id}/${channel}`,
    summary: `Send the ${noun} of a message whose ${noun} never went out`,
    description: [
      `Sends the ${noun} of a message whose newest ${noun} was skipped or rejected, for example after a top-up. All gates are checked again: a refusal by a gate is a 200 with \`skipped_reason\`, and nothing is charged.`,
      'A send that is in progress, was delivered or may have been delivered is not repeated: 409. The message itself is not changed.',
    ].join('\n\n'),
    params: messagePath,
    idempotent: true,
    response: resendResult[channel],
    refusals: ['message.not_found', 'message.retracted', ...(rules.refusalsSpendKey ? alreadySent : [])],
    unspentRefusals: rules.refusalsSpendKey ? [] : alreadySent,
    handle({ context, tx }, calls) {
      const targets = calls.map(({ caller, params, trace }) => ({
        businessId: caller.businessId,
        keyId: caller.keyId,
        id: parseId('msg', params.public_id),
        trace,
      }))
      return resend(context, tx, channel, targets)
    },
  })
})

/** The calls of a batch are decided in order, like pushes. */
async function resend(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  targets: (Traced & { businessId: string; keyId: string | null; id: string | null })[],
): Promise<Outcome<ResendResult>[]> {
  const { catalogue, cases } = await loadMessageCases(context, tx, targets)
  const spenders = cases.map(({ row, businessId }) => ({ businessId, text: limitedText(channel, row) }))
  const locked = await lockBudget(context, tx, spenders)
  const byMessage = new Map(cases.map((one) => [`${one.businessId} ${one.row.messageId}`, one]))
  const calls = targets.map(({ businessId, id }) => byMessage.get(`${businessId} ${id}`))
  const decided = decideResends(catalogue, channel, calls, locked.budget)
  const newNudges = decided.flatMap((one, index) => {
    if ('refused' in one || one.reason !== null) return []
    const { row, earlier } = one.message
    const pushId = pushOfResend(channel, earlier) ?? context.newId()
    const { keyId, trace } = targets[index]!
    return [{ row, pushId, channel, fallback: false, reason: null, price: one.price, resend: { keyId }, trace }]
  })
  await enqueuePaid(context, tx, locked, newNudges)
  return decided.map((one) => {
    const recipientIds = one.message === null ? [] : [one.message.row.recipientId]
    return 'refused' in one ? refused(one.refused, recipientIds) : done(resultOf(one.message.row, one), recipientIds)
  })
}

const resultOf = (row: PaidRow, { reason, price }: { reason: PaidSkipReason | null; price: number }): ResendResult => ({
  message_id: formatId('msg', row.messageId),
  queued: reason === null,
  credits: reason === null ? price : 0,
  skipped_reason: reason,
  escalates_at: null,
})
