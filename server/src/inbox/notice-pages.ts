import { type Html, html } from '../html.ts'
import { plainPage } from './layout.ts'
import type { Words } from './locales/en.ts'
import { fillHtml, fillText } from './locales/fill.ts'
import { nameHtml, shownShop } from './page-parts.ts'

/**
 * Whatever is wrong with a link, the page is the same, so that it says of nobody whether they are known. `link` is what stands in
 * the address bar anyway, good or bad, for the form that asks for a fresh one; null where nobody came by a link.
 */
export function staleLinkPage(words: Words, link: string | null): Html {
  const { title, lead, ask, button, cookie } = words.stale
  const form = html`<form id="fresh-link" method="post" action="/inbox/fresh-link">
<p>${ask}</p>
<input type="hidden" name="link" value="${link ?? ''}">
<button>${button}</button>
</form>`
  return plainPage(
    words,
    title,
    html`<p>${lead}</p>
${link === null ? '' : form}
<p class="hint">${cookie}</p>`,
  )
}

/** The one answer to everybody who asks for a fresh link. */
export const freshLinkPage = (words: Words): Html =>
  plainPage(
    words,
    words.fresh.title,
    html`<p role="status">${words.fresh.lead}</p>
<p>${words.fresh.wait}</p>`,
  )

export const tooManyPage = (words: Words): Html => waitPage(words, words.tooMany)
export const notNowPage = (words: Words): Html => waitPage(words, words.notNow)

const waitPage = (words: Words, { title, lead }: Words['tooMany']): Html =>
  plainPage(words, title, html`<p role="status">${lead}</p>`)

export function unsubscribePage(words: Words, shopName: string): Html {
  const { title, doesNot, button } = words.unsubscribe
  return shopPage(
    words,
    shopName,
    title,
    (shop) => html`<p>${fillHtml(words.everything.does, { shop })}</p>
<p>${doesNot}</p>
<form method="post">
<button class="danger">${button}</button>
</form>`,
  )
}

export const unsubscribedPage = (words: Words, shopName: string): Html =>
  shopPage(words, shopName, words.unsubscribe.doneTitle, () => html`<p role="status">${words.unsubscribe.done}</p>`)

/** A page whose title names the shop. */
function shopPage(words: Words, shopName: string, title: string, contentOf: (shop: Html) => Html): Html {
  const shop = shownShop(words, shopName)
  const name = nameHtml(shop)
  return plainPage(words, fillText(title, { shop }), contentOf(name), fillHtml(title, { shop: name }))
}
