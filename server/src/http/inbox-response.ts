import type { IncomingHttpHeaders } from 'node:http'
import type { Html } from '../html.ts'
import { chooseLanguage } from '../inbox/language.decide.ts'
import { contentSecurityPolicy } from '../inbox/layout.ts'
import type { LocaleTexts } from '../inbox/locales/en.ts'
import { localeTexts } from '../inbox/locales/locales.ts'
import { type Renewal, staleLinkPage } from '../inbox/notice-pages.ts'
import { type Page, type PageRequest, post } from './pages.ts'
import { type HttpResponse, html, page, refusal, success } from './response.ts'

const formLimitBytes = 8 * 1024
export const form = (...route: Parameters<typeof post>): Page => ({
  ...post(...route),
  bodyLimitBytes: formLimitBytes,
})

const policy = { 'Content-Security-Policy': contentSecurityPolicy }

export const languageOf = (headers: IncomingHttpHeaders) => chooseLanguage(headers['accept-language'] ?? '')
export const textsFor = (headers: IncomingHttpHeaders): LocaleTexts => localeTexts[languageOf(headers)]

export const show = ({ markup }: Html): HttpResponse => page(html, markup, policy)
export const redirect = (path: string, headers: Record<string, string> = {}): HttpResponse =>
  success('see_other', null, { Location: path, ...headers })
export const withHtml = (response: HttpResponse, { markup: body }: Html): HttpResponse => ({
  ...response,
  headers: { ...policy, ...response.headers },
  contentType: html,
  body,
})

/** Not a success, because a mail program would then report a one-click unsubscribe as done. */
export const staleLink = (headers: IncomingHttpHeaders, renewal: Renewal | null): HttpResponse =>
  withHtml(refusal('common.not_found'), staleLinkPage(textsFor(headers), renewal))

/** Checks Sec-Fetch-Site and not Origin, because our pages send no referrer, which makes their Origin null. */
export function isSameOriginForm(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  return site === 'same-origin' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}

export const fieldOf = (body: Buffer, name: string): string => new URLSearchParams(body.toString()).get(name) ?? ''
export const queryOf = ({ query }: PageRequest, name: string): string | null => new URLSearchParams(query).get(name)
