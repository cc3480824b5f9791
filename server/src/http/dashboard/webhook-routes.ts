import { deliveryFilters, pageOfStep, readDeliveryFilter } from '../../dashboard/webhooks/delivery-log.decide.ts'
import { deletePage, rotatePage } from '../../dashboard/webhooks/endpoint-act-pages.ts'
import { endpointPage, type TestResult } from '../../dashboard/webhooks/endpoint-page.ts'
import { withHostOnly } from '../../dashboard/webhooks/endpoint-parts.ts'
import { endpointsPage } from '../../dashboard/webhooks/endpoints-page.ts'
import {
  createdEndpointPage,
  type EndpointFields,
  newEndpointPage,
  rotatedSecretPage,
} from '../../dashboard/webhooks/new-endpoint-page.ts'
import { readLanguage, signaturePage } from '../../dashboard/webhooks/signature-page.ts'
import {
  deliveriesById,
  deliveryStep,
  type EndpointRow,
  endpointsOfBusiness,
  recentDeliveries,
} from '../../dashboard/webhooks/sql.ts'
import { endpointPath, webhooksPath } from '../../dashboard/webhooks/webhooks-frame.ts'
import { parseId } from '../../ids.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableWebhookEndpoint,
  rotateWebhookSecret,
} from '../../webhooks/endpoints.ts'
import { testWebhookEndpoint } from '../../webhooks/test-webhook-endpoint.ts'
import { fieldOf, fieldsOf, queryOf, redirect } from '../form.ts'
import type { HttpResponse } from '../response.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'
import {
  mayDevelop,
  onEndpoint,
  type Problem,
  paramsOf,
  problemOf,
  showWebhookPage,
} from './webhook-endpoint-of-path.ts'

const endpointRoute = '/dashboard/{shop}/webhooks/endpoints/{endpoint_id}'

/** The endpoints of a side. What gives away events or ends a secret needs a fresh sign-in. */
export const webhookRoutes: ShopRoute[] = [
  {
    name: 'dashboard.webhooks',
    method: 'GET',
    path: '/dashboard/{shop}/webhooks',
    permission: 'read',
    serve: showEndpoints,
  },
  {
    name: 'dashboard.webhooks.signature',
    method: 'GET',
    path: '/dashboard/{shop}/webhooks/signature',
    permission: 'read',
    serve: async (visit) => showSignature(visit),
  },
  {
    name: 'dashboard.webhook.new',
    method: 'GET',
    path: '/dashboard/{shop}/webhooks/new',
    permission: 'develop',
    isDangerous: true,
    serve: async (visit) => showNew(visit, { url: '', description: '', types: [] }, null),
  },
  {
    name: 'dashboard.webhook.create',
    method: 'POST',
    path: '/dashboard/{shop}/webhooks/new',
    permission: 'develop',
    isDangerous: true,
    serve: createEndpoint,
  },
  {
    name: 'dashboard.webhook',
    method: 'GET',
    path: endpointRoute,
    permission: 'read',
    serve: (visit) => onEndpoint(visit, (endpoint) => showEndpoint(visit, endpoint)),
  },
  {
    name: 'dashboard.webhook.test',
    method: 'POST',
    path: `${endpointRoute}/test`,
    permission: 'develop',
    serve: (visit) => onEndpoint(visit, (endpoint) => testEndpoint(visit, endpoint)),
  },
  {
    name: 'dashboard.webhook.enable',
    method: 'POST',
    path: `${endpointRoute}/enable`,
    permission: 'develop',
    serve: (visit) => onEndpoint(visit, (endpoint) => enableEndpoint(visit, endpoint)),
  },
  {
    name: 'dashboard.webhook.rotate',
    method: 'GET',
    path: `${endpointRoute}/rotate`,
    permission: 'develop',
    isDangerous: true,
    serve: (visit) => onEndpoint(visit, (endpoint) => showRotate(visit, endpoint, null)),
  },
  {
    name: 'dashboard.webhook.rotate.do',
    method: 'POST',
    path: `${endpointRoute}/rotate`,
    permission: 'develop',
    isDangerous: true,
    serve: (visit) => onEndpoint(visit, (endpoint) => rotateSecret(visit, endpoint)),
  },
  {
    name: 'dashboard.webhook.delete',
    method: 'GET',
    path: `${endpointRoute}/delete`,
    permission: 'develop',
    isDangerous: true,
    serve: (visit) => onEndpoint(visit, (endpoint) => showDelete(visit, endpoint, null)),
  },
  {
    name: 'dashboard.webhook.delete.do',
    method: 'POST',
    path: `${endpointRoute}/delete`,
    permission: 'develop',
    isDangerous: true,
    serve: (visit) => onEndpoint(visit, (endpoint) => deleteEndpoint(visit, endpoint)),
  },
]

async function showEndpoints(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, shop, request } = visit
  const rows = await context.db.all(endpointsOfBusiness, { businessId: caller.businessId })
  const endpoints = mayDevelop(visit) ? rows : rows.map(withHostOnly)
  const isDeleted = queryOf(request, 'done') === 'deleted'
  const content = endpointsPage({ shop, endpoints, mayDevelop: mayDevelop(visit), isDeleted })
  return showWebhookPage(visit, 'Webhooks', content)
}

function showSignature(visit: ShopVisit): HttpResponse {
  const content = signaturePage(visit.shop, readLanguage(queryOf(visit.request, 'language')))
  return showWebhookPage(visit, 'Check a signature', content)
}

function showNew(visit: ShopVisit, typed: EndpointFields, problem: Problem | null): HttpResponse {
  const { shop, csrf } = visit
  const content = newEndpointPage({ shop, csrf, typed, problem: problem && problem.sentence })
  return showWebhookPage(visit, 'Add an endpoint', content, problem)
}

async function createEndpoint(visit: ShopVisit): Promise<HttpResponse> {
  const { request, shop } = visit
  const typed: EndpointFields = {
    url: fieldOf(request.body, 'url').trim(),
    description: fieldOf(request.body, 'description').trim(),
    types: fieldsOf(request.body, 'type'),
  }
  const { url, description, types } = typed
  const body = { url, event_types: types, description: description === '' ? null : description }
  const result = await visit.act(createWebhookEndpoint, { body })
  if (!result.isDone) return showNew(visit, typed, problemOf(result))
  const created = result.body as { id: string; url: string; secret: string }
  const content = createdEndpointPage({
    shop,
    url: created.url,
    endpointHref: endpointPath(shop, parseId('whe', created.id)!),
    secret: created.secret,
  })
  return showWebhookPage(visit, 'The endpoint was added', content)
}

const deliveriesPerPage = 25

type Shown = { test?: TestResult; problem?: Problem }
async function showEndpoint(visit: ShopVisit, endpoint: EndpointRow, shown: Shown = {}): Promise<HttpResponse> {
  const { context, caller, shop, csrf, request } = visit
  const { businessId } = caller
  const filter = readDeliveryFilter(queryOf(request, 'show'))
  const cursor = queryOf(request, 'after')
  // A cursor that is none of a delivery is that of the first page.
  const after = cursor === null ? null : parseId('whd', cursor)
  // One more than the page shows is enough if every delivery is shown.
  const step = filter === deliveryFilters[0] ? deliveriesPerPage + 1 : recentDeliveries
  const read = await context.db.all(deliveryStep, { businessId, endpointId: endpoint.id, after, limit: step })
  const { ids, next, hasMoreMatches } = pageOfStep(read, { filter, length: deliveriesPerPage, step })
  const deliveries = await context.db.all(deliveriesById, { businessId, ids })
  const { test = null, problem = null } = shown
  const content = endpointPage({
    shop,
    csrf,
    endpoint,
    mayDevelop: mayDevelop(visit),
    filter,
    deliveries,
    next,
    hasMoreMatches,
    isFirst: after === null,
    isEnabled: problem === null && queryOf(request, 'done') === 'enabled',
    test,
    problem: problem && problem.sentence,
  })
  return showWebhookPage(visit, endpoint.url, content, problem)
}

async function testEndpoint(visit: ShopVisit, endpoint: EndpointRow): Promise<HttpResponse> {
  const result = await visit.act(testWebhookEndpoint, { params: paramsOf(endpoint) })
  if (!result.isDone) return showEndpoint(visit, endpoint, { problem: problemOf(result) })
  return showEndpoint(visit, endpoint, { test: result.body as TestResult })
}

async function enableEndpoint(visit: ShopVisit, endpoint: EndpointRow): Promise<HttpResponse> {
  const result = await visit.act(enableWebhookEndpoint, { params: paramsOf(endpoint) })
  if (!result.isDone) return showEndpoint(visit, endpoint, { problem: problemOf(result) })
  return redirect(`${endpointPath(visit.shop, endpoint.id)}?done=enabled`)
}

function showRotate(visit: ShopVisit, endpoint: EndpointRow, problem: Problem | null): HttpResponse {
  const { shop, csrf } = visit
  const content = rotatePage({ shop, csrf, endpoint, problem: problem && problem.sentence })
  return showWebhookPage(visit, 'Replace the secret', content, problem)
}

async function rotateSecret(visit: ShopVisit, endpoint: EndpointRow): Promise<HttpResponse> {
  const { shop } = visit
  const result = await visit.act(rotateWebhookSecret, { params: paramsOf(endpoint) })
  if (!result.isDone) return showRotate(visit, endpoint, problemOf(result))
  const { secret } = result.body as { secret: string }
  const content = rotatedSecretPage({ shop, url: endpoint.url, endpointHref: endpointPath(shop, endpoint.id), secret })
  return showWebhookPage(visit, 'The secret was replaced', content)
}

function showDelete(visit: ShopVisit, endpoint: EndpointRow, problem: Problem | null): HttpResponse {
  const { shop, csrf } = visit
  const content = deletePage({ shop, csrf, endpoint, problem: problem && problem.sentence })
  return showWebhookPage(visit, 'Delete an endpoint', content, problem)
}

async function deleteEndpoint(visit: ShopVisit, endpoint: EndpointRow): Promise<HttpResponse> {
  const result = await visit.act(deleteWebhookEndpoint, { params: paramsOf(endpoint) })
  if (!result.isDone) return showDelete(visit, endpoint, problemOf(result))
  return redirect(`${webhooksPath(visit.shop)}?done=deleted`)
}
