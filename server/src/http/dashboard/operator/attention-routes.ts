import { attentionPage } from '../../../dashboard/operator/attention-page.ts'
import type { OperatorNotice } from '../../../dashboard/operator/notice-words.ts'
import { shopsOfPerson } from '../../../dashboard/people/sql.ts'
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
  const { context, session } = visit
  const [notices, shops] = await Promise.all([
    ask<{ items: OperatorNotice[] }>(visit, listNotices, { query: { limit: '10' } }),
    context.db.all(shopsOfPerson, { personId: session.personId }),
  ])
  const { publicUrl } = context
  const content = attentionPage({ publicUrl, notices: notices?.items ?? [], shops })
  return showOperatorPage(visit, 'attention', 'Needs attention', content)
}
