import { Type } from 'typebox'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { businessPath, nullable } from '../schema.ts'
import { balanceOf, ledgerPage } from './sql.ts'

export const listLedger = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listLedger',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/ledger',
  summary: 'List the credit ledger of a business, newest first',
  params: businessPath,
  query: Type.Object(pageQuery('ledger-cursor')),
  response: pageSchema(
    Type.Object({
      id: Type.String(),
      delta: Type.Integer(),
      kind: Type.String({ description: 'grant, correction, charge or refund' }),
      send_id: nullable(Type.String()),
      note: nullable(Type.String()),
      at: Type.String({ format: 'date-time' }),
    }),
  ),
  refusals: ['business.not_found'],
  async handle({ db }, { params, query }) {
    const businessId = parseId('biz', params.business_id)
    if ((await db.one(balanceOf, { businessId })) === null) return refused('business.not_found')
    const page = pageStart('led', query)
    const rows = await db.all(ledgerPage, { businessId, ...page })
    const items = rows.map((row) => ({ ...row, id: formatId('led', row.id), at: row.at.toISOString() }))
    return done(toPage(items, page))
  },
})
