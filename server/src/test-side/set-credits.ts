import { Type } from 'typebox'
import { enterGrant } from '../credits/enter-grant.ts'
import { balanceOf, lockBalances } from '../credits/sql.ts'
import { done } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { named } from '../schema.ts'

const maxBalance = 1_000_000
const note = 'set by a test key'

/** Test credits cost nothing, so a merchant sets them: to zero for a push without credit, and up again. */
export const setTestCredits = defineOperation({
  access: 'key',
  scope: 'credits',
  number: 27,
  addition: true,
  name: 'setTestCredits',
  tag: 'Test mode',
  method: 'PUT',
  path: '/api/v1/test/credits',
  summary: 'Set the credit balance of a test side',
  description:
    'Sets the balance of the test side, for example to 0 to see `insufficient_credit`. Test credits cost nothing. The ledger has the difference.',
  body: named(
    'SetTestCreditsRequest',
    Type.Object(
      {
        balance: Type.Integer({ minimum: 0, maximum: maxBalance, description: 'The balance that the test side gets.' }),
      },
      { description: 'The new balance.' },
    ),
  ),
  response: named(
    'TestCredits',
    Type.Object(
      { balance: Type.Integer({ description: 'The balance after the call.' }) },
      { description: 'The credits of the test side.' },
    ),
  ),
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
