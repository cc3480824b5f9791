import {
  createdOperatorPage,
  type NewOperatorFields,
  newOperatorPage,
  operatorPage,
} from '../../../dashboard/operator/operator-pages.ts'
import { operatorsPage } from '../../../dashboard/operator/operators-page.ts'
import { operatorOfPath } from '../../../dashboard/operator/paths.ts'
import { type OperatorVisits, visitsOfOperators } from '../../../dashboard/operator/sql.ts'
import {
  findOperator,
  maxListedOperators,
  type OperatorRow,
  operatorsByAccess,
} from '../../../dashboard/people/operators.sql.ts'
import {
  changeOperator,
  createOperator,
  type OperatorEntry,
  operatorView,
  revokeOperator,
} from '../../../dashboard/people/operators.ts'
import { formatId, parseId } from '../../../ids.ts'
import { fieldOf, queryOf, redirect } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { outcomeOf, type Problem, problemOf, showMissing, showOperatorPage } from './respond.ts'

/** The people who run the service: only an admin sees and changes them, as with the operations. */
export const peopleOfServiceRoutes: OperatorRoute[] = [
  { name: 'operator.operators', method: 'GET', path: '/dashboard/operator/operators', roles: [], serve: showOperators },
  {
    name: 'operator.operator.new',
    method: 'GET',
    path: '/dashboard/operator/operators/new',
    roles: [],
    isDangerous: true,
    serve: async (visit) => showNew(visit, { name: '', email: '', role: 'support' }, null),
  },
  {
    name: 'operator.operator.create',
    method: 'POST',
    path: '/dashboard/operator/operators/new',
    roles: [],
    isDangerous: true,
    serve: create,
  },
  {
    name: 'operator.operator',
    method: 'GET',
    path: '/dashboard/operator/operators/{operator_id}',
    roles: [],
    serve: (visit) => showOperator(visit, null),
  },
  {
    name: 'operator.operator.role',
    method: 'POST',
    path: '/dashboard/operator/operators/{operator_id}/role',
    roles: [],
    isDangerous: true,
    serve: changeRole,
  },
  {
    name: 'operator.operator.revoke',
    method: 'POST',
    path: '/dashboard/operator/operators/{operator_id}/revoke',
    roles: [],
    isDangerous: true,
    serve: revoke,
  },
]

type Visits = Map<string, Omit<OperatorVisits, 'id'>>
/** By public id. */
async function visitsOf({ context }: OperatorVisit, operators: OperatorRow[]): Promise<Visits> {
  const visits = await context.db.all(visitsOfOperators, { ids: operators.map(({ id }) => id) })
  return new Map(visits.map(({ id, ...one }) => [formatId('opr', id), one]))
}

async function showOperators(visit: OperatorVisit): Promise<HttpResponse> {
  const isEnded = queryOf(visit.request, 'show') === 'ended'
  const rows = await visit.context.db.all(operatorsByAccess, { isEnded })
  const content = operatorsPage({
    operators: rows.map(operatorView),
    visits: await visitsOf(visit, rows),
    isEnded,
    isCut: rows.length === maxListedOperators,
  })
  return showOperatorPage(visit, 'operators', 'Operators', content)
}

const results = {
  role: { title: 'The role was changed', text: 'It applies from their next request on.' },
  revoked: { title: 'The access has ended', text: 'The next request with the token or a session is refused.' },
}
async function showOperator(visit: OperatorVisit, problem: Problem | null): Promise<HttpResponse> {
  const { context, request, csrf, operator } = visit
  const row = await context.db.one(findOperator, { id: parseId('opr', request.params['operator_id']!) })
  if (row === null) return showMissing()
  const shown = operatorView(row)
  const content = operatorPage({
    operator: shown,
    visits: (await visitsOf(visit, [row])).get(shown.id),
    isOwn: row.id === operator.id,
    csrf,
    ...outcomeOf(request, results, problem),
  })
  return showOperatorPage(visit, 'operators', shown.name, content, problem)
}

const showNew = (visit: OperatorVisit, typed: NewOperatorFields, problem: Problem | null): HttpResponse =>
  showOperatorPage(
    visit,
    'operators',
    'Add an operator',
    newOperatorPage({ csrf: visit.csrf, typed, problem: problem?.sentence ?? null }),
    problem,
  )

async function create(visit: OperatorVisit): Promise<HttpResponse> {
  const text = (name: string): string => fieldOf(visit.request.body, name).trim()
  const typed = { name: text('name'), email: text('email'), role: text('role') }
  const { email, ...rest } = typed
  const result = await visit.act(createOperator, { body: { ...rest, ...(email !== '' && { email }) } })
  if (!result.isDone) return showNew(visit, typed, problemOf(result))
  const created = result.body as OperatorEntry & { token: string }
  return showOperatorPage(visit, 'operators', created.name, createdOperatorPage(created))
}

async function changeRole(visit: OperatorVisit): Promise<HttpResponse> {
  const id = visit.request.params['operator_id']!
  const body = { role: fieldOf(visit.request.body, 'role') }
  const result = await visit.act(changeOperator, { params: { operator_id: id }, body })
  return afterAct(visit, id, result.isDone ? null : problemOf(result), 'role')
}

async function revoke(visit: OperatorVisit): Promise<HttpResponse> {
  const id = visit.request.params['operator_id']!
  const result = await visit.act(revokeOperator, { params: { operator_id: id } })
  return afterAct(visit, id, result.isDone ? null : problemOf(result), 'revoked')
}

/** An admin who gave up the role, or ended their own access, has no page of operators any more. */
function afterAct(
  visit: OperatorVisit,
  id: string,
  problem: Problem | null,
  done: keyof typeof results,
): Promise<HttpResponse> | HttpResponse {
  if (problem !== null) return showOperator(visit, problem)
  const isOwn = id === formatId('opr', visit.operator.id)
  return redirect(isOwn ? '/dashboard' : `${operatorOfPath(id)}?done=${done}`)
}
