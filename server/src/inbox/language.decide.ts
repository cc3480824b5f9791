import { type Language, languages } from '../brand/languages.decide.ts'

/**
 * Chooses the language of a page by the browser's Accept-Language (RFC 9110, 12.5.4). A region counts as its language, so de-AT
 * is German. Where the reader understands none of ours, it is the language of the shop, else English.
 */
export function chooseLanguage(acceptLanguage: string, otherwise: Language = 'en'): Language {
  const preferences = acceptLanguage.split(',').map(readPreference)
  const qualityOf = (language: Language): number =>
    (
      preferences.find(({ range }) => range === language) ??
      preferences.find(({ range }) => range.startsWith(`${language}-`)) ??
      preferences.find(({ range }) => range === '*')
    )?.quality ?? 0
  // Of languages with equal quality, the first one in the header wins. For a wildcard the order of `languages` decides.
  const inHeaderOrder = languages.toSorted((one, two) => indexOf(preferences, one) - indexOf(preferences, two))
  const best = inHeaderOrder.toSorted((one, two) => qualityOf(two) - qualityOf(one))[0]!
  return qualityOf(best) > 0 ? best : otherwise
}

type Preference = { range: string; quality: number }

/** An invalid quality counts as 0. */
function readPreference(part: string): Preference {
  const [range = '', ...parameters] = part
    .toLowerCase()
    .split(';')
    .map((text) => text.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { range, quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0 }
}

function indexOf(preferences: Preference[], language: Language): number {
  const index = preferences.findIndex(({ range }) => range === language || range.startsWith(`${language}-`))
  return index === -1 ? preferences.length : index
}
