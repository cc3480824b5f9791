import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { nullable } from '../schema.ts'
import { balanceOf, ledgerPage } from './sql.ts'

export const ledgerQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  cursor: Type.Optional(Type.String({ format: 'ledger-cursor' })),
})
export const ledger = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      delta: Type.Integer(),
      kind: Type.String({ description: 'grant, correction, charge or refund' }),
      send_id: nullable(Type.String()),
      note: nullable(Type.String()),
      at: Type.String({ format: 'date-time' }),
    }),
  ),
  next_cursor: nullable(Type.String()),
})

/** The entries of the ledger, newest first. */
export async function listLedger(
  { db }: Context,
  publicId: string,
  { limit = 50, cursor }: Static<typeof ledgerQuery>,
): Promise<Outcome<Static<typeof ledger>>> {
  const businessId = readId('biz', publicId)
  if ((await db.one(balanceOf, [businessId])) === null) return refused('business.not_found')
  const rows = await db.all(ledgerPage, [businessId, cursor === undefined ? null : readId('led', cursor), limit + 1])
  const page = rows.slice(0, limit).map((row) => ({ ...row, id: showId('led', row.id), at: row.at.toISOString() }))
  return done({ items: page, next_cursor: rows.length > limit ? page.at(-1)!.id : null })
}
