import { Type } from 'typebox'
import { balanceOf } from '../credits/sql.ts'
import { done, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { businessPath, literal, nullable, pageLimit } from '../schema.ts'
import { erasurePage } from './sql.ts'

/** With this a business can prove that it erased somebody, and when. Who that was is not stored. */
export const listErasures = defineOperation({
  access: 'operator',
  name: 'listErasures',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/erasures',
  summary: 'List when a business erased somebody and what that came to, newest first',
  params: businessPath,
  query: Type.Object({
    limit: pageLimit,
    cursor: Type.Optional(Type.String({ format: 'erasure-cursor' })),
  }),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: literal(['recipient', 'whatsapp']),
        counts: Type.Unsafe<object>({ type: 'object', description: 'What was answered: the report, or the receipt.' }),
        at: Type.String({ format: 'date-time' }),
      }),
    ),
    next_cursor: nullable(Type.String()),
  }),
  refusals: ['business.not_found'],
  async handle({ db }, { params, query: { limit = 50, cursor } }) {
    const businessId = readId('biz', params.business_id)
    if ((await db.one(balanceOf, { businessId })) === null || businessId === null) return refused('business.not_found')
    const after = cursor === undefined ? null : readId('era', cursor)
    const rows = await db.all(erasurePage, { businessId, after, limit: limit + 1 })
    const page = rows.slice(0, limit).map((row) => ({ ...row, id: showId('era', row.id), at: row.at.toISOString() }))
    return done({ items: page, next_cursor: rows.length > limit ? page.at(-1)!.id : null })
  },
})
