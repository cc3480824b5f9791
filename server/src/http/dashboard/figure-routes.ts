import { type Figures, summarise } from '../../dashboard/figures/figures.decide.ts'
import { figuresCsv } from '../../dashboard/figures/figures-csv.ts'
import { type CsvName, csvNames, figuresPage } from '../../dashboard/figures/figures-page.ts'
import { daysOf, type PeriodLength, readPeriod } from '../../dashboard/figures/period.decide.ts'
import { figuresOf, findComplete } from '../../figures/sql.ts'
import { queryOf } from '../form.ts'
import type { HttpResponse } from '../response.ts'
import { csvFile } from './csv-file.ts'
import { showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

export const figureRoutes: ShopRoute[] = [
  {
    name: 'dashboard.figures',
    method: 'GET',
    path: '/dashboard/{shop}/figures',
    permission: 'read',
    serve: showFigures,
  },
  ...csvNames.map(
    (name): ShopRoute => ({
      name: `dashboard.figures.${name}`,
      method: 'GET',
      path: `/dashboard/{shop}/figures/${name}.csv`,
      permission: 'read',
      serve: (visit) => downloadFigures(visit, name),
    }),
  ),
]

/** On the clock of the side: the days of a test side are those that its messages have. */
async function load(visit: ShopVisit): Promise<{ period: PeriodLength; days: string[]; figures: Figures }> {
  const { context, caller, request } = visit
  const period = readPeriod(queryOf(request, 'days'))
  return context.db.transaction(async (tx) => {
    const days = daysOf(period, await tx.now)
    const rows = await tx.all(figuresOf, { businessId: caller.businessId, from: days[0]!, to: days.at(-1)! })
    return { period, days, figures: summarise(rows, days) }
  })
}

async function showFigures(visit: ShopVisit): Promise<HttpResponse> {
  const [{ period, figures }, complete] = await Promise.all([load(visit), visit.context.db.one(findComplete)])
  const since = complete?.since ?? null
  const content = figuresPage({
    path: `${visit.shop.path}/figures`,
    period,
    figures,
    since: since !== null && hasEarlier(figures, since) ? since : null,
  })
  return showShopPage(visit, 'figures', 'Figures', content)
}

/** Whether the page has messages of a release that did not count pushes. */
const hasEarlier = ({ days }: Figures, since: Date): boolean =>
  days.some(({ day, messages }) => messages > 0 && day < since.toISOString().slice(0, 10))

async function downloadFigures(visit: ShopVisit, name: CsvName): Promise<HttpResponse> {
  const { days, figures } = await load(visit)
  return csvFile(`${name}-${days[0]!}-${days.at(-1)!}`, figuresCsv[name](figures))
}
