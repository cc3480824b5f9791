import { firstSentence } from './first-sentence.ts'
import type { Page } from './page.ts'

/** How many pages are offered instead of the one that does not exist. */
const maxOffered = 6
/** A longer address is cut, so that the work for a request has a bound. */
const maxLength = 80

/** The page for an address that does not exist. It does not repeat the address. */
export const missingPage = (address: string, index: WordIndex): Page => ({
  path: '/docs',
  title: 'This page does not exist',
  summary: 'The address is wrong, or the page has moved. These pages may be what you are looking for.',
  group: 'Start',
  section: null,
  blocks: [
    {
      kind: 'entries',
      entries: nearest(address.slice(0, maxLength), index).map(({ path, title, summary }) => ({
        href: path,
        title,
        text: firstSentence(summary),
      })),
    },
  ],
  panel: [],
  keywords: [],
})

/** The pages with the words of their addresses, which are found once and not for each request. */
export type WordIndex = { page: Page; words: string[] }[]
export const wordIndex = (pages: readonly Page[]): WordIndex =>
  pages.map((page) => ({ page, words: wordsOf(page.path) }))

/** The pages that share most words with the address; without any, the first pages of the site. */
function nearest(address: string, index: WordIndex): Page[] {
  const wanted = new Set(wordsOf(address))
  const scored = index
    .map(({ page, words }) => ({ page, score: words.filter((word) => wanted.has(word)).length }))
    .toSorted((one, two) => two.score - one.score)
  return scored.slice(0, maxOffered).map(({ page }) => page)
}

const wordsOf = (address: string): string[] =>
  address
    .replace(/^\/docs/, '')
    .split(/[^A-Za-z]+|(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2)
