import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, addressOfFile, mapLinks, rootDocuments } from './links.ts'
import { splitDocument } from './markdown.ts'
import type { Entry, Group, Page } from './page.ts'

const root = join(import.meta.dirname, '../../../..')
type Folder = 'guides' | 'runbooks' | 'decisions' | 'internals'
/** The location of a document in the navigation. */
type Location = { group: Group; section: string | null; below?: string }

/** Guides in the order of the navigation. A guide that is in no list is added to the guides of merchants. */
const startGuides = ['docs/quick-start.md', 'docs/guides/test-mode.md', 'docs/guides/going-live.md']
const merchantGuides = [
  'client',
  'pushing-well',
  'preview',
  'escalation-and-fallback',
  'consent-and-stops',
  'webhooks',
  'timeline',
  'support',
  'figures-and-credits',
  'channels-and-brand',
  'command-line',
  'command-line-reference',
  'idempotency-and-retries',
  'inbox',
  'erasure',
  'moving-from-transactional-mail',
].map((name) => `docs/guides/${name}.md`)
const operatorGuides = [
  'docs/operations.md',
  ...[
    'production',
    'operator',
    'people',
    'supervision',
    'alerts',
    'email-providers',
    'sms-and-whatsapp',
    'local-development',
  ].map((name) => `docs/guides/${name}.md`),
  'docs/configuration.md',
]
const rules = ['docs/contract.md', 'docs/reliability.md']

/** A page for each document of the repository. */
export const startPages = (): Page[] => documents(startGuides, { group: 'Start', section: null })
export function guidePages(): Page[] {
  const listed = [...startGuides, ...merchantGuides, ...operatorGuides]
  const others = filesIn('guides').filter((file) => !listed.includes(file))
  const pages = documents([...merchantGuides, ...others], { group: 'Guides', section: null })
  const title = 'All guides'
  const summary = 'Guides for the developer of a shop, from the first push to live traffic.'
  const all = [...startPages(), ...pages]
  return [indexPage('guides', { title, summary, pages: all, location: { group: 'Guides', section: null } }), ...pages]
}
export function operatorGuidePages(): Page[] {
  const runbooks = documents(filesIn('runbooks'), { group: 'Operate', section: 'Runbooks', below: '/docs/runbooks' })
  const title = 'Runbooks'
  const summary = 'What to do when something is wrong: the symptom, the cause, and the commands.'
  const location: Location = { group: 'Operate', section: 'Runbooks' }
  return [
    ...documents(operatorGuides, { group: 'Operate', section: null }),
    indexPage('runbooks', { title, summary, pages: runbooks, location }),
    ...runbooks,
  ]
}
export function projectPages(): Page[] {
  const location: Location = { group: 'Project', section: 'The code' }
  const internals = documents(filesIn('internals'), { ...location, below: '/docs/internals' })
  const decisions = documents(filesIn('decisions'), { ...location, below: '/docs/decisions' })
  const summary = 'How the parts of the service work, for developers who change them.'
  return [
    ...documents([...rules, 'CHANGELOG.md', 'SECURITY.md'], { group: 'Project', section: null }),
    ...documents(
      rootDocuments.map((name) => `${name}.md`).filter((file) => !/^(CHANGELOG|SECURITY)/.test(file)),
      location,
    ),
    indexPage('internals', { title: 'Internals', summary, pages: internals, location }),
    ...internals,
    ...documents(['docs/decisions/README.md'], location),
    ...decisions.map((page) => ({ ...page, summary: page.summary || decisionSummary(page.path) })),
  ]
}

const filesIn = (folder: Folder): string[] =>
  readdirSync(join(root, 'docs', folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .map((name) => `docs/${folder}/${name}`)

const documents = (files: string[], location: Location): Page[] =>
  files.filter((file) => existsSync(join(root, file))).map((file) => documentPage(file, location))

function documentPage(file: string, location: Location): Page {
  const text = readFileSync(join(root, file), 'utf8')
  const { title, lead, rest } = splitDocument(mapLinks(text, (target) => addressOf(target, file)))
  return {
    path: addressOfFile(file)!,
    title,
    summary: lead ?? '',
    ...location,
    blocks: [{ kind: 'text', markdown: rest.trim() }],
    panel: [],
    keywords: rowNames(rest),
  }
}

/** The names that have a row in a table, such as settings: the document explains them. */
const rowNames = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(/^\| `([\w.-]+)`/gm)].map(([, name]) => name!)),
]

function indexPage(
  folder: Folder,
  { title, summary, pages, location }: { title: string; summary: string; pages: Page[]; location: Location },
): Page {
  const entries = pages.map((page): Entry => ({ href: page.path, title: page.title, text: page.summary }))
  const blocks: Page['blocks'] = [{ kind: 'entries', entries }]
  return { path: `/docs/${folder}`, title, summary, ...location, blocks, panel: [], keywords: [] }
}

/** A decision page has no first paragraph. The list of decisions has a sentence for each. */
function decisionSummary(path: string): string {
  const list = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const file = path.slice(path.lastIndexOf('/') + 1)
  return new RegExp(`\\(${file}\\.md\\) \\| (.*?) \\|`).exec(list)?.[1] ?? ''
}
