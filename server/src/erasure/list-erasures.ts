import { Type } from 'typebox'
import { balanceOf } from '../credits/sql.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { businessPath, literal } from '../schema.ts'
import { erasurePage } from './sql.ts'

/** Lets a business prove that it erased a recipient, and when. The identity of the recipient is not stored. */
export const listErasures = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'listErasures',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/erasures',
  summary: 'List the erasures of a business with their counts, newest first',
  params: businessPath,
  query: Type.Object(pageQuery('erasure-cursor')),
  response: pageSchema(
    Type.Object({
      id: Type.String(),
      kind: literal(['recipient', 'whatsapp']),
      counts: Type.Unsafe<object>({ type: 'object', description: 'The report or the receipt that was returned.' }),
      at: Type.String({ format: 'date-time' }),
    }),
  ),
  refusals: ['business.not_found'],
  async handle({ db }, { params, query }) {
    const businessId = parseId('biz', params.business_id)
    if ((await db.one(balanceOf, { businessId })) === null || businessId === null) return refused('business.not_found')
    const page = pageStart('era', query)
    const rows = await db.all(erasurePage, { businessId, ...page })
    const items = rows.map((row) => ({ ...row, id: formatId('era', row.id), at: row.at.toISOString() }))
    return done(toPage(items, page))
  },
})
