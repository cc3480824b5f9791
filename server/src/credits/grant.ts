import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId } from '../ids.ts'
import { nullable } from '../schema.ts'
import { isArmedAgain } from './low-balance.decide.ts'
import { balanceOf, changeBalance, enterLedger, setLowBalanceTold } from './sql.ts'

export const grantRequest = Type.Object({
  amount: Type.Integer({
    minimum: -1_000_000_000,
    maximum: 1_000_000_000,
    description: 'Credits to add; negative takes away.',
  }),
  note: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
})
export const grantAnswer = Type.Object({ balance: Type.Integer() })

/** Credits given or taken by the operator. The balance never leaves its range. */
export async function grantCredits(
  { db, newId }: Context,
  publicId: string,
  { amount, note }: Static<typeof grantRequest>,
): Promise<Outcome<Static<typeof grantAnswer>>> {
  const businessId = readId('biz', publicId)
  return db.transaction(async (tx) => {
    const before = await tx.one(balanceOf, [businessId])
    if (before === null) return refused('business.not_found')
    if (amount === 0) return done({ balance: before.balance })
    const after = await tx.one(changeBalance, [businessId, amount])
    if (after === null) return refused('credits.balance_out_of_range')
    const kind = amount > 0 ? 'grant' : 'correction'
    await tx.all(enterLedger, [businessId, [newId()], [amount], [kind], [null], [note ?? null]])
    if (isArmedAgain(before, amount, after.balance)) tx.write(setLowBalanceTold, [[businessId], false])
    return done(after)
  })
}
