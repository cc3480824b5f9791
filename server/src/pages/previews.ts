import { type Html, html } from '../html.ts'
import { copyButton } from './components.ts'

/** Code to copy. `doesWrap` for text that has no columns. */
export const codeBlock = (parts: { title: string; code: string; doesWrap?: boolean }): Html =>
  html`<div class="code-block${parts.doesWrap === true ? ' wrap' : ''}"><div class="code-head"><span>${parts.title}</span>${copyButton(parts.code, 'Copy', 'small')}</div><pre tabindex="0" role="region" aria-label="${parts.title}"><code>${parts.code}</code></pre></div>`

/** A text or a WhatsApp message as a phone shows it, and what it cost or weighs. */
export const bubble = (text: string, remark?: Html | string): Html =>
  html`<div class="preview"><p class="bubble" dir="auto">${text}</p>${remark === undefined ? '' : html`<p class="small soft">${remark}</p>`}</div>`
