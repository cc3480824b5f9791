import { Type } from 'typebox'
import { done } from '../errors.ts'
import { formatId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { businessFilter, pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { nullable } from '../schema.ts'
import { noticePage, noticePageOfBusiness } from './sql.ts'

export const listNotices = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listNotices',
  method: 'GET',
  path: '/operator/v1/notices',
  summary: 'List notices for the operator, newest first',
  query: Type.Object({
    business_id: Type.Optional(Type.String({ description: 'Only notices about this business.' })),
    kind: Type.Optional(Type.String({ description: 'Only notices of this kind.' })),
    ...pageQuery('notice-cursor'),
  }),
  response: pageSchema(
    Type.Object({
      id: Type.String(),
      business_id: nullable(Type.String()),
      kind: Type.String({ description: 'What happened, such as sending_paused.' }),
      detail: Type.Object({}, { additionalProperties: true, description: 'Why, in figures.' }),
      at: Type.String({ format: 'date-time' }),
    }),
  ),
  async handle({ db }, { query }) {
    const page = pageStart('ntc', query)
    const filter = { ...page, kind: query.kind ?? null }
    const businessId = businessFilter(query)
    const rows = await (businessId === null
      ? db.all(noticePage, filter)
      : db.all(noticePageOfBusiness, { ...filter, businessId }))
    const items = rows.map((row) => ({
      ...row,
      id: formatId('ntc', row.id),
      business_id: row.business_id === null ? null : formatId('biz', row.business_id),
      at: row.at.toISOString(),
    }))
    return done(toPage(items, page))
  },
})
