import { type Html, html } from '../../html.ts'
import { bodyHtml } from '../../safe-text.ts'
import type { Order } from '../order.ts'
import type { MailContent } from './mail-content.ts'
import { orderMarkup } from './mail-order.ts'
import { sheet, styles } from './mail-style.ts'

/**
 * The HTML part. It contains no images and fetches nothing, so opening the email is not tracked. The service's own text is
 * English; the merchant's text has `lang=""` and `dir="auto"`, because its language is unknown.
 */
export function mailHtml({ shop, subject, body, order, inboxLink, unsubscribeUrl }: MailContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
<style>${{ markup: sheet }}</style>
${orderMarkup(order, shop) ?? ''}
</head>
<body class="page" style="${styles.page}">
<div class="card" role="article" aria-roledescription="email" aria-labelledby="subject" style="${styles.card}">
<p class="shop" dir="auto" lang="" style="${styles.shop}">${shop}</p>
<h1 class="subject" id="subject" dir="auto" lang="" style="${styles.subject}">${subject}</h1>
${orderHtml(order)}
<div class="body" lang="" style="${styles.body}">${paragraphs(body)}</div>
<table class="action" role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="cell" style="${styles.cell}">
<a class="button" href="${inboxLink}" style="${styles.button}">Open your inbox</a>
</td></tr></table>
<p class="footer" style="${styles.footer}">You get this because you ordered at <bdi>${shop}</bdi>.<br>
<a class="unsubscribe" href="${unsubscribeUrl}" style="${styles.unsubscribe}">Unsubscribe from these updates</a></p>
</div>
</body>
</html>
`.markup
}

function orderHtml({ reference, status }: Order): Html {
  if (reference === null && status === null) return html``
  const label = status === null ? '' : html`<strong>${status.label}</strong>`
  const number = reference === null ? '' : html`Order <bdi>${reference}</bdi>`
  const separator = reference === null || status === null ? '' : ' · '
  return html`<p class="order" style="${styles.order}">${label}${separator}${number}</p>`
}

/** A blank line separates paragraphs. Each paragraph has its own text direction. */
function paragraphs(body: string): Html[] {
  return body.split(/\n\s*\n/).map((paragraph) => html`<p dir="auto">${lines(paragraph)}</p>`)
}

// Some email clients do not support `white-space: pre-wrap`; all support `<br>`.
function lines(paragraph: string): Html[] {
  return paragraph.split('\n').map((line, index) => html`${index === 0 ? '' : html`<br>`}${bodyHtml(line)}`)
}
