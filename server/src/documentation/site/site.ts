import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '../../operation.ts'
import { sharedStyle } from '../../pages/style.ts'
import { describeInterface, describeOperatorInterface } from '../openapi.ts'
import { writeCollection } from '../postman.ts'
import { errorPages } from './error-pages.ts'
import { eventPages } from './event-pages.ts'
import { guidePages, operatorGuidePages, projectPages, startPages } from './guide-pages.ts'
import { homePage } from './home-page.ts'
import { renderPage } from './layout.ts'
import { linkRoutes } from './link-routes.ts'
import { missingPage, type WordIndex, wordIndex } from './missing-page.ts'
import { operationPages } from './operation-pages.ts'
import type { Page } from './page.ts'
import { reasonPages } from './reason-pages.ts'
import { markdownAddress, renderPageMarkdown } from './render-markdown.ts'
import { writeLlmsText, writeSearchIndex } from './site-indexes.ts'

/** `url` is the address of the service in examples. `policy`: see the layout. */
export type SiteSettings = { url: string; operations: readonly Operation[]; policy: string | null }
export type SiteFile = { contentType: string; body: string; etag: string }
export type Site = {
  pages: () => readonly Page[]
  /** The addresses of all files: each page in both forms, style, script and indexes. */
  addresses: () => string[]
  file: (address: string) => SiteFile | null
  /** The page for an address that does not exist. */
  missing: (address: string) => string
}

const types = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  css: 'text/css; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
}

/** The documentation site. A file is made when it is first requested, so that it does not delay the start of a process. */
export function createSite(settings: SiteSettings): Site {
  let known: Known | undefined
  const know = (): Known => (known ??= knownFiles(settings))
  const made = new Map<string, SiteFile>()
  return {
    pages: () => know().pages,
    addresses: () => [...know().files.keys()],
    file(address) {
      const make = know().files.get(address)
      if (make === undefined) return null
      const file = made.get(address) ?? withTag(make())
      made.set(address, file)
      return file
    },
    missing: (address) => renderPage(missingPage(address, know().index), { ...settings, pages: know().pages }),
  }
}

type Made = Omit<SiteFile, 'etag'>
type Known = { pages: readonly Page[]; index: WordIndex; files: ReadonlyMap<string, () => Made> }

const withTag = (file: Made): SiteFile => ({
  ...file,
  etag: `"${hash('sha256', file.body, 'base64url').slice(0, 22)}"`,
})

function knownFiles({ policy, ...settings }: SiteSettings): Known {
  const pages = allPages(settings)
  const files = new Map<string, () => Made>([
    ['/docs/docs.css', () => ({ contentType: types.css, body: sharedStyle() + read('docs.css') })],
    ['/docs/docs.js', () => ({ contentType: types.script, body: read('docs.js') })],
    ['/docs/search.json', () => ({ contentType: types.json, body: writeSearchIndex(pages) })],
    ['/docs/postman.json', () => ({ contentType: types.json, body: writePostman(settings) })],
    ['/llms.txt', () => ({ contentType: types.text, body: writeLlmsText(pages) })],
  ])
  for (const page of pages) {
    files.set(page.path, () => ({ contentType: types.html, body: renderPage(page, { pages, policy }) }))
    files.set(markdownAddress(page.path), () => ({ contentType: types.markdown, body: renderPageMarkdown(page) }))
  }
  return { pages, index: wordIndex(pages), files }
}

const writePostman = ({ url, operations }: Pick<SiteSettings, 'url' | 'operations'>): string =>
  JSON.stringify(writeCollection(describeInterface([...operations]), describeOperatorInterface([...operations]), url))

/** All pages in the order of the navigation. */
function allPages({ url, operations }: Pick<SiteSettings, 'url' | 'operations'>): Page[] {
  const merchant = operations.filter(({ access }) => access === 'key')
  const operator = operations.filter(({ access }) => access === 'operator')
  const others = [
    ...startPages(),
    ...guidePages(),
    ...operationPages(merchant, 'reference'),
    ...errorPages(url, operations),
    ...reasonPages(),
    ...eventPages(),
    ...operatorGuidePages(),
    ...operationPages(operator, 'operator'),
    ...projectPages(),
  ]
  return [homePage(url, merchant, others), ...others].map((page) => linkRoutes(page, operations))
}

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
