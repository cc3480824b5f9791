import { suppressionsPath } from '../../../dashboard/operator/paths.ts'
import {
  type AddressSuppressions,
  foundSuppressionsPage,
  type SharedSuppression,
  suppressionsPage,
} from '../../../dashboard/operator/suppressions-pages.ts'
import { liftSuppression, listSuppressions, readSuppressions } from '../../../operator/suppressions.ts'
import { fieldOf, queryOf, redirect } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { namesOfBusinesses } from './names-of-businesses.ts'
import { ask, outcomeOf, type Problem, problemOf, showOperatorPage } from './respond.ts'

export const suppressionRoutes: OperatorRoute[] = [
  {
    name: 'operator.suppressions',
    method: 'GET',
    path: '/dashboard/operator/suppressions',
    roles: ['support'],
    serve: (visit) => showList(visit, null),
  },
  {
    name: 'operator.suppressions.search',
    method: 'POST',
    path: '/dashboard/operator/suppressions/search',
    roles: ['support'],
    serve: (visit) => showFound(visit, null),
  },
  {
    name: 'operator.suppressions.lift',
    method: 'POST',
    path: '/dashboard/operator/suppressions/lift',
    roles: ['support'],
    isDangerous: true,
    serve: lift,
  },
]

const results = {
  lifted: { title: 'The suppression was lifted', text: 'Emails to the address are sent from the next push on.' },
}
type List = { items: SharedSuppression[]; next_cursor: string | null }

async function showList(visit: OperatorVisit, problem: Problem | null): Promise<HttpResponse> {
  const { request, csrf } = visit
  const cursor = queryOf(request, 'after')
  const list = await ask<List>(visit, listSuppressions, {
    query: { limit: '50', ...(cursor !== null && { cursor }) },
  })
  const content = suppressionsPage({
    csrf,
    suppressions: list?.items ?? [],
    next: list?.next_cursor ?? null,
    isFirst: cursor === null,
    ...outcomeOf(request, results, problem),
  })
  return showOperatorPage(visit, 'suppressions', 'Suppressions', content, problem)
}

/** The address is in the form and in no address, so that it is in no history and no log. */
async function showFound(visit: OperatorVisit, problem: Problem | null): Promise<HttpResponse> {
  const { request, csrf } = visit
  const address = fieldOf(request.body, 'address').trim()
  const result = await visit.act(readSuppressions, { params: { email: address } })
  if (!result.isDone) return showList(visit, problemOf(result))
  const found = result.body as AddressSuppressions
  const names = await namesOfBusinesses(
    visit,
    found.businesses.map(({ business_id: id }) => id),
  )
  const reason = fieldOf(request.body, 'reason')
  const content = foundSuppressionsPage({ csrf, address, found, names, reason, problem: problem?.sentence ?? null })
  return showOperatorPage(visit, 'suppressions', 'Suppressions of an address', content, problem)
}

async function lift(visit: OperatorVisit): Promise<HttpResponse> {
  const { body } = visit.request
  const result = await visit.act(liftSuppression, {
    params: { email: fieldOf(body, 'address').trim() },
    query: { reason: fieldOf(body, 'reason').trim() },
  })
  if (!result.isDone) return showFound(visit, problemOf(result))
  return redirect(`${suppressionsPath}?done=lifted`)
}
