import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'
import { liveReloadScript } from './live-reload.ts'
import { style } from './style.ts'

/** `hasInput` is true when the page has text fields: a full reload without scripts would clear them. */
export type Page = { title: string; header: Html; main: Html; liveReload: boolean; hasInput: boolean }

// `srcdoc` frames inherit this policy: an email may use its own styles and embedded images, but it cannot run scripts or
// fetch anything. The frame's sandbox forbids forms.
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(liveReloadScript).digest('base64')}'`,
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect x='2' y='6' width='28' height='20' rx='4' fill='%230b57a4'/%3E%3Cpath d='m5 10 11 8 11-8' fill='none' stroke='white' stroke-width='2.5'/%3E%3C/svg%3E"

export function renderPage(page: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<link rel="icon" href="${icon}">
<style>${{ markup: style }}</style>
${page.liveReload && !page.hasInput ? html`<noscript><meta http-equiv="refresh" content="5"></noscript>` : ''}
</head>
<body>
<header>
${page.header}
</header>
<main>
${page.main}
</main>
${page.liveReload ? html`<script>${{ markup: liveReloadScript }}</script>` : ''}
</body>
</html>
`.markup
}
