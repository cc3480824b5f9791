import { Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { businessPath, nullable } from '../schema.ts'
import { isRearmed } from './low-balance.decide.ts'
import { balanceOf, changeBalance, enterLedger, setLowBalanceNotified } from './sql.ts'

export const grantCredits = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: ['finance'],
  name: 'grantCredits',
  method: 'POST',
  path: '/operator/v1/businesses/{business_id}/credits',
  summary: 'Give credits to a business, or take some',
  params: businessPath,
  body: Type.Object({
    amount: Type.Integer({
      minimum: -1_000_000_000,
      maximum: 1_000_000_000,
      description: 'Credits to add; negative takes away.',
    }),
    note: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  }),
  response: Type.Object({ balance: Type.Integer() }),
  refusals: ['business.not_found', 'credits.balance_out_of_range'],
  handle(context, call) {
    const { amount, note = null } = call.body
    const businessId = parseId('biz', call.params.business_id)
    return audited(context, call, async (tx) => {
      const before = await tx.one(balanceOf, { businessId })
      if (businessId === null || before === null) return refused('business.not_found')
      if (amount === 0) return done({ balance: before.balance })
      const after = await tx.one(changeBalance, { businessId, delta: amount })
      if (after === null) return refused('credits.balance_out_of_range')
      const id = context.newId()
      const kind = amount > 0 ? 'grant' : 'correction'
      await tx.all(enterLedger, { businessId, id, delta: amount, kind, note })
      if (isRearmed(before, amount, after.balance))
        tx.write(setLowBalanceNotified, { businessIds: [businessId], notified: false })
      const change = { before: { balance: after.balance - amount }, after: { ...after, amount, note } }
      return changed(after, { businessId, target: formatId('led', id), ...change })
    })
  },
})
