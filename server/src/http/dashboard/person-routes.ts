import { homePage } from '../../dashboard/people/home-page.ts'
import { operatorHomePage } from '../../dashboard/people/operator-home-page.ts'
import { type ShopOfPerson, shardsOf, shopsOfPerson } from '../../dashboard/people/sql.ts'
import { shopPath } from '../../dashboard/shop-path.ts'
import { formatId, parseId } from '../../ids.ts'
import { listBusinesses } from '../../operator/businesses.ts'
import { queryOf, redirect } from '../form.ts'
import type { HttpResponse } from '../response.ts'
import { accountRoutes } from './account-routes.ts'
import type { Act } from './act.ts'
import { showPage } from './respond.ts'
import type { PersonRoute, PersonVisit } from './routes.ts'

export const personRoutes: PersonRoute[] = [
  ...accountRoutes,
  {
    name: 'dashboard.home',
    method: 'GET',
    path: '/dashboard',
    async serve(visit) {
      const { context, session } = visit
      const shops = await context.db.all(shopsOfPerson, { personId: session.personId })
      if (visit.actAsOperator !== null) return showOperatorHome(visit, visit.actAsOperator, shops)
      return shops.length === 1 ? redirect(`${shopPath(shops[0]!)}/messages`) : showPage(homePage(shops))
    },
  },
]

/** An operator finds any shop. Their own shops come first. */
async function showOperatorHome(
  { context, request }: PersonVisit,
  act: Act,
  shops: ShopOfPerson[],
): Promise<HttpResponse> {
  const [search, cursor] = [queryOf(request, 'q') ?? '', queryOf(request, 'after')]
  const query = { limit: '50', ...(search !== '' && { query: search }), ...(cursor !== null && { cursor }) }
  const listed = await act(listBusinesses, { query })
  if (!listed.isDone) return showPage(operatorHomePage({ shops, search, found: [], next: null }))
  const { items, next_cursor: next } = listed.body as {
    items: { id: string; name: string }[]
    next_cursor: string | null
  }
  const ids = items.map(({ id }) => ({ id: parseId('biz', id)! }))
  const shards = new Map((await context.db.all(shardsOf, { ids })).map(({ id, shard }) => [formatId('biz', id), shard]))
  const found = items.map(({ id, name }) => ({
    name,
    id,
    path: shopPath({ shard: shards.get(id)!, businessId: parseId('biz', id)! }),
  }))
  return showPage(operatorHomePage({ shops, search, found, next }))
}
