import { loadNoticeFacts } from '../../dashboard/notices/load-facts.ts'
import { noticeCursor, noticesPage } from '../../dashboard/notices/notices-page.ts'
import { parseId } from '../../ids.ts'
import { actorAllows } from '../../member-role.ts'
import { markNoticesSeen, noticesOfShop } from '../../notices/sql.ts'
import { queryOf } from '../form.ts'
import type { HttpResponse } from '../response.ts'
import { showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

/** What needs a person of the shop. A request to be erased is fulfilled with the form of the recipient. */
export const noticeRoutes: ShopRoute[] = [
  {
    name: 'dashboard.notices',
    method: 'GET',
    path: '/dashboard/{shop}/notices',
    permission: 'read',
    serve: showNotices,
  },
]

const noticesPerPage = 20

async function showNotices(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, request, shop, csrf } = visit
  const { businessId, actor } = caller
  const cursor = queryOf(request, 'after')
  // A cursor that is none of a notice is that of the first page.
  const after = cursor === null ? null : parseId('ntc', cursor)
  const [found, facts] = await context.db.transaction((tx) =>
    Promise.all([
      tx.all(noticesOfShop, { businessId, kind: null, after, limit: noticesPerPage + 1 }),
      loadNoticeFacts(tx, { businessId }),
    ]),
  )
  const notices = found.slice(0, noticesPerPage)
  if (actor.kind === 'member' && shop.unseenNotices > 0)
    await context.db.one(markNoticesSeen, { liveBusinessId: shop.liveBusinessId, personId: actor.id, mode: shop.mode })
  const content = noticesPage({
    shopPath: shop.path,
    notices,
    facts,
    seenAt: shop.noticesSeenAt,
    erase: actorAllows(actor, 'erase') ? { csrf, once: context.newId } : null,
    next: found.length > noticesPerPage ? noticeCursor(notices.at(-1)!) : null,
    isFirst: after === null,
  })
  return showShopPage({ ...visit, shop: { ...shop, unseenNotices: 0 } }, 'notices', 'Notices', content)
}
