import { tabRoles } from '../../../dashboard/operator/business-frame.ts'
import type { OperatorNotice } from '../../../dashboard/operator/notice-words.ts'
import { type ErasureEntry, recordsPage } from '../../../dashboard/operator/records-page.ts'
import { listErasures } from '../../../erasure/list-erasures.ts'
import { listNotices } from '../../../notices/list-notices.ts'
import type { Business } from '../../../operator/businesses.schema.ts'
import { queryOf } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { frameOf, onBusiness } from './business-of-path.ts'
import { ask, showOperatorPage } from './respond.ts'

export const businessRecordRoutes: OperatorRoute[] = [
  {
    name: 'operator.records',
    method: 'GET',
    path: '/dashboard/operator/businesses/{business_id}/records',
    roles: tabRoles.records,
    serve: (visit) => onBusiness(visit, (business) => showRecords(visit, business)),
  },
]

type List<Item> = { items: Item[]; next_cursor: string | null }
async function showRecords(visit: OperatorVisit, business: Business): Promise<HttpResponse> {
  const cursorOf = (name: string) => {
    const cursor = queryOf(visit.request, name)
    return { limit: '20', ...(cursor !== null && { cursor }) }
  }
  const [notices, erasures, frame] = await Promise.all([
    ask<List<OperatorNotice>>(visit, listNotices, { query: { business_id: business.id, ...cursorOf('notices') } }),
    ask<List<ErasureEntry>>(visit, listErasures, { params: { business_id: business.id }, query: cursorOf('erasures') }),
    frameOf(visit, business),
  ])
  const content = recordsPage(frame, {
    notices: notices?.items ?? [],
    nextNotices: notices?.next_cursor ?? null,
    erasures: erasures?.items ?? [],
    nextErasures: erasures?.next_cursor ?? null,
  })
  return showOperatorPage(visit, 'businesses', business.name, content)
}
