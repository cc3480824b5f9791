import { findDestinations, type NamedDestination } from '../../../dashboard/operator/destinations.decide.ts'
import { pricePath } from '../../../dashboard/operator/paths.ts'
import { pricePage, priceReviewPage } from '../../../dashboard/operator/price-pages.ts'
import { pricesPage, readDestinationFilter } from '../../../dashboard/operator/prices-page.ts'
import type { Destination } from '../../../operator/sms-prices.sql.ts'
import { changeSmsPrice, isNeverOpen, readDestinations, readSmsPrice } from '../../../operator/sms-prices.ts'
import { isPermitted } from '../../../operator-role.ts'
import { fieldOf, queryOf, redirect } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { ask, outcomeOf, type Problem, problemOf, showMissing, showOperatorPage } from './respond.ts'

export const priceRoutes: OperatorRoute[] = [
  {
    name: 'operator.prices',
    method: 'GET',
    path: '/dashboard/operator/prices',
    roles: ['support', 'finance'],
    serve: showPrices,
  },
  {
    name: 'operator.price',
    method: 'GET',
    path: '/dashboard/operator/prices/{country}',
    roles: ['support', 'finance'],
    serve: (visit) => onDestination(visit, (destination) => showPrice(visit, destination)),
  },
  {
    name: 'operator.price.review',
    method: 'POST',
    path: '/dashboard/operator/prices/{country}/review',
    roles: ['finance'],
    isDangerous: true,
    serve: (visit) => onDestination(visit, (destination) => showReview(visit, destination, null)),
  },
  {
    name: 'operator.price.change',
    method: 'POST',
    path: '/dashboard/operator/prices/{country}/change',
    roles: ['finance'],
    isDangerous: true,
    serve: (visit) => onDestination(visit, (destination) => change(visit, destination)),
  },
]

async function showPrices(visit: OperatorVisit): Promise<HttpResponse> {
  const { context, request } = visit
  const filter = readDestinationFilter(queryOf(request, 'show'))
  const query = (queryOf(request, 'q') ?? '').slice(0, 200)
  const named = (await readDestinations(context.db)).map((one) => ({ ...one, name: nameOf(one.country) }))
  const content = pricesPage({ filter, query, destinations: findDestinations(named, filter, query), isNeverOpen })
  return showOperatorPage(visit, 'prices', 'Destinations and prices', content)
}

async function onDestination(
  visit: OperatorVisit,
  serve: (destination: NamedDestination) => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  const country = visit.request.params['country']!
  const found = await ask<Destination>(visit, readSmsPrice, { params: { country } })
  return found === null ? showMissing() : serve({ ...found, name: nameOf(country) })
}

const results = { changed: { title: 'The destination was changed', text: 'It applies from the next push on.' } }
function showPrice(visit: OperatorVisit, destination: NamedDestination): HttpResponse {
  const { operator, csrf, request } = visit
  const content = pricePage({
    destination,
    isNeverOpen: isNeverOpen(destination.country),
    mayChange: isPermitted(operator, ['finance']),
    csrf,
    ...outcomeOf(request, results),
  })
  return showOperatorPage(visit, 'prices', destination.name, content)
}

function showReview(visit: OperatorVisit, before: NamedDestination, problem: Problem | null): HttpResponse {
  const content = priceReviewPage({
    before,
    after: typedPrice(visit),
    csrf: visit.csrf,
    problem: problem?.sentence ?? null,
  })
  return showOperatorPage(visit, 'prices', before.name, content, problem)
}

async function change(visit: OperatorVisit, before: NamedDestination): Promise<HttpResponse> {
  const { country } = before
  const after = typedPrice(visit)
  if (after.credits === before.credits && after.open === before.open) return redirect(pricePath(country))
  const result = await visit.act(changeSmsPrice, { params: { country }, body: after })
  if (!result.isDone) return showReview(visit, before, problemOf(result))
  return redirect(`${pricePath(country)}?done=changed`)
}

/** A text that is no number is refused by the validation of the operation, with its reason. */
function typedPrice({ request: { body } }: OperatorVisit): { credits: number | string; open: boolean } {
  const typed = fieldOf(body, 'credits').trim()
  return { credits: /^\d{1,6}$/.test(typed) ? Number(typed) : typed, open: fieldOf(body, 'open') === 'yes' }
}

const names = new Intl.DisplayNames('en', { type: 'region' })
const nameOf = (country: string): string => names.of(country) ?? country
