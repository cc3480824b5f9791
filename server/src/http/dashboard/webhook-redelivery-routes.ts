import { redeliverPage } from '../../dashboard/webhooks/redeliver-page.ts'
import type { EndpointRow } from '../../dashboard/webhooks/sql.ts'
import { endpointPath } from '../../dashboard/webhooks/webhooks-frame.ts'
import { missedIn } from '../../webhooks/redeliver-missed.decide.ts'
import { examineEvents, missedStep } from '../../webhooks/redeliver-missed.sql.ts'
import { redeliverMissedEvents } from '../../webhooks/redeliver-missed.ts'
import { fieldOf, queryOf, redirect } from '../form.ts'
import type { HttpResponse } from '../response.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'
import { onEndpoint, type Problem, paramsOf, problemOf, showWebhookPage } from './webhook-endpoint-of-path.ts'

const endpointRoute = '/dashboard/{shop}/webhooks/endpoints/{endpoint_id}'

/** What an endpoint missed since a time. */
export const webhookRedeliveryRoutes: ShopRoute[] = [
  {
    name: 'dashboard.webhook.redeliver',
    method: 'GET',
    path: `${endpointRoute}/redeliver`,
    permission: 'develop',
    serve: (visit) => onEndpoint(visit, (endpoint) => showRedeliver(visit, endpoint, null)),
  },
  {
    name: 'dashboard.webhook.redeliver_missed',
    method: 'POST',
    path: `${endpointRoute}/redeliver-missed`,
    permission: 'develop',
    serve: (visit) => onEndpoint(visit, (endpoint) => redeliver(visit, endpoint)),
  },
]

async function showRedeliver(visit: ShopVisit, endpoint: EndpointRow, problem: Problem | null): Promise<HttpResponse> {
  const { context, caller, shop, csrf, request } = visit
  return context.db.transaction(async (tx) => {
    const now = await tx.now
    const given = readTime(queryOf(request, 'since') ?? fieldOf(request.body, 'since'))
    const since = given ?? endpoint.failingSince ?? endpoint.disabledAt ?? new Date(now.getTime() - 86_400_000)
    const { businessId } = caller
    const examined = await tx.all(examineEvents, { businessId, endpointId: endpoint.id, since })
    const { ids, nextSince } = missedIn(examined, missedStep)
    const queued = queryOf(request, 'queued')
    const content = redeliverPage({
      shop,
      csrf,
      endpoint,
      since,
      now,
      missed: ids.length,
      hasMore: nextSince !== null,
      queued: problem === null && queued !== null && /^\d{1,5}$/.test(queued) ? Number(queued) : null,
      problem: problem && problem.sentence,
    })
    return showWebhookPage(visit, 'Send missed events', content, problem)
  })
}

/** A day, or a time with its zone. Events are stored for 30 days, so the year has four digits. */
function readTime(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return null
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time
}

async function redeliver(visit: ShopVisit, endpoint: EndpointRow): Promise<HttpResponse> {
  const since = fieldOf(visit.request.body, 'since')
  const result = await visit.act(redeliverMissedEvents, { params: paramsOf(endpoint), body: { since } })
  if (!result.isDone) return showRedeliver(visit, endpoint, problemOf(result))
  const { deliveries, next_since: next } = result.body as { deliveries: number; next_since: string | null }
  const query = new URLSearchParams({ since: next ?? since, queued: String(deliveries) })
  return redirect(`${endpointPath(visit.shop, endpoint.id)}/redeliver?${query.toString()}`)
}
