import type { Brand } from '../../brand/brand.ts'
import { readLogo } from '../../brand/logo.ts'
import {
  type BrandSettings,
  brandChanges,
  readBrandForm,
  type TypedBrand,
} from '../../dashboard/brand/brand-form.decide.ts'
import { brandPage, editBrandPage } from '../../dashboard/brand/brand-page.ts'
import {
  emailHeads,
  emailPreview,
  inboxPreview,
  textPreview,
  unusableLogo,
} from '../../dashboard/brand/brand-preview.ts'
import { emailProblem } from '../../email.ts'
import { errorCodes } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { actorAllows } from '../../member-role.ts'
import { changeBusiness } from '../../operator/businesses.ts'
import { removeLogo, setLogo } from '../../operator/logo.ts'
import { brandSettingNames } from '../../operator/owner-settings.decide.ts'
import { findBusiness, findLogo } from '../../operator/sql.ts'
import { fieldOf, queryOf, redirect } from '../form.ts'
import { type HttpResponse, html, page, refusal } from '../response.ts'
import type { ActResult } from './act.ts'
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
      const stored = await loadBrand(visit)
      return showEdit(visit, { ...stored, typed: typedOf(stored.settings) })
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
  {
    name: 'dashboard.brand.logo.preview',
    method: 'POST',
    path: '/dashboard/{shop}/brand/inbox',
    permission: 'configure',
    isOfBothSides: true,
    isUpload: true,
    serve: previewLogo,
  },
  {
    name: 'dashboard.brand.logo',
    method: 'POST',
    path: '/dashboard/{shop}/brand/logo',
    permission: 'configure',
    isOfBothSides: true,
    isDangerous: true,
    isUpload: true,
    serve: saveLogo,
  },
  {
    name: 'dashboard.brand.logo.remove',
    method: 'POST',
    path: '/dashboard/{shop}/brand/remove-logo',
    permission: 'configure',
    isOfBothSides: true,
    isDangerous: true,
    serve: async (visit) => afterLogo(visit, await visit.act(removeLogo, { params: paramsOf(visit) }), null),
  },
]

const pathOf = ({ shop }: ShopVisit): string => `${shop.path}/brand`

const paramsOf = ({ caller }: ShopVisit) => ({ business_id: formatId('biz', caller.businessId) })

type StoredBrand = { settings: BrandSettings; accountName: string; hasLogo: boolean }
async function loadBrand({ context, caller }: ShopVisit): Promise<StoredBrand> {
  const business = (await context.db.one(findBusiness, { id: caller.businessId }))!
  const { sender_name, brand_colour, customer_contact, reply_to, language } = business
  const settings = { sender_name, brand_colour, customer_contact, reply_to, language }
  return { settings, accountName: business.name, hasLogo: business.has_logo }
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
  const { settings, accountName, hasLogo } = await loadBrand(visit)
  const content = brandPage({
    path: pathOf(visit),
    accountName,
    settings,
    hasLogo,
    heads: emailHeads(shownOf(settings, accountName), context),
    mayConfigure: actorAllows(caller.actor, 'configure'),
    isChanged: queryOf(request, 'done') === 'changed',
  })
  return showShopPage(visit, 'brand', 'Brand', content)
}

/** With what is typed in the address, else as it is stored. What is typed and wrong is left out. */
async function showPreview(visit: ShopVisit, part: 'email' | 'text' | 'inbox'): Promise<HttpResponse> {
  const { context, caller } = visit
  const shown = await shownAsTyped(visit)
  if (part === 'email') return showFrame(emailPreview(shown, context))
  if (part === 'text') return showFrame(textPreview(shown, context))
  const stored = await context.db.one(findLogo, { id: caller.businessId })
  return showFrame(inboxPreview(shown, stored?.logo ?? null))
}

/** The inbox with a picture that is not stored. A form sends it into the frame. */
async function previewLogo(visit: ShopVisit): Promise<HttpResponse> {
  const read = readLogo(visit.request.file ?? Buffer.alloc(0))
  if ('problem' in read) return showFrame(unusableLogo(read.problem))
  return showFrame(inboxPreview(await shownAsTyped(visit), read.logo))
}

async function shownAsTyped(visit: ShopVisit): Promise<ReturnType<typeof shownOf>> {
  const { settings, accountName } = await loadBrand(visit)
  const typed = readTyped((name) => queryOf(visit.request, name), settings)
  return shownOf(readBrandForm(typed, emailProblem).settings, accountName)
}
const showFrame = ({ markup, policy }: { markup: string; policy: string }): HttpResponse =>
  page(html, markup, { 'Content-Security-Policy': policy })

type Edited = StoredBrand & {
  typed: TypedBrand
  problems?: Parameters<typeof editBrandPage>[0]['problems']
  problem?: string
  logoProblem?: string
  isPreview?: boolean
}
function showEdit(visit: ShopVisit, edited: Edited): HttpResponse {
  const { accountName, settings, hasLogo, typed, problems = {}, problem = null, logoProblem = null } = edited
  const { isPreview = false } = edited
  const content = editBrandPage({
    path: pathOf(visit),
    csrf: visit.csrf,
    accountName,
    typed,
    problems,
    problem,
    logoProblem,
    hasLogo,
    isPreview,
    heads: emailHeads(shownOf(settings, accountName), visit.context),
  })
  if (problem === null && logoProblem === null) return showShopPage(visit, 'brand', 'Change the brand', content)
  return showRefusedShopPage(visit, refusal('common.validation_failed'), 'brand', 'Change the brand', content)
}

async function change(visit: ShopVisit): Promise<HttpResponse> {
  const { request } = visit
  const stored = await loadBrand(visit)
  const before = stored.settings
  const form = new URLSearchParams(request.body.toString())
  const typed = readTyped((name) => form.get(name), before)
  const { settings, problems } = readBrandForm(typed, emailProblem)
  const edited = { ...stored, settings, typed, problems }
  if (fieldOf(request.body, 'act') === 'preview') return showEdit(visit, { ...edited, isPreview: true })
  if (Object.keys(problems).length > 0)
    return showEdit(visit, { ...edited, problem: 'Correct what is marked, and save again.' })
  const changes = brandChanges(before, settings)
  if (Object.keys(changes).length === 0) return redirect(pathOf(visit))
  const result = await visit.act(changeBusiness, { params: paramsOf(visit), body: changes })
  if (result.isDone) return redirect(`${pathOf(visit)}?done=changed`)
  return showEdit(visit, { ...edited, problem: errorCodes[result.code].meaning })
}

async function saveLogo(visit: ShopVisit): Promise<HttpResponse> {
  const file = visit.request.file ?? Buffer.alloc(0)
  const result = await visit.act(setLogo, { params: paramsOf(visit), body: { png: file.toString('base64') } })
  const read = readLogo(file)
  return afterLogo(visit, result, 'problem' in read ? read.problem : null)
}

/** `problem` is what is wrong with the picture. */
async function afterLogo(visit: ShopVisit, result: ActResult, problem: string | null): Promise<HttpResponse> {
  if (result.isDone) return redirect(`${pathOf(visit)}?done=changed`)
  const stored = await loadBrand(visit)
  const logoProblem = problem ?? errorCodes[result.code].meaning
  return showEdit(visit, { ...stored, typed: typedOf(stored.settings), logoProblem })
}
