import { type Html, hashSource, html, htmlDocument } from '../html.ts'
import type { LocaleTexts } from './locales/en.ts'
import { openScript } from './open-script.ts'
import { languageOf } from './page-parts.ts'
import { style } from './style.ts'
import { timesScript } from './times-script.ts'

/** The layout of all pages for a recipient: no external resources, one style element, and one script at the end. */
export const layout = (texts: LocaleTexts, title: string, content: Html): Html =>
  htmlDocument({
    language: languageOf(texts),
    meta: html`<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
`,
    title,
    style,
    body: html`${content}
<script>${{ markup: script }}</script>`,
  })

/** A page with one heading. The heading is the title unless another is given. */
export const plainPage = (texts: LocaleTexts, title: string, content: Html, heading: Html | string = title): Html =>
  layout(
    texts,
    title,
    html`<main>
<h1>${heading}</h1>
${content}
</main>`,
  )

// Each script is in its own block, so that their variable names cannot conflict.
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
