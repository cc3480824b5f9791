import { type Html, html } from '../../html.ts'
import { highlight } from './highlight.ts'
import type { CodeLanguage } from './page.ts'

/** A block of code. It scrolls inside, so it can be focused by keyboard. The script adds a button that copies it. */
export const codeBlock = (text: string, language: CodeLanguage): Html =>
  html`<div class="code"><pre tabindex="0"><code>${highlight(text.trimEnd(), language)}</code></pre></div>
`
