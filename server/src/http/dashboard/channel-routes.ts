import { mapPaid } from '../../channels/registry.ts'
import { type ChannelForm, channelChanges, readChannelForm } from '../../dashboard/channels/channel-form.decide.ts'
import { channelsPage, readDestinationFilter } from '../../dashboard/channels/channels-page.ts'
import { countryIndex, namedDestinations } from '../../dashboard/channels/country-names.ts'
import { listDestinations } from '../../dashboard/channels/destinations.decide.ts'
import {
  type ChannelProblem,
  countriesMaxLength,
  editChannelsPage,
  listCountries,
} from '../../dashboard/channels/edit-channels-page.ts'
import { reviewChannelsPage } from '../../dashboard/channels/review-channels-page.ts'
import { scheduledEffects, scheduledLimit } from '../../dashboard/channels/scheduled-effect.decide.ts'
import { waitingSends } from '../../dashboard/channels/sql.ts'
import { type ErrorCode, errorCodes } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { actorAllows } from '../../member-role.ts'
import { loadPaidCatalogue } from '../../nudges/paid.load.ts'
import { changeBusiness } from '../../operator/businesses.ts'
import type { ChannelSettings } from '../../operator/owner-settings.decide.ts'
import { findBusiness } from '../../operator/sql.ts'
import { destinationOf } from '../../phone.ts'
import { queryOf, redirect } from '../form.ts'
import { type HttpResponse, refusal } from '../response.ts'
import { showRefusedShopPage, showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

export const channelRoutes: ShopRoute[] = [
  {
    name: 'dashboard.channels',
    method: 'GET',
    path: '/dashboard/{shop}/channels',
    permission: 'read',
    serve: showChannels,
  },
  {
    name: 'dashboard.channels.edit',
    method: 'GET',
    path: '/dashboard/{shop}/channels/edit',
    permission: 'configure',
    isDangerous: true,
    serve: async (visit) => showEdit(visit, await settingsOf(visit), null),
  },
  {
    name: 'dashboard.channels.review',
    method: 'GET',
    path: '/dashboard/{shop}/channels/review',
    permission: 'configure',
    isDangerous: true,
    serve: showReview,
  },
  {
    name: 'dashboard.channels.change',
    method: 'POST',
    path: '/dashboard/{shop}/channels/change',
    permission: 'configure',
    isDangerous: true,
    serve: change,
  },
]

const pathOf = ({ shop }: ShopVisit): string => `${shop.path}/channels`

async function settingsOf({ context, caller }: ShopVisit): Promise<ChannelSettings> {
  const { countries, ...business } = (await context.db.one(findBusiness, { id: caller.businessId }))!
  return { ...mapPaid((channel) => business[channel]), countries: countries?.map(destinationOf) ?? null }
}

async function showChannels(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, request } = visit
  const [settings, catalogue] = await Promise.all([settingsOf(visit), loadPaidCatalogue(context.db)])
  const content = channelsPage({
    path: pathOf(visit),
    publicUrl: context.publicUrl,
    settings,
    destinations: listDestinations(namedDestinations, settings.countries, catalogue),
    filter: readDestinationFilter(queryOf(request, 'show')),
    search: (queryOf(request, 'q') ?? '').slice(0, 200),
    isWhole: queryOf(request, 'rows') === 'all',
    templates: catalogue.templates,
    mayConfigure: actorAllows(caller.actor, 'configure'),
    isChanged: queryOf(request, 'done') === 'changed',
  })
  return showShopPage(visit, 'channels', 'Channels', content)
}

type Problem = ChannelProblem & { code: ErrorCode; typed: string }
function showEdit(visit: ShopVisit, settings: ChannelSettings, problem: Problem | null): HttpResponse {
  const content = editChannelsPage({
    path: pathOf(visit),
    settings,
    scope: settings.countries === null ? 'all' : 'only',
    typedCountries: problem?.typed ?? listCountries(settings.countries),
    problem,
  })
  if (problem === null) return showShopPage(visit, 'channels', 'Change channels', content)
  return showRefusedShopPage(visit, refusal(problem.code), 'channels', 'Change channels', content)
}

type Asked = { before: ChannelSettings; after: ChannelSettings; changes: Partial<ChannelSettings> }
/** What a form asks for, or the form again with its problem. A form without a field leaves it as it is. */
async function readAsked(visit: ShopVisit, fields: URLSearchParams): Promise<Asked | HttpResponse> {
  const before = await settingsOf(visit)
  const form: ChannelForm = {
    ...mapPaid((channel) => fields.get(channel) ?? before[channel]),
    scope: fields.get('scope') ?? (before.countries === null ? 'all' : 'only'),
    countries: (fields.get('countries') ?? (before.countries ?? []).join(',')).slice(0, countriesMaxLength),
  }
  const { settings: after, unknownCountries, lacksCountries } = readChannelForm(before, form, countryIndex)
  const problem = problemOf(unknownCountries, lacksCountries && before.countries?.length !== 0)
  if (problem !== null)
    return showEdit(visit, after, { ...problem, code: 'common.validation_failed', typed: form.countries })
  return { before, after, changes: channelChanges(before, after) }
}

function problemOf(unknown: string[], lacksCountries: boolean): ChannelProblem | null {
  if (unknown.length > 0) {
    const names = new Intl.ListFormat('en').format(unknown.slice(0, 10).map((name) => `“${name.slice(0, 60)}”`))
    return {
      title: 'Not every country is known',
      text: `Correct ${names}, or use the code of two letters, such as GB.`,
    }
  }
  if (!lacksCountries) return null
  return { title: 'No country is named', text: 'Name at least one country, or choose “All”.' }
}

async function showReview(visit: ShopVisit): Promise<HttpResponse> {
  const { request, context, csrf } = visit
  const asked = await readAsked(visit, new URLSearchParams(request.query))
  if ('status' in asked) return asked
  const scheduled = await context.db.all(waitingSends, {
    businessId: visit.caller.businessId,
    limit: scheduledLimit + 1,
  })
  const effects = scheduledEffects(asked.before, asked.after, scheduled)
  const content = reviewChannelsPage({ path: pathOf(visit), csrf, ...asked, effects })
  return showShopPage(visit, 'channels', 'Change channels', content)
}

async function change(visit: ShopVisit): Promise<HttpResponse> {
  const { request, caller } = visit
  const asked = await readAsked(visit, new URLSearchParams(request.body.toString()))
  if ('status' in asked) return asked
  const { changes, before } = asked
  if (Object.keys(changes).length === 0) return redirect(pathOf(visit))
  const params = { business_id: formatId('biz', caller.businessId) }
  const result = await visit.act(changeBusiness, { params, body: changes })
  if (result.isDone) return redirect(`${pathOf(visit)}?done=changed`)
  return showEdit(visit, await settingsOf(visit), {
    title: 'Nothing was changed',
    text: result.code === 'operator.not_permitted' ? notEnabled : errorCodes[result.code].meaning,
    code: result.code,
    typed: listCountries(before.countries),
  })
}
const notEnabled =
  'The operator of the service disabled a channel meanwhile. Look at the values, and change them again.'
