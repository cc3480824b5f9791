import type { IncomingHttpHeaders } from 'node:http'
import type { Html } from '../html.ts'
import { chooseLanguage } from '../inbox/language.decide.ts'
import { contentSecurityPolicy } from '../inbox/layout.ts'
import type { LocaleTexts } from '../inbox/locales/en.ts'
import { localeTexts } from '../inbox/locales/locales.ts'
import { type Renewal, staleLinkPage } from '../inbox/notice-pages.ts'
import { type HttpResponse, html, page, refusal } from './response.ts'

const policy = { 'Content-Security-Policy': contentSecurityPolicy }

export const languageOf = (headers: IncomingHttpHeaders) => chooseLanguage(headers['accept-language'] ?? '')
export const textsFor = (headers: IncomingHttpHeaders): LocaleTexts => localeTexts[languageOf(headers)]

export const show = ({ markup }: Html): HttpResponse => page(html, markup, policy)
export const withHtml = (response: HttpResponse, { markup: body }: Html): HttpResponse => ({
  ...response,
  headers: { ...policy, ...response.headers },
  contentType: html,
  body,
})

/** Not a success, because a mail program would then report a one-click unsubscribe as done. */
export const staleLink = (headers: IncomingHttpHeaders, renewal: Renewal | null): HttpResponse =>
  withHtml(refusal('common.not_found'), staleLinkPage(textsFor(headers), renewal))
