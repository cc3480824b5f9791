import { grantCredits } from '../../../credits/grant-credits.ts'
import { listLedger } from '../../../credits/list-ledger.ts'
import { balanceOf } from '../../../credits/sql.ts'
import { tabPath, tabRoles } from '../../../dashboard/operator/business-frame.ts'
import { creditsPage, type LedgerEntry } from '../../../dashboard/operator/credits-page.ts'
import { parseId } from '../../../ids.ts'
import type { Business } from '../../../operator/businesses.schema.ts'
import { fieldOf, queryOf, redirect } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { frameOf, onBusiness } from './business-of-path.ts'
import { ask, type Problem, problemOf, showOperatorPage } from './respond.ts'

export const businessCreditRoutes: OperatorRoute[] = [
  {
    name: 'operator.credits',
    method: 'GET',
    path: '/dashboard/operator/businesses/{business_id}/credits',
    roles: tabRoles.credits,
    serve: (visit) => onBusiness(visit, (business) => showCredits(visit, business, { amount: '', note: '' }, null)),
  },
  {
    name: 'operator.credits.grant',
    method: 'POST',
    path: '/dashboard/operator/businesses/{business_id}/credits',
    roles: ['finance'],
    isDangerous: true,
    serve: (visit) => onBusiness(visit, (business) => grant(visit, business)),
  },
]

const results = { granted: { title: 'The credits were granted', text: 'The entry is at the top of the ledger.' } }
type Typed = { amount: string; note: string }
type Ledger = { items: LedgerEntry[]; next_cursor: string | null }

async function showCredits(
  visit: OperatorVisit,
  business: Business,
  typed: Typed,
  problem: Problem | null,
): Promise<HttpResponse> {
  const { context, csrf, request } = visit
  const params = { business_id: business.id }
  const cursor = queryOf(request, 'after')
  const [balance, ledger, frame] = await Promise.all([
    context.db.one(balanceOf, { businessId: parseId('biz', business.id) }),
    ask<Ledger>(visit, listLedger, { params, query: { limit: '50', ...(cursor !== null && { cursor }) } }),
    frameOf(visit, business, { problem, results }),
  ])
  const content = creditsPage(frame, {
    csrf,
    once: context.newId(),
    balance: balance!.balance,
    entries: ledger?.items ?? [],
    next: ledger?.next_cursor ?? null,
    isFirst: cursor === null,
    typed,
  })
  return showOperatorPage(visit, 'businesses', business.name, content, problem)
}

async function grant(visit: OperatorVisit, business: Business): Promise<HttpResponse> {
  const { body } = visit.request
  const typed = { amount: fieldOf(body, 'amount').trim(), note: fieldOf(body, 'note').trim() }
  const digits = typed.amount.replaceAll(/[\s,]/g, '')
  const result = await visit.act(grantCredits, {
    params: { business_id: business.id },
    // A text that is no number is refused by the validation of the operation, with its reason.
    body: { amount: /^[+-]?\d{1,12}$/.test(digits) ? Number(digits) : typed.amount, note: typed.note || null },
    once: fieldOf(body, 'once'),
  })
  if (!result.isDone) return showCredits(visit, business, typed, problemOf(result))
  return redirect(`${tabPath(business.id, 'credits')}?done=granted`)
}
