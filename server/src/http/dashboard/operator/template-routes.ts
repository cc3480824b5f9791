import type { SyncedTemplate } from '../../../channels/whatsapp/template-sync.decide.ts'
import { templateDefinitions } from '../../../channels/whatsapp/templates.ts'
import { type TemplateEntry, templatesPage } from '../../../dashboard/operator/templates-page.ts'
import { syncTemplates } from '../../../operator/sync-templates.ts'
import { listTemplates } from '../../../operator/templates.ts'
import { isPermitted } from '../../../operator-role.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { ask, type Problem, problemOf, showOperatorPage } from './respond.ts'

export const templateRoutes: OperatorRoute[] = [
  {
    name: 'operator.templates',
    method: 'GET',
    path: '/dashboard/operator/templates',
    roles: ['support'],
    serve: (visit) => showTemplates(visit, { synced: null, problem: null }),
  },
  {
    name: 'operator.templates.sync',
    method: 'POST',
    path: '/dashboard/operator/templates/sync',
    roles: [],
    isDangerous: true,
    serve: sync,
  },
]

type Outcome = { synced: SyncedTemplate[] | null; problem: Problem | null }
async function showTemplates(visit: OperatorVisit, { synced, problem }: Outcome): Promise<HttpResponse> {
  const { context, operator, csrf } = visit
  const list = await ask<{ items: Pick<TemplateEntry, 'order_status' | 'state'>[] }>(visit, listTemplates)
  const templates = templateDefinitions(context.publicUrl).map(({ orderStatus, definition: { name, language } }) => ({
    order_status: orderStatus,
    name,
    language,
    state: list?.items.find((one) => one.order_status === orderStatus)?.state ?? 'in_review',
  }))
  const content = templatesPage({
    csrf,
    mayChange: isPermitted(operator, []),
    templates,
    synced,
    result: null,
    problem: problem?.sentence ?? null,
  })
  return showOperatorPage(visit, 'templates', 'WhatsApp templates', content, problem)
}

/** The response to the form shows what was done with each, which no later page could. */
async function sync(visit: OperatorVisit): Promise<HttpResponse> {
  const result = await visit.act(syncTemplates, {})
  if (!result.isDone) return showTemplates(visit, { synced: null, problem: problemOf(result) })
  return showTemplates(visit, { synced: (result.body as { items: SyncedTemplate[] }).items, problem: null })
}
