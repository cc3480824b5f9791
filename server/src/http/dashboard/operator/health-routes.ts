import { findings } from '../../../dashboard/operator/health/health.decide.ts'
import { healthPage } from '../../../dashboard/operator/health/health-page.ts'
import { loadHealth } from '../../../dashboard/operator/health/load-facts.ts'
import { serviceRoles } from '../../../dashboard/operator/targets.ts'
import { refusedByLimit } from '../../../metrics.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { showOperatorPage } from './respond.ts'

export const healthRoutes: OperatorRoute[] = [
  {
    name: 'operator.health',
    method: 'GET',
    path: '/dashboard/operator/health',
    roles: serviceRoles,
    serve: showHealth,
  },
]

async function showHealth(visit: OperatorVisit): Promise<HttpResponse> {
  const { publicUrl } = visit.context
  const [facts, refusedRequests] = await Promise.all([loadHealth(visit.context), refusedByLimit()])
  const content = healthPage({ publicUrl, facts, findings: findings(facts), refusedRequests })
  return showOperatorPage(visit, 'health', 'Health', content)
}
