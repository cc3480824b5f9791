import type { Branded } from '../brand/brand.ts'
import { type Html, html } from '../html.ts'
import { bodyHtml, cleanText, lineText } from '../safe-text.ts'
import type { LocaleTexts } from './locales/en.ts'
import { fillHtml } from './locales/fill.ts'

/** The name without invisible characters. A name that has only these is replaced by a generic one. */
export const displayedShopName = (texts: LocaleTexts, name: string): string => cleanText(name).trim() || texts.shop

export const languageOf = ({ locale }: LocaleTexts): string => new Intl.Locale(locale).language

/** A name inside our text. It may be in a script with another direction. */
export const nameHtml = (shop: string): Html => html`<bdi>${shop}</bdi>`

/** It stands beside the name, so it has no text of its own. It is part of the page, which loads nothing. */
export const logoHtml = (logo: Buffer | null): Html =>
  logo === null ? html`` : html`<img class="logo" src="data:image/png;base64,${logo.toString('base64')}" alt="">\n`

/** Where the shop is reached, in its own words. Nothing if it has not written it. */
export function contactHtml(texts: LocaleTexts, { shop, brand: { contact } }: Branded & { shop: string }): Html {
  if (contact === null) return html``
  const name = nameHtml(displayedShopName(texts, shop))
  return html`<p id="contact">${fillHtml(texts.inbox.contact, { shop: name })} <span lang="" dir="auto">${bodyHtml(lineText(contact))}</span></p>
`
}

/** A time in UTC, because the server does not know the reader's time zone. The times script converts it in the browser. */
export function timeHtml({ locale }: LocaleTexts, moment: Date): Html {
  const iso = moment.toISOString()
  return html`<time datetime="${iso}">${dayFormat(locale).format(moment)}, ${iso.slice(11, 16)} UTC</time>`
}

/** Cached by locale, because creating a format takes longer than rendering a page. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()
function dayFormat(locale: string): Intl.DateTimeFormat {
  const cached = dayFormats.get(locale)
  if (cached !== undefined) return cached
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  dayFormats.set(locale, format)
  return format
}
