import { Type } from 'typebox'
import { enterGrant } from '../credits/enter-grant.ts'
import { balanceOf, lockBalances } from '../credits/sql.ts'
import { done } from '../errors.ts'
import { defineOperation } from '../operation.ts'

const maxBalance = 1_000_000
const note = 'set by a test key'

/** Test credits cost nothing, so a merchant sets them: to zero for a push without credit, and up again. */
export const setTestCredits = defineOperation({
  access: 'key',
  scope: 'credits',
  number: 27,
  addition: true,
  name: 'setTestCredits',
  method: 'PUT',
  path: '/api/v1/test/credits',
  summary: 'Set the credit balance of a test side',
  body: Type.Object({ balance: Type.Integer({ minimum: 0, maximum: maxBalance }) }),
  response: Type.Object({ balance: Type.Integer() }),
  testOnly: true,
  async handle(context, { caller: { businessId }, body: { balance } }) {
    return context.db.transaction(async (tx) => {
      // Locked, so that the difference that is entered in the ledger leads to exactly this balance.
      const [locked] = await tx.all(lockBalances, { businessIds: [businessId] })
      const before = (await tx.one(balanceOf, { businessId }))!
      const amount = balance - locked!.balance
      if (amount !== 0) await enterGrant(context, tx, businessId, { amount, note }, before)
      return done({ balance })
    })
  },
})
