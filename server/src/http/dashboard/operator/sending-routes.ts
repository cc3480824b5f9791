import { listAudit } from '../../../audit/list-audit.ts'
import { countLimit, loadWaiting } from '../../../dashboard/operator/health/load-facts.ts'
import { sendingPath } from '../../../dashboard/operator/paths.ts'
import { type SendingState, sendingPage } from '../../../dashboard/operator/sending-page.ts'
import { serviceRoles } from '../../../dashboard/operator/targets.ts'
import { holdSending, readSending, releaseSending } from '../../../installation/sending.ts'
import { fieldOf, redirect } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { ask, outcomeOf, type Problem, problemOf, showOperatorPage } from './respond.ts'

export const sendingRoutes: OperatorRoute[] = [
  {
    name: 'operator.sending',
    method: 'GET',
    path: '/dashboard/operator/sending',
    roles: serviceRoles,
    serve: (visit) => showSending(visit, '', null),
  },
  {
    name: 'operator.sending.hold',
    method: 'POST',
    path: '/dashboard/operator/sending/hold',
    roles: ['support'],
    isDangerous: true,
    serve: hold,
  },
  {
    name: 'operator.sending.release',
    method: 'POST',
    path: '/dashboard/operator/sending/release',
    roles: [],
    isDangerous: true,
    serve: release,
  },
]

const results = {
  paused: { title: 'All sending is paused', text: 'Workers stop within about two seconds.' },
  released: { title: 'Sending was released', text: 'Workers begin within about two seconds.' },
}

async function showSending(visit: OperatorVisit, typedNote: string, problem: Problem | null): Promise<HttpResponse> {
  const { context, operator, csrf, request } = visit
  const [state, waiting] = await Promise.all([ask<SendingState>(visit, readSending), loadWaiting(context)])
  const content = sendingPage({
    publicUrl: context.publicUrl,
    csrf,
    state: state!,
    pausedBy: state!.reason === 'operator' ? await holderOf(visit) : null,
    waiting,
    countLimit,
    mayRelease: operator.role === 'admin',
    typedNote,
    outcome: outcomeOf(request, results, problem),
  })
  return showOperatorPage(visit, 'sending', 'Sending', content, problem)
}

async function holderOf(visit: OperatorVisit): Promise<string | null> {
  type Entries = { items: { operator_name: string }[] }
  const found = await ask<Entries>(visit, listAudit, { query: { action: 'holdSending', limit: '1' } })
  return found?.items[0]?.operator_name ?? null
}

async function hold(visit: OperatorVisit): Promise<HttpResponse> {
  const note = fieldOf(visit.request.body, 'note').trim()
  const result = await visit.act(holdSending, { body: { note } })
  if (!result.isDone) return showSending(visit, note, problemOf(result))
  return redirect(`${sendingPath}?done=paused`)
}

async function release(visit: OperatorVisit): Promise<HttpResponse> {
  const { body } = visit.request
  const state = await ask<SendingState>(visit, readSending)
  if (state!.reason !== fieldOf(body, 'reason')) return showSending(visit, '', changedMeanwhile)
  const dueWork = fieldOf(body, 'due_work') === 'send' ? 'send' : 'abandon'
  const result = await visit.act(releaseSending, { body: { due_work: dueWork } })
  if (!result.isDone) return showSending(visit, '', problemOf(result))
  return redirect(`${sendingPath}?done=released`)
}

/** What waits after a hold is sent, and after a restore perhaps not: the person decides about what they saw. */
const changedMeanwhile: Problem = {
  code: 'common.validation_failed',
  sentence: 'The state has changed since the page was shown. Read it again before you decide.',
}
