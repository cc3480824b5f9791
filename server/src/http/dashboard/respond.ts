import { dashboardPolicy, type Frame, type Section, shopLayout } from '../../dashboard/layout.ts'
import type { Html } from '../../html.ts'
import { type HttpResponse, html, page } from '../response.ts'
import type { ShopVisit } from './routes.ts'

/** A page of another site that opened this one must not count its frames, which differ by what a search finds. */
const policy = { 'Content-Security-Policy': dashboardPolicy, 'Cross-Origin-Opener-Policy': 'same-origin' }

export const showPage = ({ markup }: Html, headers: Record<string, string> = {}): HttpResponse =>
  page(html, markup, { ...policy, ...headers })

/** A page instead of the body of a refusal, with its status. */
export const showRefusal = (response: HttpResponse, { markup: body }: Html): HttpResponse => ({
  ...response,
  headers: { ...policy, ...response.headers },
  contentType: html,
  body,
})

/** A page of a shop, in its frame. */
export const showShopPage = (visit: ShopVisit, section: Section, title: string, content: Html): HttpResponse =>
  showPage(shopLayout(frameOf(visit), section, title, content))

/** A page of a shop instead of the body of a refusal, with its status. */
export const showRefusedShopPage = (
  visit: ShopVisit,
  response: HttpResponse,
  ...[section, title, content]: [Section, string, Html]
): HttpResponse => showRefusal(response, shopLayout(frameOf(visit), section, title, content))

const frameOf = ({ shop, session: { name, email }, caller: { actor }, csrf }: ShopVisit): Frame => ({
  shop,
  person: { name, email, actor },
  csrf,
})
