import type { Static } from 'typebox'
import type { Context } from '../context.ts'
import { balanceOf } from '../credits/sql.ts'
import { done, type Outcome, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import type { erasureList, erasureQuery } from './erasure.schema.ts'
import { erasurePage } from './sql.ts'

/** What a business can prove: when it erased somebody and what that came to, newest first. Whom, nobody knows any more. */
export async function listErasures(
  { db }: Context,
  publicId: string,
  { limit = 50, cursor }: Static<typeof erasureQuery>,
): Promise<Outcome<Static<typeof erasureList>>> {
  const businessId = readId('biz', publicId)
  if ((await db.one(balanceOf, [businessId])) === null) return refused('business.not_found')
  const rows = await db.all(erasurePage, [businessId, cursor === undefined ? null : readId('era', cursor), limit + 1])
  const page = rows.slice(0, limit).map((row) => ({ ...row, id: showId('era', row.id), at: row.at.toISOString() }))
  return done({ items: page, next_cursor: rows.length > limit ? page.at(-1)!.id : null })
}
