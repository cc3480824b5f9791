import { type Html, html } from '../html.ts'
import { type IconName, icon } from './icons.ts'

/** The meaning of a colour. Words always say the same. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'
type Content = Html | string

const none: Html = { markup: '' }
const attribute = (name: string, value: string | undefined): Html =>
  value === undefined ? none : html` ${{ markup: name }}="${value}"`
const optional = (content: Content | undefined, wrap: (content: Content) => Html): Html =>
  content === undefined ? none : wrap(content)

/** Where a page is: `href` is missing for the page itself. */
export type Trail = { label: string; href?: string }[]
/** The heading of a page: where it is, what it is about, and the main actions. */
export const pageHead = (head: { title: Content; lead?: Content; actions?: Html; trail?: Trail }): Html =>
  html`<header class="page-head"><div>${head.trail === undefined ? none : breadcrumbs(head.trail)}<h1>${head.title}</h1>${optional(head.lead, (lead) => html`<p class="lead">${lead}</p>`)}</div>${optional(head.actions, actions)}</header>`

const breadcrumbs = (trail: Trail): Html =>
  html`<nav aria-label="Path"><ol class="trail">${trail.map(({ label, href }) =>
    href === undefined ? html`<li aria-current="page">${label}</li>` : html`<li><a href="${href}">${label}</a></li>`,
  )}</ol></nav>`

/** Buttons in a line. */
export const actions = (content: Content | Html[]): Html => html`<div class="actions">${content}</div>`

/** `quiet` has no border, for actions of a row. */
export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet'
type ButtonLook = { label: string; kind?: ButtonKind; icon?: IconName; size?: 'small' | 'wide' | undefined }
const buttonContent = ({ label, icon: name }: ButtonLook): Html =>
  html`${name === undefined ? none : icon(name)}<span>${label}</span>`
const buttonClass = ({ kind = 'plain', size }: ButtonLook): string =>
  `button ${kind}${size === undefined ? '' : ` ${size}`}`
/** `name` and `value` say which button of a form was pressed. */
/** With `into` it sends the form to another address, and the frame of this name shows the response. */
export const submitButton = (
  look: ButtonLook & { name?: string; value?: string; into?: { frame: string; action: string } },
): Html =>
  html`<button class="${buttonClass(look)}"${attribute('name', look.name)}${attribute('value', look.value)}${attribute('formaction', look.into?.action)}${attribute('formtarget', look.into?.frame)}>${buttonContent(look)}</button>`
/** `keys` is its shortcut, such as `g m`. */
export const linkButton = (look: ButtonLook & { href: string; keys?: string }): Html =>
  html`<a class="${buttonClass(look)}" href="${look.href}"${attribute('data-keys', look.keys)}>${buttonContent(look)}</a>`
/** Shown only with scripts, by `dashboard.js`. */
export const copyButton = (text: string, label: string, size?: 'small'): Html =>
  html`<button class="${buttonClass({ label, size })} copy" type="button" data-copy="${text}" hidden>${icon('copy')}<span>${label}</span></button>`

/** A state in one or two words. The dot is left out if the tag has an icon. */
export const tag = (tone: Tone, text: string, name?: IconName): Html =>
  html`<span class="tag ${tone}">${name === undefined ? none : icon(name)}${text}</span>`
export const tagList = (tags: Html[]): Html => html`<ul class="tags">${tags.map((one) => html`<li>${one}</li>`)}</ul>`

/** The first letter of a shop or a person, for the eye only: the name stands beside it. */
export const avatar = (name: string, kind: 'person' | 'shop' = 'person'): Html =>
  html`<span class="avatar ${kind}" aria-hidden="true">${Array.from(name.trim())[0] ?? '?'}</span>`
/** An icon in a frame, where a thing has no name: a device, a passkey. */
export const iconMark = (name: IconName): Html => html`<span class="avatar" aria-hidden="true">${icon(name)}</span>`

/** Keys of a shortcut. */
export const keyHint = (keys: string): Html => html`${keys.split(' ').map((key) => html`<kbd>${key}</kbd>`)}`
/** A code of the interface, beside the sentence that explains it. */
export const codeWord = (code: string): Html => html`<code class="code-word">${code}</code>`

/** A box with a heading. `id` is for links to it. `footer` is a remark. A body of one table or list has no padding. */
export const card = (parts: {
  title?: string
  id?: string
  actions?: Html
  body: Content | Html[]
  footer?: Content
  isDangerous?: boolean
}): Html =>
  html`<section class="panel${parts.isDangerous === true ? ' danger-zone' : ''}"${attribute('id', parts.id)}>${optional(parts.title, (title) => html`<header><h2>${title}</h2>${parts.actions ?? none}</header>`)}<div class="body">${parts.body}</div>${optional(parts.footer, (text) => html`<footer>${text}</footer>`)}</section>`

/** The parts of a page, one below the other. */
export const stack = (parts: Html[], distance: 'wide' | 'tight' = 'wide'): Html =>
  html`<div class="stack ${distance}">${parts}</div>`
/** What matters, and beside it what belongs to it. On a phone the side follows. */
export const columns = (main: Html[], side: Html[]): Html =>
  html`<div class="columns"><div>${main}</div><aside>${side}</aside></div>`
/** Details that few readers need. */
export const disclosure = (summary: string, content: Html): Html =>
  html`<details class="more"><summary>${summary}</summary><div>${content}</div></details>`

/**
 * `caption` names the table for people who do not see it. `rows` are `tr` elements, which are entries of a list on a phone. It can
 * be scrolled by keyboard.
 */
export const table = (parts: { caption: string; head: string[]; rows: Html[]; id?: string }): Html => {
  const numbers = numberColumns(parts.rows[0])
  return html`<div class="table" role="group" aria-label="${parts.caption}" tabindex="0"><table role="table"${attribute('id', parts.id)}><caption class="unseen">${parts.caption}</caption><thead role="rowgroup"><tr role="row">${parts.head.map((name, index) => (name === '' ? html`<td role="cell"></td>` : html`<th scope="col" role="columnheader"${numbers.has(index) ? { markup: ' class="count"' } : none}>${name}</th>`))}</tr></thead><tbody role="rowgroup">${parts.rows.map((row) => withLabels(row, parts.head))}</tbody></table></div>`
}

const cell = /<t([dh])(?=[ >])([^>]*)/g
/** The positions of the columns whose cells have the class `count`. Their names are at the same end. */
const numberColumns = (row: Html | undefined): Set<number> =>
  new Set(
    [...(row?.markup ?? '').matchAll(cell)].flatMap(([, , attributes], index) =>
      attributes!.includes('class="count"') ? [index] : [],
    ),
  )

/** Each cell gets the name of its column, and the roles that a phone loses where rows are not shown as rows. */
const withLabels = ({ markup }: Html, head: string[]): Html => {
  let index = 0
  const labelled = (_: string, kind: string, attributes: string): string => {
    const label = attribute('data-label', head[index++]).markup
    return kind === 'd' ? `<td role="cell"${label}${attributes}` : `<th role="rowheader"${attributes}`
  }
  return { markup: markup.replaceAll(/<tr(?=[ >])/g, '<tr role="row"').replaceAll(cell, labelled) }
}

/** What a list shows when it is empty: why, and what to do. */
export const emptyState = (parts: { title: string; text: Content; action?: Html; icon?: IconName }): Html =>
  html`<div class="empty">${icon(parts.icon ?? 'inbox')}<h2>${parts.title}</h2><p>${parts.text}</p>${parts.action ?? none}</div>`

/** Names with their values. */
export const facts = (rows: { term: string; detail: Content }[]): Html =>
  html`<dl class="facts">${rows.map(({ term, detail }) => html`<div><dt>${term}</dt><dd>${detail}</dd></div>`)}</dl>`

/** A statement that matters: what happened and what to do, in paragraphs. `isResult` announces it after a form was sent. */
export const note = (
  tone: Tone,
  title: string,
  text: Content | Content[] = [],
  isResult = false,
  buttons?: Html,
): Html =>
  html`<div class="note ${tone}"${attribute('role', isResult ? 'status' : undefined)}>${icon(noteIcons[tone])}<p class="title">${title}</p>${[text].flat().map((content) => html`<p>${content}</p>`)}${optional(buttons, actions)}</div>`
const noteIcons: Record<Tone, IconName> = { neutral: 'info', good: 'check', warn: 'warning', bad: 'stop', info: 'info' }

/** What happened, in the order of time. `detail` may have buttons. */
export type TimelineItem = { tone: Tone; icon: IconName; at: Date; title: Content; detail?: Content }
export const timeline = (items: TimelineItem[]): Html =>
  html`<ol class="timeline">${items.map(
    (item) =>
      html`<li><span class="dot ${item.tone}">${icon(item.icon)}</span><div><p>${item.title}</p>${optional(item.detail, (detail) => html`<div class="soft small">${detail}</div>`)}</div>${moment(item.at, 'second')}</li>`,
  )}</ol>`

/** An address that breaks before its domain, if it must. */
export const address = (email: string): Html => {
  const at = email.lastIndexOf('@')
  return html`${email.slice(0, at)}<wbr>${email.slice(at)}`
}

/** A time in UTC, such as 18 Nov 2026, 14:51 UTC. With scripts the reader sees their own time zone. */
export const moment = (at: Date, precision: 'minute' | 'second' = 'minute'): Html => {
  const date = `${at.getUTCDate()} ${months[at.getUTCMonth()]!} ${at.getUTCFullYear()}`
  const time = at.toISOString().slice(11, precision === 'minute' ? 16 : 19)
  return html`<time datetime="${at.toISOString()}" data-precision="${precision}">${date}, ${time} UTC</time>`
}
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Field = {
  label: string
  name: string
  value?: string
  type?: 'text' | 'email' | 'tel' | 'search' | 'date'
  placeholder?: string
  inputmode?: 'numeric' | 'tel' | 'email'
  hint?: string
  error?: string
  autocomplete?: string
  isRequired?: boolean
}
/** A line of text with its label, a hint, and what is wrong with it. */
export const field = ({ label, name, value = '', type = 'text', hint, error, ...more }: Field): Html => {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const attributes = [
    `autocomplete="${more.autocomplete ?? 'off'}"`,
    ...(more.isRequired === true ? ['required'] : []),
    ...(more.inputmode === undefined ? [] : [`inputmode="${more.inputmode}"`]),
    ...(describedBy === '' ? [] : [`aria-describedby="${describedBy}"`]),
    ...(error === undefined ? [] : ['aria-invalid="true"']),
  ].join(' ')
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${value}"${attribute('placeholder', more.placeholder)} ${{ markup: attributes }}>${optional(hint, (text) => html`<p class="hint" id="${name}-hint">${text}</p>`)}${optional(error, (text) => html`<p class="error" id="${name}-error">${text}</p>`)}</div>`
}

export const select = (parts: {
  label: string
  name: string
  value: string
  options: { value: string; label: string }[]
  hint?: string
}): Html =>
  html`<div class="field"><label for="${parts.name}">${parts.label}</label><select id="${parts.name}" name="${parts.name}"${attribute('aria-describedby', parts.hint === undefined ? undefined : `${parts.name}-hint`)}>${parts.options.map(
    ({ value, label }) =>
      html`<option value="${value}"${{ markup: value === parts.value ? ' selected' : '' }}>${label}</option>`,
  )}</select>${optional(parts.hint, (text) => html`<p class="hint" id="${parts.name}-hint">${text}</p>`)}</div>`

/** What a dangerous act does, before it is done. The form has its buttons in `actions`. */
export const confirmation = (parts: {
  tone: Tone
  icon: IconName
  title: string
  text: Content
  consequences?: Content[]
  form: Html
}): Html =>
  html`<section class="confirm"><div class="text"><span class="dot ${parts.tone}">${icon(parts.icon)}</span><h2>${parts.title}</h2><p>${parts.text}</p>${parts.consequences === undefined ? none : html`<ul class="consequences">${parts.consequences.map((one) => html`<li>${one}</li>`)}</ul>`}</div>${parts.form}</section>`

/**
 * A form of a signed-in person. `once` is the idempotency key of an act; `from` is the page to which the person returns when the act
 * needs a fresh sign-in. With `isUpload` it sends files.
 */
export const actForm = (parts: {
  action: string
  csrf: string
  once?: string
  from?: string
  isUpload?: true
  content: Html
}): Html =>
  html`<form method="post" action="${parts.action}"${attribute('enctype', parts.isUpload === true ? 'multipart/form-data' : undefined)}><input type="hidden" name="csrf" value="${parts.csrf}">${hidden('once', parts.once)}${hidden('from', parts.from)}${parts.content}</form>`

const hidden = (name: string, value: string | undefined): Html =>
  value === undefined ? none : html`<input type="hidden" name="${name}" value="${value}">`
