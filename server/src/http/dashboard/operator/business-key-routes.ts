import { tabPath, tabRoles } from '../../../dashboard/operator/business-frame.ts'
import { type KeyEntry, keysPage, revokeKeyPage } from '../../../dashboard/operator/keys-page.ts'
import { parseId } from '../../../ids.ts'
import { listedKeyView } from '../../../keys/keys.schema.ts'
import { findKey } from '../../../keys/sql.ts'
import type { Business } from '../../../operator/businesses.schema.ts'
import { createDashboardKey, listBusinessKeys, revokeBusinessKey } from '../../../operator/keys.ts'
import { fieldOf, queryOf, redirect } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { frameOf, onBusiness } from './business-of-path.ts'
import { ask, type Problem, problemOf, showMissing, showOperatorPage } from './respond.ts'

export const businessKeyRoutes: OperatorRoute[] = [
  {
    name: 'operator.keys',
    method: 'GET',
    path: '/dashboard/operator/businesses/{business_id}/keys',
    roles: tabRoles.keys,
    serve: (visit) => onBusiness(visit, (business) => showKeys(visit, business, null, null)),
  },
  {
    name: 'operator.key.create',
    method: 'POST',
    path: '/dashboard/operator/businesses/{business_id}/keys',
    roles: [],
    isDangerous: true,
    serve: (visit) => onBusiness(visit, (business) => createKey(visit, business)),
  },
  {
    name: 'operator.key',
    method: 'GET',
    path: '/dashboard/operator/businesses/{business_id}/keys/{key_id}',
    roles: ['support'],
    isDangerous: true,
    serve: (visit) => onBusiness(visit, (business) => showRevoke(visit, business, null)),
  },
  {
    name: 'operator.key.revoke',
    method: 'POST',
    path: '/dashboard/operator/businesses/{business_id}/keys/{key_id}',
    roles: ['support'],
    isDangerous: true,
    serve: (visit) => onBusiness(visit, (business) => revoke(visit, business)),
  },
]

const results = { revoked: { title: 'The key was revoked', text: 'The next request with it gets 401.' } }
type KeyList = { items: KeyEntry[]; next_cursor: string | null }

async function showKeys(
  visit: OperatorVisit,
  business: Business,
  created: { key: string } | null,
  problem: Problem | null,
): Promise<HttpResponse> {
  const cursor = queryOf(visit.request, 'after')
  const [list, frame] = await Promise.all([
    ask<KeyList>(visit, listBusinessKeys, {
      params: { business_id: business.id },
      query: { limit: '50', ...(cursor !== null && { cursor }) },
    }),
    frameOf(visit, business, { problem, results }),
  ])
  const content = keysPage(frame, {
    csrf: visit.csrf,
    keys: list?.items ?? [],
    next: list?.next_cursor ?? null,
    isFirst: cursor === null,
    created,
  })
  return showOperatorPage(visit, 'businesses', business.name, content, problem)
}

async function createKey(visit: OperatorVisit, business: Business): Promise<HttpResponse> {
  const name = fieldOf(visit.request.body, 'name').trim()
  const result = await visit.act(createDashboardKey, {
    params: { business_id: business.id },
    body: { name: name === '' ? null : name },
  })
  if (!result.isDone) return showKeys(visit, business, null, problemOf(result))
  return showKeys(visit, business, result.body as { key: string }, null)
}

async function showRevoke(visit: OperatorVisit, business: Business, problem: Problem | null): Promise<HttpResponse> {
  const { context, request } = visit
  const [businessId, id] = [parseId('biz', business.id)!, parseId('key', request.params['key_id']!)]
  const row = await context.db.one(findKey, { businessId, id })
  if (row === null) return showMissing()
  const content = revokeKeyPage({
    business,
    key: listedKeyView(row),
    csrf: visit.csrf,
    problem: problem?.sentence ?? null,
  })
  return showOperatorPage(visit, 'businesses', business.name, content, problem)
}

async function revoke(visit: OperatorVisit, business: Business): Promise<HttpResponse> {
  const minted = fieldOf(visit.request.body, 'minted') === 'true' ? 'true' : 'false'
  const params = { business_id: business.id, key_id: visit.request.params['key_id']! }
  const result = await visit.act(revokeBusinessKey, { params, query: { minted } })
  if (!result.isDone) return showRevoke(visit, business, problemOf(result))
  return redirect(`${tabPath(business.id, 'keys')}?done=revoked`)
}
