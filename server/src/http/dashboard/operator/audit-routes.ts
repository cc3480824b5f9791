import { auditActions } from '../../../audit/actions.ts'
import { listAudit } from '../../../audit/list-audit.ts'
import { type AuditPart, auditCsv } from '../../../dashboard/operator/audit-csv.ts'
import { type AuditFilter, auditQuery, readAuditFilter } from '../../../dashboard/operator/audit-filter.decide.ts'
import { operatorAuditPage } from '../../../dashboard/operator/audit-page.ts'
import { queryOf } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import { csvFile } from '../csv-file.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { namesOfBusinesses } from './names-of-businesses.ts'
import { ask, showOperatorPage } from './respond.ts'

export const auditRoutes: OperatorRoute[] = [
  {
    name: 'operator.audit',
    method: 'GET',
    path: '/dashboard/operator/audit',
    roles: ['support', 'finance'],
    serve: showAudit,
  },
  {
    name: 'operator.audit.log',
    method: 'GET',
    path: '/dashboard/operator/audit/log.csv',
    roles: ['support', 'finance'],
    serve: exportAudit,
  },
]

const filterOf = ({ request }: OperatorVisit): AuditFilter =>
  readAuditFilter((name) => queryOf(request, name), auditActions)

const nothing: AuditPart = { items: [], next_cursor: null }
/** A cursor that is none of an entry finds nothing. */
const readPart = async (visit: OperatorVisit, filter: AuditFilter, limit: number, cursor: string | null) =>
  (await ask<AuditPart>(visit, listAudit, {
    query: { ...auditQuery(filter), limit: String(limit), ...(cursor !== null && { cursor }) },
  })) ?? nothing

async function showAudit(visit: OperatorVisit): Promise<HttpResponse> {
  const { request } = visit
  const filter = filterOf(visit)
  const cursor = queryOf(request, 'after')
  const { items, next_cursor: next } = await readPart(visit, filter, 50, cursor)
  const names = await namesOfBusinesses(
    visit,
    items.flatMap(({ business_id: id }) => id ?? []),
  )
  const content = operatorAuditPage({ filter, entries: items, names, next, isFirst: cursor === null })
  return showOperatorPage(visit, 'audit', 'Audit log', content)
}

async function exportAudit(visit: OperatorVisit): Promise<HttpResponse> {
  const filter = filterOf(visit)
  return csvFile(
    'audit-log',
    auditCsv((cursor) => readPart(visit, filter, 100, cursor)),
  )
}
