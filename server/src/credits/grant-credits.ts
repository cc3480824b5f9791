import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import type { Transaction } from '../db/database.ts'
import { type Done, done, type Refused, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { businessPath, named, nullable } from '../schema.ts'
import { enterGrant, type Grant } from './enter-grant.ts'
import { balanceOf, findGrant, lockBalances, storeGrant } from './sql.ts'

/** With an idempotency key, a grant that is repeated at any time later has no further effect. */
export const grantCredits = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: ['finance'],
  name: 'grantCredits',
  tag: 'Credits',
  description:
    'Adds credits, or takes them with a negative amount. The balance never falls below zero. With an `Idempotency-Key`, a repeated request has no further effect, however late it comes.',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/credits',
  summary: 'Give credits to a business, or take some',
  params: businessPath,
  body: named(
    'GrantCreditsRequest',
    Type.Object(
      {
        amount: Type.Integer({
          minimum: -1_000_000_000,
          maximum: 1_000_000_000,
          description:
            'Credits to add. A negative number takes credits away; zero changes nothing and returns the balance.',
        }),
        note: Type.Optional(
          nullable(
            Type.String({
              maxLength: 500,
              description: 'Why, for the ledger: an invoice, a purchase, a goodwill credit.',
            }),
          ),
        ),
      },
      { description: 'How many credits to add or to take, and why.' },
    ),
  ),
  optionalKey: true,
  response: named(
    'GrantedBalance',
    Type.Object(
      { balance: Type.Integer({ description: 'The credits of the business after the change.' }) },
      { description: 'The balance after the change.' },
    ),
  ),
  refusals: ['business.not_found', 'credits.balance_out_of_range', 'idempotency.key_reused'],
  handle(context, call) {
    const { idempotencyKey: key } = call
    const grant: Grant = { amount: call.body.amount, note: call.body.note ?? null }
    const businessId = parseId('biz', call.params.business_id)
    return audited(context, call, async (tx) => {
      const before = await tx.one(balanceOf, { businessId })
      if (businessId === null || before === null) return refused('business.not_found')
      const earlier = key === null ? null : await replay(tx, businessId, key, grant)
      if (earlier !== null) return earlier
      if (grant.amount === 0) return done({ balance: before.balance })
      const entered = await enterGrant(context, tx, businessId, grant, before)
      if (entered === null) return refused('credits.balance_out_of_range')
      const { ledgerId, balance } = entered
      if (key !== null) tx.write(storeGrant, { businessId, key, ledgerId, balance })
      const change = { before: { balance: balance - grant.amount }, after: { balance, amount: grant.amount } }
      return changed({ balance }, { businessId, target: formatId('led', ledgerId), ...change })
    })
  },
})

/** The response of the first request with this key; null if there was none. */
async function replay(
  tx: Transaction,
  businessId: string,
  key: string,
  grant: Grant,
): Promise<Done<{ balance: number }> | Refused | null> {
  await tx.all(lockBalances, { businessIds: [businessId] })
  const found = await tx.one(findGrant, { businessId, key })
  if (found === null) return null
  if (found.amount !== grant.amount || found.note !== grant.note) return refused('idempotency.key_reused')
  return { ...done({ balance: found.balance }), isReplay: true }
}
