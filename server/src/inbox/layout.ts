import { type Html, hashSource, html, htmlDocument } from '../html.ts'
import type { LocaleTexts } from './locales/en.ts'
import { openScript } from './open-script.ts'
import { languageOf } from './page-parts.ts'
import { styleOf } from './style.ts'
import { timesScript } from './times-script.ts'

/** The layout of all pages for a recipient: no external resources, one style element, and one script at the end. */
export const layout = (texts: LocaleTexts, title: string, content: Html, colour: string | null = null): Html =>
  htmlDocument({
    language: languageOf(texts),
    meta: html`<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
`,
    title,
    style: styleOf(colour),
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

const scriptSource = hashSource(script)
/** The policy of a page in the colour of a shop, or of one without a colour. */
export const contentSecurityPolicy = (colour: string | null): string =>
  [
    "default-src 'none'",
    `style-src ${hashSource(styleOf(colour))}`,
    `script-src ${scriptSource}`,
    "connect-src 'self'",
    // The logo of the shop, which is in the page itself.
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
