import type { Static } from 'typebox'
import { type PaidChannel, paidChannels, registry } from '../channels/registry.ts'
import type { Caller, Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done, type ErrorCode, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { budgetOf } from '../nudges/budget.decide.ts'
import { type PaidRow, paidFactsOf } from '../nudges/dispatch.sql.ts'
import { enqueuePaid, holdBalances } from '../nudges/enqueue-paid.ts'
import { loadPaidCases } from '../nudges/paid.load.ts'
import { nudgesOfMessages } from '../nudges/sql.ts'
import { defineOperation } from '../operation.ts'
import { type ResendResult, resendResult } from './push/schema.ts'
import { decideResends, escalated, pushOfResend } from './resend.decide.ts'
import { messagePath } from './view.schema.ts'

/** Operations 4 and 5. */
export const resendOperations = paidChannels.map((channel) => {
  const { noun, resend: rules, fallback } = registry[channel]
  const wasSent: ErrorCode[] = [
    `${channel}.already_sent`,
    ...(fallback === null ? [] : [escalated]),
    `${channel}.may_have_sent`,
  ]
  return defineOperation({
    access: 'key',
    number: rules.number,
    name: rules.name,
    method: 'POST',
    path: `/api/v1/messages/{public_id}/${channel}`,
    summary: `Send the ${noun} of a message whose ${noun} never went out`,
    params: messagePath,
    idempotent: true,
    response: resendResult,
    refusals: ['message.not_found', 'message.retracted', ...(rules.refusalsSpendKey ? wasSent : [])],
    unspentRefusals: rules.refusalsSpendKey ? [] : wasSent,
    handle: ({ context, tx }, calls) => resend(context, tx, channel, calls.map(targetOf)),
  })
})

type ResendCall = { businessId: string; publicId: string }

const targetOf = ({ caller, params }: { caller: Caller; params: Static<typeof messagePath> }): ResendCall => ({
  businessId: caller.businessId,
  publicId: params.public_id,
})

/** The calls of a batch are decided in order, like pushes. */
async function resend(
  context: Context,
  tx: Transaction,
  channel: PaidChannel,
  calls: ResendCall[],
): Promise<Outcome<ResendResult>[]> {
  const ids = calls.map(({ publicId }) => readId('msg', publicId))
  const rows = await tx.all(paidFactsOf, {
    messages: calls.map(({ businessId }, call) => ({ businessId, id: ids[call]! })),
  })
  const nudges = Map.groupBy(
    await tx.all(nudgesOfMessages, { messageIds: rows.map(({ messageId }) => messageId) }),
    ({ messageId }) => messageId,
  )
  const earlier = rows.map(({ messageId }) => nudges.get(messageId) ?? [])
  const { world, cases } = await loadPaidCases(context, tx, rows)
  const held = await holdBalances(tx, rows)
  const places = new Map(rows.map((row, place) => [`${row.businessId} ${row.messageId}`, place]))
  const place = calls.map(({ businessId }, call) => places.get(`${businessId} ${ids[call]}`))
  const decided = decideResends(
    world,
    channel,
    cases.map(({ row, paid }, at) => ({
      businessId: row.businessId,
      messageStatus: row.messageStatus,
      earlier: earlier[at]!,
      paid,
    })),
    place,
    budgetOf(new Map(held.map((row) => [row.business_id, row.balance]))),
  )
  await enqueuePaid(
    context,
    tx,
    held,
    decided.flatMap((answer, call) => {
      if (!('price' in answer) || answer.reason !== null) return []
      const index = place[call]!
      const pushId = pushOfResend(channel, earlier[index]!) ?? context.newId()
      return [{ row: rows[index]!, pushId, channel, fallback: false, price: answer.price, reason: null }]
    }),
  )
  return decided.map((answer, call) => {
    const at = place[call]
    if ('refused' in answer) return refused(answer.refused, at === undefined ? [] : [rows[at]!.recipientId])
    const row = rows[at!]!
    return done(resultOf(row, answer), [row.recipientId])
  })
}

const resultOf = (row: PaidRow, { reason, price }: { reason: string | null; price: number }): ResendResult => ({
  message_id: showId('msg', row.messageId),
  queued: reason === null,
  credits: reason === null ? price : 0,
  skipped_reason: reason,
  escalates_at: null,
})
