import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { done, type Outcome } from '../errors.ts'
import { showId } from '../ids.ts'
import { nullable } from '../schema.ts'
import { newestNotices } from './sql.ts'

export const noticeList = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      business_id: nullable(Type.String()),
      kind: Type.String({ description: 'What happened, such as sending_paused.' }),
      detail: Type.Object({}, { additionalProperties: true, description: 'Why, in figures.' }),
      at: Type.String({ format: 'date-time' }),
    }),
  ),
})

/** What the operator should know of, newest first, a hundred at most. */
export async function listNotices({ db }: Context): Promise<Outcome<Static<typeof noticeList>>> {
  const rows = await db.all(newestNotices)
  return done({
    items: rows.map((row) => ({
      ...row,
      id: showId('ntc', row.id),
      business_id: row.business_id === null ? null : showId('biz', row.business_id),
      at: row.at.toISOString(),
    })),
  })
}
