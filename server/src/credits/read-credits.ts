import { Type } from 'typebox'
import { done } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { balanceOf } from './sql.ts'

/** 2.9 */
export const creditBalance = Type.Object({
  balance: Type.Integer({
    description: 'Message credits remaining. One credit sends one message on whichever channel carries it.',
  }),
  low_balance: Type.Boolean({ description: 'True below the threshold.' }),
  threshold: Type.Integer(),
})

export const readCredits = defineOperation({
  access: 'key',
  scope: 'credits',
  number: 11,
  name: 'readCredits',
  method: 'GET',
  path: '/api/v1/credits',
  summary: 'Read the credit balance',
  response: creditBalance,
  async handle({ db }, { caller: { businessId } }) {
    const { balance, threshold } = (await db.one(balanceOf, { businessId }))!
    return done({ balance, low_balance: balance < threshold, threshold })
  },
})
