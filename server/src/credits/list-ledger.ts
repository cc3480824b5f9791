import { Type } from 'typebox'
import { done, refused } from '../errors.ts'
import { formatId, parseId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery, pageSchema, pageStart, toPage } from '../paging.ts'
import { businessPath, literal, moment, named, nullable } from '../schema.ts'
import { balanceOf, ledgerKinds, ledgerPages } from './sql.ts'

const ledgerEntry = named(
  'LedgerEntry',
  Type.Object(
    {
      id: Type.String({ description: 'The id of the entry, with the prefix `led_`.' }),
      delta: Type.Integer({ description: 'The change of the balance. Negative for a charge and for a correction.' }),
      kind: literal(ledgerKinds, {
        description:
          'A grant or a correction is made by an operator. A charge is the price of a paid nudge, and a refund returns it.',
      }),
      send_id: nullable(
        Type.String({
          description:
            'The paid nudge of a charge or a refund: both have the same id. Null for a grant and a correction.',
        }),
      ),
      note: nullable(Type.String({ description: 'The note of the operator. Null for charges and refunds.' })),
      at: moment('When the balance changed.'),
    },
    { description: 'One change of the balance of a business.' },
  ),
)
const ledger = pageSchema('Ledger', 'A page of the credit ledger, newest first.', ledgerEntry)

export const listLedger = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support', 'finance'],
  name: 'listLedger',
  tag: 'Credits',
  description:
    'Lists every change of the balance, newest first: grants, charges and refunds. The ledger contains no data of a recipient.',
  method: 'GET',
  path: '/operator/v1/businesses/{business_id}/ledger',
  summary: 'List the credit ledger of a business, newest first',
  params: businessPath,
  query: Type.Object(pageQuery('ledger-cursor')),
  response: ledger,
  refusals: ['business.not_found'],
  async handle({ db }, { params, query }) {
    const businessId = parseId('biz', params.business_id)
    if ((await db.one(balanceOf, { businessId })) === null) return refused('business.not_found')
    const page = pageStart('led', query)
    const rows = await db.all(ledgerPages.all, { businessId, ...page })
    const items = rows.map((row) => ({ ...row, id: formatId('led', row.id), at: row.at.toISOString() }))
    return done(toPage(items, page))
  },
})
