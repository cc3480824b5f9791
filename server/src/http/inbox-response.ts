import type { IncomingHttpHeaders } from 'node:http'
import type { Brand } from '../brand/brand.ts'
import type { Language } from '../brand/languages.decide.ts'
import type { Html } from '../html.ts'
import { chooseLanguage } from '../inbox/language.decide.ts'
import { contentSecurityPolicy } from '../inbox/layout.ts'
import type { LocaleTexts } from '../inbox/locales/en.ts'
import { localeTexts } from '../inbox/locales/locales.ts'
import { type Renewal, staleLinkPage } from '../inbox/notice-pages.ts'
import { type HttpResponse, html, page, refusal } from './response.ts'

const policyOf = (colour: string | null) => ({ 'Content-Security-Policy': contentSecurityPolicy(colour) })
const plainPolicy = policyOf(null)

export const languageOf = (headers: IncomingHttpHeaders) => chooseLanguage(headers['accept-language'] ?? '')
/** `otherwise`: the language of the shop, for a reader who understands none of ours. */
export const textsFor = (headers: IncomingHttpHeaders, otherwise?: Language): LocaleTexts =>
  localeTexts[chooseLanguage(headers['accept-language'] ?? '', otherwise)]

export const show = ({ markup }: Html): HttpResponse => page(html, markup, plainPolicy)
/** A page in the colour of a shop. */
export const showBranded = ({ markup }: Html, { colour }: Brand): HttpResponse => page(html, markup, policyOf(colour))
export const withHtml = (response: HttpResponse, { markup: body }: Html): HttpResponse => ({
  ...response,
  headers: { ...plainPolicy, ...response.headers },
  contentType: html,
  body,
})

/** Not a success, because a mail program would then report a one-click unsubscribe as done. */
export const staleLink = (headers: IncomingHttpHeaders, renewal: Renewal | null): HttpResponse =>
  withHtml(refusal('common.not_found'), staleLinkPage(textsFor(headers), renewal))
