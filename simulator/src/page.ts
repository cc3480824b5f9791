import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'
import { live } from './live-reload.ts'
import { style } from './style.ts'

/** `typing` says that there is something to type into: a page that loads itself anew would lose it. */
export type Page = { title: string; header: Html; main: Html; live: boolean; typing: boolean }

// Frames made of `srcdoc` inherit this policy: a mail may bring its own styles and embedded images, and may neither
// run a script nor fetch anything. Their sandbox has no forms.
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(live).digest('base64')}'`,
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect x='2' y='6' width='28' height='20' rx='4' fill='%230b57a4'/%3E%3Cpath d='m5 10 11 8 11-8' fill='none' stroke='white' stroke-width='2.5'/%3E%3C/svg%3E"

/** A whole document: what every page here has in common. */
export function renderPage(page: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<link rel="icon" href="${icon}">
<style>${{ markup: style }}</style>
${page.live && !page.typing ? html`<noscript><meta http-equiv="refresh" content="5"></noscript>` : ''}
</head>
<body>
<header>
${page.header}
</header>
<main>
${page.main}
</main>
${page.live ? html`<script>${{ markup: live }}</script>` : ''}
</body>
</html>
`.markup
}
