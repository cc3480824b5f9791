import { type Html, html } from '../../html.ts'
import { anchorOf } from './anchor.ts'
import { codeBlock } from './code-html.ts'
import { renderFields } from './fields-html.ts'
import { renderInline, renderMarkdown } from './markdown.ts'
import type { Block, Entry } from './page.ts'

export const renderBlock = (block: Block): Html => {
  switch (block.kind) {
    case 'text':
      return html`<div class="prose">
${renderMarkdown(block.markdown)}</div>
`
    case 'note':
      return html`<div class="note prose">
${renderMarkdown(block.markdown)}</div>
`
    case 'heading':
      return html`<h2 id="${anchorOf(block.text)}"><a class="anchor" href="#${anchorOf(block.text)}">${block.text}</a></h2>
`
    case 'route':
      return html`<p class="route"><span class="method ${block.method.toLowerCase()}">${block.method}</span> <code>${block.path}</code></p>
`
    case 'facts':
      return html`<dl class="facts">
${block.facts.map(({ label, text, tone }) => html`<div class="fact ${tone}"><dt>${label}</dt><dd>${renderInline(text)}</dd></div>\n`)}</dl>
`
    case 'fields':
      return renderFields(block.fields)
    case 'entries':
      return html`<ul class="entries">
${block.entries.map((entry) => html`<li>${renderEntry(entry)}</li>\n`)}</ul>
`
    case 'cards':
      return html`<ul class="cards">
${block.entries.map((entry) => html`<li><a class="card" href="${entry.href}"><strong>${entry.title}</strong><span>${entry.text}</span></a></li>\n`)}</ul>
`
    case 'code':
      return html`<div class="titled"><p class="code-title">${block.title}</p>
${codeBlock(block.text, block.language)}</div>
`
    case 'samples':
      return renderSamples(block)
  }
}

const renderEntry = ({ href, title, isCode, text, tag }: Entry): Html =>
  html`<a href="${href}">${
    isCode ? html`<code>${title}</code>` : title
  }</a>${tag === undefined ? '' : html` <span class="tag ${tag.tone}">${tag.text}</span>`}<span class="entry-text">${renderInline(text)}</span>`

/** The tabs are radio buttons, so they work without scripts: the style shows the sample of the checked one. */
function renderSamples({ samples }: Extract<Block, { kind: 'samples' }>): Html {
  return html`<div class="samples">
<fieldset class="tabs"><legend class="unseen">Language of the example</legend>
${samples.map(
  ({ id, title }, index) =>
    html`<label><input type="radio" name="language" value="${id}"${index === 0 ? html` checked` : ''}><span>${title}</span></label>\n`,
)}</fieldset>
${samples.map(({ id, language, text }) => html`<div class="sample ${id}">${codeBlock(text, language)}</div>\n`)}</div>
`
}
