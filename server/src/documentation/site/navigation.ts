import { type Html, html } from '../../html.ts'
import { type Group, groups, type Page } from './page.ts'

export type Neighbours = { previous: Page | null; next: Page | null }

/** Only the group of the current page is open, so that the navigation stays a small part of a page. */
export const renderNavigation = (
  page: Page,
  pages: readonly Page[],
): Html => html`<nav id="navigation" class="side" popover aria-label="Documentation">
${groups.map((group) => (group === page.group ? renderOpen(group, page, listedWith(page, pages)) : renderClosed(group, pages)))}</nav>`

/** The pages before and after this one in the navigation. */
export function neighboursOf(page: Page, pages: readonly Page[]): Neighbours {
  const listed = listedWith(page, pages)
  const index = listed.indexOf(page)
  return { previous: listed[index - 1] ?? null, next: index < 0 ? null : (listed[index + 1] ?? null) }
}

/** The pages that the navigation lists while the reader is at this page. */
const listedWith = (page: Page, pages: readonly Page[]): Page[] =>
  pages.filter(
    ({ group, below }) => group === page.group && (below === undefined || below === page.path || below === page.below),
  )

const renderClosed = (group: Group, pages: readonly Page[]): Html => {
  const first = pages.find((page) => page.group === group)
  return first === undefined ? html`` : html`<a class="group" href="${first.path}">${group}</a>\n`
}

function renderOpen(group: Group, page: Page, listed: Page[]): Html {
  const sections = Map.groupBy(listed, ({ section }) => section)
  return html`<div class="open">
<p class="group">${group}</p>
${[...sections].map(
  ([section, entries]) => html`${section === null ? '' : html`<p class="section">${section}</p>\n`}<ul>
${entries.map((entry) => renderEntry(entry, page))}</ul>
`,
)}</div>
`
}

const renderEntry = (entry: Page, current: Page): Html => {
  const { path, title, shortTitle = title, isCode, below } = entry
  return html`<li${below === undefined ? '' : html` class="inner"`}><a href="${path}"${entry === current ? html` aria-current="page"` : ''}>${isCode ? html`<code>${breakable(title)}</code>` : shortTitle}</a></li>\n`
}

/** A long code breaks after a dot or an underscore, not inside a word. */
const breakable = (code: string): Html[] =>
  code.split(/(?<=[._])/).map((part, index) => html`${index === 0 ? '' : html`<wbr>`}${part}`)
