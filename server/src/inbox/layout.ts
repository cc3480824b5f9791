import { createHash } from 'node:crypto'
import { type Html, html } from '../html.ts'
import { openScript } from './open-script.ts'
import { languageOf } from './page-parts.ts'
import { style } from './style.ts'
import { timesScript } from './times-script.ts'
import type { Words } from './words/en.ts'

/** What all pages for a recipient have in common: nothing from elsewhere, one style element and one script at the end. */
export function layout(words: Words, title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="${languageOf(words)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${content}
<script>${{ markup: script }}</script>
</body>
</html>
`
}

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
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
