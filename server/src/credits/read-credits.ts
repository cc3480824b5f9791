import { Type } from 'typebox'
import { done } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { named } from '../schema.ts'
import { balanceOf } from './sql.ts'

/** 2.9 */
const creditBalance = named(
  'CreditBalance',
  Type.Object(
    {
      balance: Type.Integer({
        description:
          'The remaining credits. One credit sends one text or one WhatsApp message; texts to some destinations cost more.',
      }),
      low_balance: Type.Boolean({ description: 'True if the balance is below the threshold.' }),
      threshold: Type.Integer({ description: 'Below this balance, `credits.low_balance` is published.' }),
    },
    { description: 'The credits of the business.' },
  ),
)

export const readCredits = defineOperation({
  access: 'key',
  scope: 'credits',
  number: 11,
  name: 'readCredits',
  tag: 'Credits',
  method: 'GET',
  path: '/api/v1/credits',
  summary: 'Read the credit balance',
  description:
    'Returns the balance that texts and WhatsApp messages are paid from. Emails cost no credits. `credits.low_balance` is published when a charge takes the balance below the threshold.',
  response: creditBalance,
  async handle({ db }, { caller: { businessId } }) {
    const { balance, threshold } = (await db.one(balanceOf, { businessId }))!
    return done({ balance, low_balance: balance < threshold, threshold })
  },
})
