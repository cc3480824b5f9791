import type { Page } from './page.ts'

/** How many pages are offered instead of the one that does not exist. */
const maxOffered = 6
/** A longer address is cut, so that the work for a request has a bound. */
const maxLength = 80

/** The page for an address that does not exist. It does not repeat the address. */
export const missingPage = (address: string, pages: readonly Page[]): Page => ({
  path: '/docs',
  title: 'This page does not exist',
  summary: 'The address is wrong, or the page has moved. These pages may be what you are looking for.',
  group: 'Start',
  section: null,
  blocks: [
    {
      kind: 'entries',
      entries: nearest(address.slice(0, maxLength), pages).map(({ path, title, summary }) => ({
        href: path,
        title,
        text: summary,
      })),
    },
  ],
  panel: [],
  keywords: [],
})

/** The pages that share most words with the address; without any, the first pages of the site. */
function nearest(address: string, pages: readonly Page[]): Page[] {
  const wanted = new Set(wordsOf(address))
  const scored = pages
    .map((page) => ({ page, score: wordsOf(page.path).filter((word) => wanted.has(word)).length }))
    .filter(({ score }) => score > 0)
    .toSorted((one, two) => two.score - one.score)
  return scored.length === 0 ? pages.slice(0, maxOffered) : scored.slice(0, maxOffered).map(({ page }) => page)
}

const wordsOf = (address: string): string[] =>
  address
    .replace(/^\/docs/, '')
    .split(/[^A-Za-z]+|(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2)
