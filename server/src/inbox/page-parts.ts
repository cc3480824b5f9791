import { type Html, html } from '../html.ts'
import { cleanText } from '../safe-text.ts'
import type { Words } from './locales/en.ts'

/** A shop's name as it is shown; what is left of one when nothing of it can be seen is no name. */
export const shownShop = (words: Words, name: string): string => cleanText(name).trim() || words.shop

export const languageOf = ({ locale }: Words): string => new Intl.Locale(locale).language

/** A name in the middle of our words, which may run in another direction than they do. */
export const nameHtml = (shop: string): Html => html`<bdi>${shop}</bdi>`

/** A moment in UTC, by name: nobody here knows where the reader is. Where scripts run, theirs says it in the reader's own zone. */
export function timeHtml({ locale }: Words, moment: Date): Html {
  const iso = moment.toISOString()
  return html`<time datetime="${iso}">${dayFormat(locale).format(moment)}, ${iso.slice(11, 16)} UTC</time>`
}

/** Made once a language: to make one takes longer than to write a page. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()
function dayFormat(locale: string): Intl.DateTimeFormat {
  const known = dayFormats.get(locale)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  dayFormats.set(locale, made)
  return made
}
