import { forecastCredits } from '../../credits/forecast.decide.ts'
import { balanceOf } from '../../credits/sql.ts'
import { creditsPage, readLedgerFilter } from '../../dashboard/credits/credits-page.ts'
import { ledgerCsv, loadLedger } from '../../dashboard/credits/load-ledger.ts'
import { summarise } from '../../dashboard/figures/figures.decide.ts'
import { daysOf } from '../../dashboard/figures/period.decide.ts'
import { figuresOf } from '../../figures/sql.ts'
import { formatId, parseId } from '../../ids.ts'
import { queryOf } from '../form.ts'
import type { HttpResponse } from '../response.ts'
import { csvFile } from './csv-file.ts'
import { showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

export const creditRoutes: ShopRoute[] = [
  {
    name: 'dashboard.credits',
    method: 'GET',
    path: '/dashboard/{shop}/credits',
    permission: 'read',
    serve: showCredits,
  },
  {
    name: 'dashboard.credits.ledger',
    method: 'GET',
    path: '/dashboard/{shop}/credits/ledger.csv',
    permission: 'read',
    serve: exportLedger,
  },
]

const linesPerPage = 50
const forecastDays = 30

async function showCredits(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, request, shop } = visit
  const { businessId } = caller
  const filter = readLedgerFilter(queryOf(request, 'show'))
  const cursor = queryOf(request, 'after')
  // A cursor that is none of an entry is that of the first page.
  const after = cursor === null ? null : parseId('led', cursor)
  return context.db.transaction(async (tx) => {
    const days = daysOf(forecastDays, await tx.now)
    const [credits, figures, lines] = await Promise.all([
      tx.one(balanceOf, { businessId }),
      tx.all(figuresOf, { businessId, from: days[0]!, to: days.at(-1)! }),
      loadLedger(tx, { businessId, filter, after, limit: linesPerPage + 1 }),
    ])
    const { balance, threshold } = credits!
    const { spent, refunded } = summarise(figures, days).total
    const content = creditsPage({
      shopPath: shop.path,
      balance,
      threshold,
      forecast: forecastCredits(balance, spent - refunded, forecastDays),
      forecastDays,
      filter,
      lines: lines.slice(0, linesPerPage),
      next: lines.length > linesPerPage ? formatId('led', lines[linesPerPage - 1]!.id) : null,
      isFirst: after === null,
    })
    return showShopPage(visit, 'credits', 'Credits', content)
  })
}

async function exportLedger({ context, caller, request }: ShopVisit): Promise<HttpResponse> {
  const filter = readLedgerFilter(queryOf(request, 'show'))
  return csvFile(`credits-${filter}`, ledgerCsv(context.db, { businessId: caller.businessId, filter }))
}
