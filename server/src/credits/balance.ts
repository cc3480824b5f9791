import { type Static, Type } from 'typebox'
import type { Caller, Context } from '../context.ts'
import { done } from '../errors.ts'
import { balanceOf } from './sql.ts'

/** 2.9 */
export const creditBalance = Type.Object({
  balance: Type.Integer({
    description: 'Message credits remaining. One credit sends one message on whichever channel carries it.',
  }),
  low_balance: Type.Boolean({ description: 'True below the threshold.' }),
  threshold: Type.Integer(),
})

/** Operation 11. */
export async function readBalance({ db }: Context, { businessId }: Caller) {
  const { balance, threshold } = (await db.one(balanceOf, [businessId]))!
  return done({ balance, low_balance: balance < threshold, threshold } satisfies Static<typeof creditBalance>)
}
