import { Type } from 'typebox'
import { done, refused } from '../errors.ts'
import { readId, showId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { businessPath, nullable, pageLimit } from '../schema.ts'
import { balanceOf, ledgerPage } from './sql.ts'

export const listLedger = defineOperation({
  access: 'operator',
  name: 'listLedger',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/ledger',
  summary: 'List the credit ledger of a business, newest first',
  params: businessPath,
  query: Type.Object({
    limit: pageLimit,
    cursor: Type.Optional(Type.String({ format: 'ledger-cursor' })),
  }),
  response: Type.Object({
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
  }),
  refusals: ['business.not_found'],
  async handle({ db }, { params, query: { limit = 50, cursor } }) {
    const businessId = readId('biz', params.business_id)
    if ((await db.one(balanceOf, { businessId })) === null) return refused('business.not_found')
    const after = cursor === undefined ? null : readId('led', cursor)
    const rows = await db.all(ledgerPage, { businessId, after, limit: limit + 1 })
    const page = rows.slice(0, limit).map((row) => ({ ...row, id: showId('led', row.id), at: row.at.toISOString() }))
    return done({ items: page, next_cursor: rows.length > limit ? page.at(-1)!.id : null })
  },
})
