import type { Brand } from '../../brand/brand.ts'
import {
  type BrandSettings,
  brandChanges,
  readBrandForm,
  type TypedBrand,
} from '../../dashboard/brand/brand-form.decide.ts'
import { brandPage, editBrandPage } from '../../dashboard/brand/brand-page.ts'
import { emailHeads, emailPreview, inboxPreview, textPreview } from '../../dashboard/brand/brand-preview.ts'
import { emailProblem } from '../../email.ts'
import { errorCodes } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { actorAllows } from '../../member-role.ts'
import { changeBusiness } from '../../operator/businesses.ts'
import { brandSettingNames } from '../../operator/owner-settings.decide.ts'
import { findBusiness } from '../../operator/sql.ts'
import { fieldOf, queryOf, redirect } from '../form.ts'
import { type HttpResponse, html, page, refusal } from '../response.ts'
import { showRefusedShopPage, showShopPage } from './respond.ts'
import type { ShopRoute, ShopVisit } from './routes.ts'

export const brandRoutes: ShopRoute[] = [
  {
    name: 'dashboard.brand',
    method: 'GET',
    path: '/dashboard/{shop}/brand',
    permission: 'read',
    isOfBothSides: true,
    serve: showBrand,
  },
  ...(['email', 'text', 'inbox'] as const).map(
    (part): ShopRoute => ({
      name: `dashboard.brand.${part}`,
      method: 'GET',
      path: `/dashboard/{shop}/brand/${part}`,
      permission: 'read',
      isOfBothSides: true,
      serve: (visit) => showPreview(visit, part),
    }),
  ),
  {
    name: 'dashboard.brand.edit',
    method: 'GET',
    path: '/dashboard/{shop}/brand/edit',
    permission: 'configure',
    isOfBothSides: true,
    isDangerous: true,
    async serve(visit) {
      const { settings, accountName } = await loadBrand(visit)
      return showEdit(visit, { accountName, settings, typed: typedOf(settings) })
    },
  },
  {
    name: 'dashboard.brand.change',
    method: 'POST',
    path: '/dashboard/{shop}/brand/change',
    permission: 'configure',
    isOfBothSides: true,
    isDangerous: true,
    serve: change,
  },
]

const pathOf = ({ shop }: ShopVisit): string => `${shop.path}/brand`

async function loadBrand({ context, caller }: ShopVisit): Promise<{ settings: BrandSettings; accountName: string }> {
  const business = (await context.db.one(findBusiness, { id: caller.businessId }))!
  const { sender_name, brand_colour, customer_contact, reply_to, language } = business
  return { settings: { sender_name, brand_colour, customer_contact, reply_to, language }, accountName: business.name }
}

const typedOf = (settings: BrandSettings): TypedBrand =>
  Object.fromEntries(brandSettingNames.map((name) => [name, settings[name] ?? ''])) as TypedBrand
/** A form or an address without a field leaves it as it is. */
const readTyped = (given: (name: string) => string | null, before: BrandSettings): TypedBrand =>
  Object.fromEntries(
    brandSettingNames.map((name) => [name, (given(name) ?? before[name] ?? '').slice(0, 500)]),
  ) as TypedBrand

const brandOf = ({ brand_colour, customer_contact, reply_to, language }: BrandSettings): Brand => ({
  colour: brand_colour,
  contact: customer_contact,
  replyTo: reply_to,
  language,
})
const shownOf = (settings: BrandSettings, accountName: string) => ({
  shop: settings.sender_name ?? accountName,
  brand: brandOf(settings),
  now: new Date(),
})

async function showBrand(visit: ShopVisit): Promise<HttpResponse> {
  const { context, caller, request } = visit
  const { settings, accountName } = await loadBrand(visit)
  const content = brandPage({
    path: pathOf(visit),
    accountName,
    settings,
    heads: emailHeads(shownOf(settings, accountName), context),
    mayConfigure: actorAllows(caller.actor, 'configure'),
    isChanged: queryOf(request, 'done') === 'changed',
  })
  return showShopPage(visit, 'brand', 'Brand', content)
}

/** With what is typed in the address, else as it is stored. What is typed and wrong is left out. */
async function showPreview(visit: ShopVisit, part: 'email' | 'text' | 'inbox'): Promise<HttpResponse> {
  const { context, request } = visit
  const { settings, accountName } = await loadBrand(visit)
  const typed = readTyped((name) => queryOf(request, name), settings)
  const shown = shownOf(readBrandForm(typed, emailProblem).settings, accountName)
  const { markup, policy } = previewOf[part](shown, context)
  return page(html, markup, { 'Content-Security-Policy': policy })
}
const previewOf = { email: emailPreview, text: textPreview, inbox: inboxPreview }

type Edited = {
  accountName: string
  settings: BrandSettings
  typed: TypedBrand
  problems?: Parameters<typeof editBrandPage>[0]['problems']
  problem?: string
  isPreview?: boolean
}
function showEdit(visit: ShopVisit, edited: Edited): HttpResponse {
  const { accountName, settings, typed, problems = {}, problem = null, isPreview = false } = edited
  const content = editBrandPage({
    path: pathOf(visit),
    csrf: visit.csrf,
    accountName,
    typed,
    problems,
    problem,
    isPreview,
    heads: emailHeads(shownOf(settings, accountName), visit.context),
  })
  if (problem === null) return showShopPage(visit, 'brand', 'Change the brand', content)
  return showRefusedShopPage(visit, refusal('common.validation_failed'), 'brand', 'Change the brand', content)
}

async function change(visit: ShopVisit): Promise<HttpResponse> {
  const { request, caller } = visit
  const { settings: before, accountName } = await loadBrand(visit)
  const form = new URLSearchParams(request.body.toString())
  const typed = readTyped((name) => form.get(name), before)
  const { settings, problems } = readBrandForm(typed, emailProblem)
  const edited = { accountName, settings, typed, problems }
  if (fieldOf(request.body, 'act') === 'preview') return showEdit(visit, { ...edited, isPreview: true })
  if (Object.keys(problems).length > 0)
    return showEdit(visit, { ...edited, problem: 'Correct what is marked, and save again.' })
  const changes = brandChanges(before, settings)
  if (Object.keys(changes).length === 0) return redirect(pathOf(visit))
  const params = { business_id: formatId('biz', caller.businessId) }
  const result = await visit.act(changeBusiness, { params, body: changes })
  if (result.isDone) return redirect(`${pathOf(visit)}?done=changed`)
  return showEdit(visit, { ...edited, problem: errorCodes[result.code].meaning })
}
