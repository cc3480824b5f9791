import { type Html, html } from '../../html.ts'
import { renderInline } from './markdown.ts'
import type { Field } from './page.ts'

/** A list with more values than this is folded. */
const maxShownValues = 12

export const renderFields = (fields: Field[]): Html => html`<ul class="fields">
${fields.map((field) => html`<li>${renderField(field)}</li>\n`)}</ul>
`

const renderField = (field: Field): Html => {
  const { name, type, isRequired, text, limits } = field
  return html`<div class="field-head"><code class="field-name">${name}</code> <span class="field-type">${type}</span>${
    isRequired ? html` <span class="tag">required</span>` : ''
  }</div>
<div class="field-text">${renderInline(text)}${limits.length === 0 ? '' : html` <span class="limits">${sentence(limits)}</span>`}</div>
${renderValues(field)}${renderInner(field)}`
}

const sentence = (limits: string[]): string => {
  const text = limits.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function renderValues({ values, isOpen }: Field): Html {
  if (values.length === 0) return html``
  const items = values.map(
    ({ text, href }) =>
      html`<li>${href === null ? html`<code>${text}</code>` : html`<a href="${href}"><code>${text}</code></a>`}</li>`,
  )
  const list = html`<ul class="values">${items}</ul>`
  const more = isOpen
    ? html`<p class="small faint">More values may be added: treat an unknown one as a general case.</p>`
    : ''
  return values.length <= maxShownValues
    ? html`${list}${more}`
    : html`<details class="inner"><summary>${values.length} values</summary>${list}${more}</details>`
}

const renderInner = ({ name, fields }: Field): Html =>
  fields.length === 0
    ? html``
    : html`<details class="inner"><summary>Fields of <code>${name}</code></summary>
${renderFields(fields)}</details>
`
