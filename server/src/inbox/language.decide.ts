/**
 * Which of our languages a reader gets: the one they like best by their browser's Accept-Language (RFC 9110, 12.5.4). A region
 * counts as its language, German of Austria as German. Who names none of ours gets English.
 */
export const languages = ['en', 'de', 'fr', 'es', 'nl'] as const
export type Language = (typeof languages)[number]

export function chooseLanguage(acceptLanguage: string): Language {
  const wishes = acceptLanguage.split(',').map(readWish)
  const liking = (language: Language): number =>
    (
      wishes.find(({ range }) => range === language) ??
      wishes.find(({ range }) => range.startsWith(`${language}-`)) ??
      wishes.find(({ range }) => range === '*')
    )?.quality ?? 0
  // The first of equals is the one named first, which is how browsers order them; and English before what a star stands for.
  const byPlace = languages.toSorted((one, two) => placeOf(wishes, one) - placeOf(wishes, two))
  const best = byPlace.toSorted((one, two) => liking(two) - liking(one))[0]!
  return liking(best) > 0 ? best : 'en'
}

type Wish = { range: string; quality: number }

/** What cannot be read as a quality is no wish. */
function readWish(part: string): Wish {
  const [range = '', ...parameters] = part
    .toLowerCase()
    .split(';')
    .map((text) => text.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { range, quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0 }
}

function placeOf(wishes: Wish[], language: Language): number {
  const place = wishes.findIndex(({ range }) => range === language || range.startsWith(`${language}-`))
  return place === -1 ? wishes.length : place
}
