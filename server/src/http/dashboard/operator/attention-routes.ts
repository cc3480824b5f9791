import { businessNames } from '../../../dashboard/operator/attention.sql.ts'
import { attentionPage } from '../../../dashboard/operator/attention-page.ts'
import { findings } from '../../../dashboard/operator/health/health.decide.ts'
import { loadHealth } from '../../../dashboard/operator/health/load-facts.ts'
import type { OperatorNotice } from '../../../dashboard/operator/notice-words.ts'
import { shopsOfPerson } from '../../../dashboard/people/sql.ts'
import type { Database } from '../../../db/database.ts'
import { formatId, parseId } from '../../../ids.ts'
import { listNotices } from '../../../notices/list-notices.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { ask, showOperatorPage } from './respond.ts'

export const attentionRoutes: OperatorRoute[] = [
  {
    name: 'operator.home',
    method: 'GET',
    path: '/dashboard/operator',
    roles: ['support', 'finance'],
    serve: showAttention,
  },
]

async function showAttention(visit: OperatorVisit): Promise<HttpResponse> {
  const { context, operator, session } = visit
  const [health, listed, shops] = await Promise.all([
    loadHealth(context),
    ask<{ items: OperatorNotice[] }>(visit, listNotices, { query: { limit: '10' } }),
    context.db.all(shopsOfPerson, { personId: session.personId }),
  ])
  const notices = listed?.items ?? []
  const content = attentionPage({
    publicUrl: context.publicUrl,
    operator,
    findings: findings(health),
    notices,
    businessNames: await namesOf(context.db, notices),
    shops,
  })
  return showOperatorPage(visit, 'attention', 'Needs attention', content)
}

async function namesOf(db: Database, notices: OperatorNotice[]): Promise<ReadonlyMap<string, string>> {
  const ids = notices.flatMap(({ business_id: id }) => (id === null ? [] : [parseId('biz', id)!]))
  const rows = await db.all(businessNames, { ids: [...new Set(ids)] })
  return new Map(rows.map(({ id, name }) => [formatId('biz', id), name]))
}
