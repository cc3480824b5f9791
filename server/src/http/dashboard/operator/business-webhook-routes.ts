import { tabPath, tabRoles } from '../../../dashboard/operator/business-frame.ts'
import { webhooksPage } from '../../../dashboard/operator/webhooks-page.ts'
import { formatId, parseId } from '../../../ids.ts'
import type { Business } from '../../../operator/businesses.schema.ts'
import { listEndpoints } from '../../../webhooks/endpoints.sql.ts'
import { enableEndpointFromDashboard } from '../../../webhooks/endpoints.ts'
import { redirect } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { frameOf, onBusiness } from './business-of-path.ts'
import { type Problem, problemOf, showOperatorPage } from './respond.ts'

export const businessWebhookRoutes: OperatorRoute[] = [
  {
    name: 'operator.webhooks',
    method: 'GET',
    path: '/dashboard/operator/businesses/{business_id}/webhooks',
    roles: tabRoles.webhooks,
    serve: (visit) => onBusiness(visit, (business) => showEndpoints(visit, business, null)),
  },
  {
    name: 'operator.webhook.enable',
    method: 'POST',
    path: '/dashboard/operator/businesses/{business_id}/webhooks/{endpoint_id}/enable',
    roles: ['support'],
    serve: (visit) => onBusiness(visit, (business) => enable(visit, business)),
  },
]

const results = { enabled: { title: 'The endpoint is enabled', text: 'Deliveries continue with the next event.' } }

/** Few: a business has a limited number of endpoints. */
async function showEndpoints(visit: OperatorVisit, business: Business, problem: Problem | null): Promise<HttpResponse> {
  const [rows, frame] = await Promise.all([
    visit.context.db.all(listEndpoints, { businessId: parseId('biz', business.id)! }),
    frameOf(visit, business, { problem, results }),
  ])
  const endpoints = rows.map((row) => ({
    id: formatId('whe', row.id),
    url: row.url,
    consecutiveFailures: row.consecutive_failures,
    isDisabled: row.disabled_at !== null,
    lastSuccessAt: row.last_success_at,
    lastError: row.last_error,
  }))
  return showOperatorPage(visit, 'businesses', business.name, webhooksPage(frame, endpoints, visit.csrf), problem)
}

async function enable(visit: OperatorVisit, business: Business): Promise<HttpResponse> {
  const params = { business_id: business.id, public_id: visit.request.params['endpoint_id']! }
  const result = await visit.act(enableEndpointFromDashboard, { params })
  if (!result.isDone) return showEndpoints(visit, business, problemOf(result))
  return redirect(`${tabPath(business.id, 'webhooks')}?done=enabled`)
}
