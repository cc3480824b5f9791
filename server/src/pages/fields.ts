import { type Html, html } from '../html.ts'

/** Fields one below the other. */
export const fields = (content: Html[]): Html => html`<div class="fields">${content}</div>`
/** A short form in one line: a field and its button. */
export const inlineForm = (content: Html[]): Html => html`<div class="inline-form">${content}</div>`

/** One of a few values, each with what it means. */
export const choices = (parts: {
  legend: string
  name: string
  value: string
  options: { value: string; label: string; hint?: string }[]
}): Html =>
  html`<fieldset class="choices"><legend>${parts.legend}</legend>${parts.options.map(
    ({ value, label, hint }) =>
      html`<label class="choice"><input type="radio" name="${parts.name}" value="${value}"${checked(value === parts.value)}><span>${label}</span>${small(hint)}</label>`,
  )}</fieldset>`

/** A statement that is agreed to, or a setting. */
export const checkbox = (parts: {
  label: string
  name: string
  value?: string
  hint?: string
  isChecked?: boolean
  isRequired?: boolean
}): Html =>
  html`<label class="choice"><input type="checkbox" name="${parts.name}" value="${parts.value ?? 'yes'}"${checked(parts.isChecked === true)}${{ markup: parts.isRequired === true ? ' required' : '' }}><span>${parts.label}</span>${small(parts.hint)}</label>`

/** Several lines of text. */
export const textArea = (parts: {
  label: string
  name: string
  value?: string
  hint?: string
  maxLength?: number
}): Html =>
  html`<div class="field"><label for="${parts.name}">${parts.label}</label><textarea id="${parts.name}" name="${parts.name}" rows="4"${{
    markup:
      (parts.hint === undefined ? '' : ` aria-describedby="${parts.name}-hint"`) +
      (parts.maxLength === undefined ? '' : ` maxlength="${parts.maxLength}"`),
  }}>${parts.value ?? ''}</textarea>${parts.hint === undefined ? '' : html`<p class="hint" id="${parts.name}-hint">${parts.hint}</p>`}</div>`

/** A file. The form needs `isUpload`. */
export const fileField = (parts: { label: string; name: string; accept: string; hint: string; error?: string }): Html =>
  html`<div class="field"><label for="${parts.name}">${parts.label}</label><input id="${parts.name}" name="${parts.name}" type="file" accept="${parts.accept}" required aria-describedby="${parts.name}-hint${parts.error === undefined ? '' : ` ${parts.name}-error`}"${{
    markup: parts.error === undefined ? '' : ' aria-invalid="true"',
  }}><p class="hint" id="${parts.name}-hint">${parts.hint}</p>${parts.error === undefined ? '' : html`<p class="error" id="${parts.name}-error">${parts.error}</p>`}</div>`

/** Between two ways to do the same. */
export const or = (text = 'or'): Html => html`<p class="or">${text}</p>`

const checked = (isChecked: boolean): Html => ({ markup: isChecked ? ' checked' : '' })
const small = (hint: string | undefined): Html | string => (hint === undefined ? '' : html`<small>${hint}</small>`)
