import { type Html, html } from '../../html.ts'
import { anchorOf } from './anchor.ts'
import { codeBlock } from './code-html.ts'
import { renderFields } from './fields-html.ts'
import { renderInline, renderMarkdown } from './markdown.ts'
import type { Block, Entry } from './page.ts'

export const renderBlock = (block: Block): Html => (renderers[block.kind] as (one: Block) => Html)(block)

/** A renderer for each kind of block. */
const renderers: { [K in Block['kind']]: (block: Extract<Block, { kind: K }>) => Html } = {
  text: ({ markdown }) => html`<div class="prose">
${renderMarkdown(markdown)}</div>
`,
  note: ({ markdown }) => html`<div class="note prose">
${renderMarkdown(markdown)}</div>
`,
  heading: ({ text }) => html`<h2 id="${anchorOf(text)}"><a class="anchor" href="#${anchorOf(text)}">${text}</a></h2>
`,
  route: ({ method, path }) =>
    html`<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
`,
  facts: ({ facts }) => html`<dl class="facts">
${facts.map(({ label, text, tone }) => html`<div class="fact ${tone}"><dt>${label}</dt><dd>${renderInline(text)}</dd></div>\n`)}</dl>
`,
  fields: ({ fields }) => renderFields(fields),
  entries: ({ entries }) => html`<ul class="entries">
${entries.map((entry) => html`<li>${renderEntry(entry)}</li>\n`)}</ul>
`,
  cards: ({ entries }) => html`<ul class="cards">
${entries.map(({ href, title, text }) => html`<li><a class="card" href="${href}"><strong>${title}</strong><span>${text}</span></a></li>\n`)}</ul>
`,
  code: ({ title, language, text }) => html`<div class="titled"><p class="code-title">${title}</p>
${codeBlock(text, language)}</div>
`,
  samples: ({ samples }) => renderSamples(samples),
}

const renderEntry = ({ href, title, isCode, text, tag }: Entry): Html =>
  html`<a href="${href}">${
    isCode ? html`<code>${title}</code>` : title
  }</a>${tag === undefined ? '' : html` <span class="tag ${tag.tone}">${tag.text}</span>`}<span class="entry-text">${renderInline(text)}</span>`

/** The tabs are radio buttons, so they work without scripts: the style shows the sample of the checked one. */
function renderSamples(samples: Extract<Block, { kind: 'samples' }>['samples']): Html {
  return html`<div class="samples">
<fieldset class="tabs"><legend class="unseen">Language of the example</legend>
${samples.map(
  ({ id, title }, index) =>
    html`<label><input type="radio" name="language" value="${id}"${index === 0 ? html` checked` : ''}><span>${title}</span></label>\n`,
)}</fieldset>
${samples.map(({ id, language, text }) => html`<div class="sample ${id}">${codeBlock(text, language)}</div>\n`)}</div>
`
}
