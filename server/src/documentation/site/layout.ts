import { type Html, html } from '../../html.ts'
import { anchorOf, createAnchors } from './anchor.ts'
import { firstSentence } from './first-sentence.ts'
import { headingsOf, plainText, renderInline } from './markdown.ts'
import { type Neighbours, neighboursOf, renderNavigation } from './navigation.ts'
import type { Page } from './page.ts'
import { renderBlock } from './render-html.ts'
import { markdownAddress } from './render-markdown.ts'

const productName = 'Tidings'
/** A sheet with a mark: the same drawing in the header and as the icon of the tab. */
const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 24 24%22%3E%3Crect width=%2224%22 height=%2224%22 rx=%226%22 fill=%22%233a49d6%22/%3E%3Cpath d=%22M7 8h10M12 8v9%22 stroke=%22%23fff%22 stroke-width=%222.4%22 stroke-linecap=%22round%22/%3E%3C/svg%3E'
const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M7 8h10M12 8v9"/></svg>`
const menuIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg>`
const searchIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="6"/><path d="m20 20-4.5-4.5"/></svg>`

/** `policy` is the Content-Security-Policy of a page that is served without our headers. */
export type LayoutOptions = { pages: readonly Page[]; policy: string | null }

/** A whole page. Style and script are files, so that the policy allows nothing inline. */
export function renderPage(page: Page, { pages, policy }: LayoutOptions): string {
  const title = page.path === '/docs' ? `${productName} documentation` : `${page.title} · ${productName}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${policy === null ? '' : html`<meta http-equiv="Content-Security-Policy" content="${policy}">\n`}<title>${title}</title>
<meta name="description" content="${firstSentence(page.summary)}">
<link rel="alternate" type="text/markdown" href="${markdownAddress(page.path)}">
<link rel="icon" href="${{ markup: icon }}">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${renderHeader(page)}
${renderNavigation(page, pages)}
${renderContent(page, neighboursOf(page, pages))}
</body>
</html>
`.markup
}

const renderHeader = ({ path }: Page): Html => html`<header class="top">
<button class="menu" type="button" popovertarget="navigation" aria-label="Menu">${menuIcon}</button>
<a class="brand" href="/docs">${mark}<span>${productName}</span></a>
<div class="search" role="search" hidden>
<div class="input">${searchIcon}<input type="text" id="search" role="combobox" aria-label="Search the documentation" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search"><kbd aria-hidden="true">/</kbd></div>
<ul id="results" role="listbox" aria-label="Pages found" hidden></ul>
<p class="unseen" id="found" role="status"></p>
</div>
<ul class="formats"><li><a href="${markdownAddress(path)}">Markdown</a></li><li><a href="/api/v1/openapi.json">OpenAPI</a></li><li><a href="/llms.txt">llms.txt</a></li></ul>
</header>`

function renderContent(page: Page, neighbours: Neighbours): Html {
  const contents = contentsOf(page)
  const kind = page.panel.length > 0 ? 'with-panel' : contents.length > 1 ? 'with-contents' : 'alone'
  return html`<main id="content" class="${kind}">
<article>
${page.path === '/docs' ? '' : html`<p class="trail">${page.group}${page.section === null ? '' : ` / ${page.section}`}</p>\n`}<h1>${page.isCode ? html`<code>${page.title}</code>` : page.title}</h1>
<p class="lead">${renderInline(page.summary)}</p>
${kind === 'with-panel' ? html`<p class="jump"><a href="#example">Go to the example</a></p>\n` : ''}${page.blocks.map(renderBlock)}${renderNeighbours(neighbours)}</article>
${
  kind === 'with-panel'
    ? html`<section class="panel" id="example" aria-label="Examples"><div>
${page.panel.map(renderBlock)}</div></section>`
    : kind === 'with-contents'
      ? renderContents(contents)
      : ''
}</main>`
}

type Contents = { text: string; anchor: string }[]
/** The headings of the second level. */
function contentsOf({ blocks }: Page): Contents {
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return [{ text: block.text, anchor: anchorOf(block.text) }]
    if (block.kind !== 'text') return []
    const anchors = createAnchors()
    return headingsOf(block.markdown)
      .map(({ depth, text }) => ({ depth, text: plainText(text), anchor: anchors(text) }))
      .filter(({ depth }) => depth === 2)
  })
}

const renderContents = (contents: Contents): Html => html`<nav class="contents" aria-label="On this page">
<p>On this page</p>
<ul>
${contents.map(({ text, anchor }) => html`<li><a href="#${anchor}">${text}</a></li>\n`)}</ul>
</nav>`

const renderNeighbours = ({ previous, next }: Neighbours): Html =>
  previous === null && next === null
    ? html``
    : html`<ul class="neighbours">
${previous === null ? '' : html`<li><a class="card" href="${previous.path}" rel="prev"><span>Previous</span><strong>${previous.title}</strong></a></li>\n`}${next === null ? '' : html`<li><a class="card" href="${next.path}" rel="next"><span>Next</span><strong>${next.title}</strong></a></li>\n`}</ul>
`
