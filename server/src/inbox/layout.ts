import { type Html, hashSource, html, htmlDocument } from '../html.ts'
import type { Words } from './locales/en.ts'
import { openScript } from './open-script.ts'
import { languageOf } from './page-parts.ts'
import { style } from './style.ts'
import { timesScript } from './times-script.ts'

/** What all pages for a recipient have in common: nothing from elsewhere, one style element and one script at the end. */
export const layout = (words: Words, title: string, content: Html): Html =>
  htmlDocument({
    language: languageOf(words),
    meta: html`<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
`,
    title,
    style,
    body: html`${content}
<script>${{ markup: script }}</script>`,
  })

/** A page with nothing but one heading and what it is about. The heading is the title unless another is given. */
export const plainPage = (words: Words, title: string, content: Html, heading: Html | string = title): Html =>
  layout(
    words,
    title,
    html`<main>
<h1>${heading}</h1>
${content}
</main>`,
  )

// Each in a block of its own: neither's names are the other's.
const script = `{${timesScript}}\n{${openScript}}`

export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashSource(style)}`,
  `script-src ${hashSource(script)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
