import { type Html, html } from '../../html.ts'
import { bodyHtml } from '../../safe-text.ts'
import type { Order } from '../order.ts'
import type { MailContent } from './mail-content.ts'
import { orderMarkup } from './mail-order.ts'
import { mailStyle } from './mail-style.ts'

/**
 * The HTML part. It contains no images and fetches nothing, so opening the email is not tracked. The service's own text is in the
 * language of the shop; the merchant's text has `lang=""` and `dir="auto"`, because its language is unknown.
 */
export function mailHtml({ colour, language, words, contact, ...content }: MailContent): string {
  const { shop, subject, body, order, inboxLink, unsubscribeUrl } = content
  const { sheet, styles } = mailStyle(colour)
  return html`<!doctype html>
<html lang="${language}">
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
${orderHtml(order, words.order, styles.order)}
<div class="body" lang="" style="${styles.body}">${paragraphs(body)}</div>
<table class="action" role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="cell" style="${styles.cell}">
<a class="button" href="${inboxLink}" style="${styles.button}">${words.openInbox}</a>
</td></tr></table>
<p class="footer" style="${styles.footer}">${words.why[0]}<bdi>${shop}</bdi>${words.why[1]}<br>
${
  contact === null
    ? ''
    : html`${words.contact} <span class="contact" lang="">${bodyHtml(contact)}</span><br>
`
}<a class="unsubscribe" href="${unsubscribeUrl}" style="${styles.unsubscribe}">${words.unsubscribe}</a></p>
</div>
</body>
</html>
`.markup
}

function orderHtml({ reference, status }: Order, orderWord: string, style: string): Html {
  if (reference === null && status === null) return html``
  const label = status === null ? '' : html`<strong>${status.label}</strong>`
  const number = reference === null ? '' : html`${orderWord} <bdi>${reference}</bdi>`
  const separator = reference === null || status === null ? '' : ' · '
  return html`<p class="order" style="${style}">${label}${separator}${number}</p>`
}

/** A blank line separates paragraphs. Each paragraph has its own text direction. */
function paragraphs(body: string): Html[] {
  return body.split(/\n\s*\n/).map((paragraph) => html`<p dir="auto">${lines(paragraph)}</p>`)
}

// Some email clients do not support `white-space: pre-wrap`; all support `<br>`.
function lines(paragraph: string): Html[] {
  return paragraph.split('\n').map((line, index) => html`${index === 0 ? '' : html`<br>`}${bodyHtml(line)}`)
}
