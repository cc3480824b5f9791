import { businessPage } from '../../../dashboard/operator/business-page.ts'
import { settingChanges } from '../../../dashboard/operator/business-settings.decide.ts'
import { settingLooks } from '../../../dashboard/operator/business-settings.ts'
import { businessesPage } from '../../../dashboard/operator/businesses-page.ts'
import {
  createdBusinessPage,
  newBusinessFields,
  newBusinessPage,
} from '../../../dashboard/operator/new-business-page.ts'
import { businessPath } from '../../../dashboard/operator/paths.ts'
import { editSettingsPage, isSettingGroup, reviewPage } from '../../../dashboard/operator/settings-pages.ts'
import { type Business, type SettingName, settingNames } from '../../../operator/businesses.schema.ts'
import { changeBusiness, createBusiness, listBusinesses } from '../../../operator/businesses.ts'
import { queryOf, redirect } from '../../form.ts'
import type { HttpResponse } from '../../response.ts'
import type { OperatorRoute, OperatorVisit } from '../routes.ts'
import { frameOf, onBusiness } from './business-of-path.ts'
import { ask, type Problem, problemOf, showMissing, showOperatorPage } from './respond.ts'

export const businessRoutes: OperatorRoute[] = [
  {
    name: 'operator.businesses',
    method: 'GET',
    path: '/dashboard/operator/businesses',
    roles: ['support', 'finance'],
    serve: showList,
  },
  {
    name: 'operator.business.new',
    method: 'GET',
    path: '/dashboard/operator/businesses/new',
    roles: [],
    isDangerous: true,
    serve: async (visit) => showNew(visit, {}, null),
  },
  {
    name: 'operator.business.create',
    method: 'POST',
    path: '/dashboard/operator/businesses/new',
    roles: [],
    isDangerous: true,
    serve: create,
  },
  {
    name: 'operator.business',
    method: 'GET',
    path: '/dashboard/operator/businesses/{business_id}',
    roles: ['support', 'finance'],
    serve: (visit) => onBusiness(visit, (business) => showBusiness(visit, business)),
  },
  {
    name: 'operator.business.settings',
    method: 'GET',
    path: '/dashboard/operator/businesses/{business_id}/settings/{group}',
    roles: [],
    isDangerous: true,
    serve: (visit) =>
      onBusiness(visit, (business) => {
        const group = visit.request.params['group']!
        if (!isSettingGroup(group)) return showMissing()
        const { csrf } = visit
        return showOperatorPage(visit, 'businesses', business.name, editSettingsPage({ business, group, csrf }))
      }),
  },
  {
    name: 'operator.business.review',
    method: 'POST',
    path: '/dashboard/operator/businesses/{business_id}/review',
    roles: [],
    isDangerous: true,
    serve: (visit) => onBusiness(visit, (business) => showReview(visit, business, null)),
  },
  {
    name: 'operator.business.change',
    method: 'POST',
    path: '/dashboard/operator/businesses/{business_id}/change',
    roles: [],
    isDangerous: true,
    serve: (visit) => onBusiness(visit, (business) => change(visit, business)),
  },
]

async function showList(visit: OperatorVisit): Promise<HttpResponse> {
  const { request, operator } = visit
  const [query, cursor] = [(queryOf(request, 'q') ?? '').slice(0, 200), queryOf(request, 'after')]
  type Listed = { items: Business[]; next_cursor: string | null }
  const found = await ask<Listed>(visit, listBusinesses, {
    query: { limit: '50', ...(query !== '' && { query }), ...(cursor !== null && { cursor }) },
  })
  const content = businessesPage({
    query,
    businesses: found?.items ?? [],
    next: found?.next_cursor ?? null,
    isFirst: cursor === null,
    mayCreate: operator.role === 'admin',
  })
  return showOperatorPage(visit, 'businesses', 'Businesses', content)
}

const showNew = (visit: OperatorVisit, typed: Record<string, string>, problem: Problem | null): HttpResponse =>
  showOperatorPage(
    visit,
    'businesses',
    'Create a business',
    newBusinessPage({ csrf: visit.csrf, typed, problem: problem?.sentence ?? null }),
    problem,
  )

async function create(visit: OperatorVisit): Promise<HttpResponse> {
  const typed = typedSettings(visit)
  const given = Object.entries(typed).filter(([name, text]) => newBusinessFields.includes(name) && text.trim() !== '')
  const values = settingChanges(nothing, kinds, Object.fromEntries(given))
  // A business without a name is refused by the operation.
  const result = await visit.act(createBusiness, { body: values })
  if (!result.isDone) return showNew(visit, typed, problemOf(result))
  const created = result.body as Parameters<typeof createdBusinessPage>[0]
  return showOperatorPage(visit, 'businesses', created.name, createdBusinessPage(created))
}

const results = { changed: { title: 'The settings were changed', text: 'They apply from the next request on.' } }
async function showBusiness(visit: OperatorVisit, business: Business): Promise<HttpResponse> {
  const frame = await frameOf(visit, business, { results })
  return showOperatorPage(visit, 'businesses', business.name, businessPage(frame, visit.csrf))
}

function showReview(visit: OperatorVisit, business: Business, problem: Problem | null): HttpResponse {
  const changes = settingChanges<SettingName>(business, kinds, typedSettings(visit))
  const content = reviewPage({ business, changes, csrf: visit.csrf, problem: problem?.sentence ?? null })
  return showOperatorPage(visit, 'businesses', business.name, content, problem)
}

async function change(visit: OperatorVisit, business: Business): Promise<HttpResponse> {
  const changes = settingChanges<SettingName>(business, kinds, typedSettings(visit))
  if (Object.keys(changes).length === 0) return redirect(businessPath(business.id))
  const result = await visit.act(changeBusiness, { params: { business_id: business.id }, body: changes })
  if (!result.isDone) return showReview(visit, business, problemOf(result))
  return redirect(`${businessPath(business.id)}?done=changed`)
}

const kinds = Object.fromEntries(settingNames.map((name) => [name, settingLooks[name].kind])) as {
  [Name in SettingName]: (typeof settingLooks)[Name]['kind']
}
const nothing = Object.fromEntries(settingNames.map((name) => [name, null])) as Record<SettingName, null>

/** The texts of the settings that are on the form. */
function typedSettings({ request }: OperatorVisit): Partial<Record<SettingName, string>> {
  const form = new URLSearchParams(request.body.toString())
  return Object.fromEntries(settingNames.flatMap((name) => (form.has(name) ? [[name, form.get(name)!]] : [])))
}
