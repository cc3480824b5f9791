import { Type } from 'typebox'
import { done } from '../errors.ts'
import { formatId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { businessFilter, pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { growing, literal, moment, named, nullable } from '../schema.ts'
import { type NoticeDetail, type NoticeKind, noticeDetails, noticeKinds } from './kinds.ts'
import { noticePage, noticePageOfBusiness } from './sql.ts'

const notice = named(
  'Notice',
  Type.Object(
    {
      id: Type.String({ description: 'The id of the notice, with the prefix `ntc_`.' }),
      business_id: nullable(
        Type.String({ description: 'The business that it is about. Null when it is about the whole installation.' }),
      ),
      kind: growing(noticeKinds, 'What happened. It decides which fields `detail` has.'),
      detail: Type.Unsafe<NoticeDetail<NoticeKind>>({
        anyOf: [...new Set(Object.values(noticeDetails))],
        description: 'The figures. Its fields depend on `kind`.',
      }),
      at: moment('When it happened.'),
    },
    { description: 'Something that needs the attention of the operator or the owner of a business.' },
  ),
)
const noticeList = pageSchema('NoticeList', 'A page of notices, newest first.', notice)

export const listNotices = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listNotices',
  tag: 'Notices',
  description:
    'Lists what needs attention, newest first: paused businesses, failing endpoints, quotas, changes of keys, limits on texts.',
  method: 'GET',
  path: '/operator/v1/notices',
  summary: 'List notices for the operator, newest first',
  query: Type.Object({
    business_id: Type.Optional(Type.String({ description: 'Only notices about this business.' })),
    kind: Type.Optional(literal(noticeKinds, { description: 'Only notices of this kind.' })),
    ...pageQuery('notice-cursor'),
  }),
  response: noticeList,
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
