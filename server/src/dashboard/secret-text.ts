import { type Html, html } from '../html.ts'
import { codeWord, copyButton } from '../pages/components.ts'

/** A secret that is shown once: in the response to a form, and at no address. */
export const secretText = (secret: string, label: string): Html =>
  html`<span class="secret">${codeWord(secret)} ${copyButton(secret, label, 'small')}</span>`
