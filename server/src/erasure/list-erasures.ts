import { Type } from 'typebox'
import { balanceOf } from '../credits/sql.ts'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { businessPath, literal, moment, named } from '../schema.ts'
import { erasureReport, whatsappReceipt } from './erasure.schema.ts'
import { erasurePage } from './sql.ts'

const common = {
  id: Type.String({ description: 'The id of the erasure, with the prefix `era_`.' }),
  at: moment('When the data was erased.'),
}
const recipientErasure = named(
  'RecipientErasure',
  Type.Object(
    {
      ...common,
      kind: literal(['recipient'], { description: 'All data of a recipient was erased.' }),
      counts: erasureReport,
    },
    { description: 'An erasure of a recipient.' },
  ),
)
const whatsappErasure = named(
  'WhatsAppErasure',
  Type.Object(
    {
      ...common,
      kind: literal(['whatsapp'], { description: 'The WhatsApp history of a recipient was erased.' }),
      counts: whatsappReceipt,
    },
    { description: 'An erasure of the WhatsApp history of a recipient.' },
  ),
)
const erasure = named(
  'Erasure',
  Type.Union([recipientErasure, whatsappErasure], {
    description: 'An erasure, by `kind`. It does not name the person.',
  }),
)
const erasureList = pageSchema('ErasureList', 'A page of erasures, newest first.', erasure)

/** Lets a business prove that it erased a recipient, and when. The identity of the recipient is not stored. */
export const listErasures = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'listErasures',
  tag: 'Recipients',
  description:
    'Lists the erasures of a business with their times and counts, so that the business can prove that and when it erased a recipient. The identity of the recipient is not stored.',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/erasures',
  summary: 'List the erasures of a business with their counts, newest first',
  params: businessPath,
  query: Type.Object(pageQuery('erasure-cursor')),
  response: erasureList,
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
