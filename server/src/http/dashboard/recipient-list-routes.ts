import { recipientListPage } from '../../dashboard/recipients/list-page.ts'
import { recipientPath } from '../../dashboard/recipients/recipient-path.ts'
import { parseSearch, type Search } from '../../dashboard/recipients/search.decide.ts'
import {
  type ListedRecipient,
  recipientPage as pageOfRecipients,
  recipientPageByDigits,
} from '../../dashboard/recipients/sql.ts'
import { findUnsubscribed } from '../../dashboard/recipients/unsubscriptions.ts'
import { visibleText } from '../../dashboard/search-text.decide.ts'
import { emailIdentity, emailProblem } from '../../email.ts'
import { readPhone } from '../../phone.ts'
import { findRecipient } from '../../recipients/sql.ts'
import { queryOf, redirect } from '../form.ts'
import type { HttpResponse } from '../response.ts'
import { parseUuid } from './recipient-of-path.ts'
import { showShopPage } from './respond.ts'
import { type ShopRoute, type ShopVisit } from './routes.ts'

const recipientsPerPage = 50

export const recipientListRoutes: ShopRoute[] = [
  {
    name: 'dashboard.recipients',
    method: 'GET',
    path: '/dashboard/{shop}/recipients',
    permission: 'read',
    serve: showList,
  },
]

/** The whole address of a recipient leads to their page. */
async function showList(visit: ShopVisit): Promise<HttpResponse> {
  const { request, shop, caller, context } = visit
  const query = (queryOf(request, 'q') ?? '').slice(0, 254)
  const search = parseSearch(query)
  const after = parseUuid(queryOf(request, 'after'))
  if (search.kind === 'address' && emailProblem(search.address) === null) {
    const email = emailIdentity(search.address)
    const found = await context.db.one(findRecipient, { businessId: caller.businessId, email })
    if (found !== null) return redirect(recipientPath(shop, email))
  }
  const rows = await readRecipients(visit, query, search, after)
  const shown = rows.slice(0, recipientsPerPage)
  const unsubscribed = await findUnsubscribed(
    context,
    caller.businessId,
    shown.map(({ email }) => email),
  )
  const recipients = shown.map((one) => ({ ...one, isUnsubscribed: one.isUnsubscribed || unsubscribed.has(one.email) }))
  const next = new URLSearchParams({ ...(query !== '' && { q: query }), after: recipients.at(-1)?.id ?? '' })
  const olderPath = rows.length > recipientsPerPage ? `${shop.path}/recipients?${next.toString()}` : null
  const content = recipientListPage({ shop, query, search, recipients, olderPath, isFirstPage: after === null })
  return showShopPage(visit, 'recipients', 'Recipients', content)
}

async function readRecipients(
  { context: { db }, caller: { businessId, country } }: ShopVisit,
  query: string,
  search: Search,
  after: string | null,
): Promise<ListedRecipient[]> {
  const start = { businessId, after, limit: recipientsPerPage + 1 }
  if (search.kind === 'newest') return db.all(pageOfRecipients, start)
  if (search.kind !== 'digits') return []
  const { digits, ending } = search
  // As it was typed: a national form can begin with more than a zero.
  const phone = readPhone(visibleText(query), country)?.e164 ?? null
  return db.all(recipientPageByDigits, { ...start, digits, ending, phone })
}
