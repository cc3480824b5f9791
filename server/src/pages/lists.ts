import { type Html, html } from '../html.ts'
import { type IconName, icon } from './icons.ts'

type Content = Html | string
const none: Html = { markup: '' }
const current = (isCurrent: boolean | undefined, value: string): Html =>
  isCurrent === true ? { markup: ` aria-current="${value}"` } : none

/**
 * How a column is shown where there is no room for columns and a row is an entry of a list: `title` and `end` in the first line,
 * `plain` in a line of its own, `bare` beside others, `labelled` with the name of the column. The widths do not depend on the
 * rows, so that a row that arrives later moves nothing. Columns without a width share what is left.
 */
type Column = {
  name: string
  kind: 'title' | 'end' | 'plain' | 'bare' | 'labelled'
  width?: 'narrow' | 'wide'
  isTime?: boolean
}
type Row = { cells: Content[]; id?: string; isNew?: boolean }
type DataTable = { caption: string; columns: Column[]; rows: Row[]; id?: string }

/** A table of many things. A cell with `rowTitle` makes the whole row a link; `j` and `k` walk through the rows. */
export const dataTable = (parts: DataTable): Html =>
  html`<div class="table"><table class="rows" role="table"><caption class="unseen">${parts.caption}</caption><thead role="rowgroup"><tr role="row">${parts.columns.map((column) => html`<th scope="col" role="columnheader" class="${classOf(column)}">${column.name}</th>`)}</tr></thead><tbody role="rowgroup"${{ markup: parts.id === undefined ? '' : ` id="${parts.id}"` }}>${parts.rows.map((row) => dataRow(parts.columns, row))}</tbody></table></div>`

/** One row of a table of these columns, for rows that arrive later. */
export const dataRow = (columns: Column[], { cells, id, isNew }: Row): Html =>
  html`<tr role="row"${{ markup: `${id === undefined ? '' : ` id="${id}"`}${isNew === true ? ' class="new"' : ''}` }}>${columns.map((column, index) => html`<td role="cell" class="${classOf(column)}" data-label="${column.name}">${cells[index] ?? ''}</td>`)}</tr>`
const classOf = ({ kind, width, isTime }: Column): string =>
  [kind, ...(width === undefined ? [] : [width]), ...(isTime === true ? ['when'] : [])].join(' ')

/** The name of a row, which leads to its page, and a quieter line below. */
export const rowTitle = (parts: { href?: string; title: Content; detail?: Content }): Html =>
  html`<span class="two">${parts.href === undefined ? html`<strong>${parts.title}</strong>` : html`<a class="row-link" href="${parts.href}">${parts.title}</a>`}${parts.detail === undefined ? none : html`<span>${parts.detail}</span>`}</span>`

type Item = { mark?: Html; title: Content; detail?: Content; href?: string; end?: Content | Html[] }
/** A short list: people, sessions, shops, addresses. With `href` the whole item is a link. */
export const itemList = (items: Item[]): Html =>
  html`<ul class="items">${items.map(
    ({ mark, title, detail, href, end }) =>
      html`<li>${mark ?? none}<div class="about">${href === undefined ? html`<p>${title}</p>` : html`<a class="row-link" href="${href}">${title}</a>`}${detail === undefined ? none : html`<p class="detail">${detail}</p>`}</div>${end === undefined ? none : html`<div class="end">${end}</div>`}${href === undefined ? none : html`<span class="chevron">${icon('next')}</span>`}</li>`,
  )}</ul>`

/** Searches with a GET, so that a search has an address. `keep` are the filters that stay. The key `/` leads here. */
export const searchForm = (parts: {
  action: string
  name: string
  value: string
  label: string
  placeholder: string
  keep?: { name: string; value: string }[]
  /** The address without a search. */
  clearHref?: string
}): Html =>
  html`<form class="search" role="search" aria-label="${parts.label}" action="${parts.action}">${(parts.keep ?? []).map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`)}<div class="input">${icon('search')}<input type="search" name="${parts.name}" value="${parts.value}" aria-label="${parts.label}" placeholder="${parts.placeholder}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" data-search>${parts.value === '' || parts.clearHref === undefined ? html`<kbd aria-hidden="true">/</kbd>` : html`<a class="clear" href="${parts.clearHref}" aria-label="Clear the search">${icon('cross')}</a>`}</div><button class="button plain">Search</button></form>`

type Choice = { label: string; href: string; isCurrent?: boolean; icon?: IconName }
/** One filter: its values as links, of which one is chosen. */
export const filterChips = (name: string, choices: Choice[]): Html =>
  html`<nav class="chips" aria-label="${name}"><span class="name" aria-hidden="true">${name}</span><ul>${choices.map((choice) => html`<li><a href="${choice.href}"${current(choice.isCurrent, 'true')}>${choice.icon === undefined ? none : icon(choice.icon)}${choice.label}</a></li>`)}</ul></nav>`
/** The search and the filters of a list. */
export const toolbar = (search: Html, filters: Html[] = []): Html =>
  html`<div class="toolbar">${search}${filters.length === 0 ? none : html`<div class="filters">${filters}</div>`}</div>`
/** Views of one thing, each with an address. */
export const tabs = (name: string, choices: Omit<Choice, 'icon'>[]): Html =>
  html`<nav aria-label="${name}"><ul class="tabs">${choices.map((choice) => html`<li><a href="${choice.href}"${current(choice.isCurrent, 'page')}>${choice.label}</a></li>`)}</ul></nav>`

/** The pages of a list without a number: a list of millions is not counted. `text` says what is shown. */
export const pager = (parts: { text: string; newerHref?: string; olderHref?: string }): Html =>
  html`<nav class="pager" aria-label="Pages"><span>${parts.text}</span><span class="actions">${pageLink(parts.newerHref, 'prev', 'Newer')}${pageLink(parts.olderHref, 'next', 'Older')}</span></nav>`
const pageLink = (href: string | undefined, rel: 'prev' | 'next', label: string): Html =>
  href === undefined
    ? none
    : html`<a class="button plain small" href="${href}" rel="${rel}">${rel === 'prev' ? icon('previous') : none}<span>${label}</span>${rel === 'next' ? icon('next') : none}</a>`

/** Numbers that are read first, with what they mean. */
export const figures = (items: { name: string; value: string; hint?: string }[]): Html =>
  html`<dl class="figures">${items.map(({ name, value, hint }) => html`<div><dt>${name}</dt><dd class="value">${value}</dd>${hint === undefined ? none : html`<dd class="hint">${hint}</dd>`}</div>`)}</dl>`
