import { type Html, html } from '../html.ts'
import { shardOfToken, withShard } from '../shards.ts'
import { plainPage } from './layout.ts'
import type { LocaleTexts } from './locales/en.ts'
import { fillHtml, fillText } from './locales/fill.ts'
import { displayedShopName, nameHtml } from './page-parts.ts'

/**
 * The page is the same for every kind of invalid link, so that it does not reveal whether a recipient exists. `link` is the
 * token in the address bar, valid or not, for the form that requests a fresh link; null if the page was not opened by a link.
 */
export function staleLinkPage(texts: LocaleTexts, link: string | null): Html {
  const { title, lead, ask, button, cookie } = texts.staleLink
  const form = html`<form id="fresh-link" method="post" action="${freshLinkAction(link ?? '')}">
<p>${ask}</p>
<input type="hidden" name="link" value="${link ?? ''}">
<button>${button}</button>
</form>`
  return plainPage(
    texts,
    title,
    html`<p>${lead}</p>
${link === null ? '' : form}
<p class="hint">${cookie}</p>`,
  )
}

/** Only the form of the link is read, so that a link that is not valid gets the same page. */
function freshLinkAction(link: string): string {
  const [path, shard] = ['/inbox/fresh-link', shardOfToken(link)]
  return shard === null ? path : withShard(path, shard)
}

/** The response to every request for a fresh link, whether the link was valid or not. */
export const freshLinkPage = (texts: LocaleTexts): Html =>
  plainPage(
    texts,
    texts.freshLink.title,
    html`<p role="status">${texts.freshLink.lead}</p>
<p>${texts.freshLink.wait}</p>`,
  )

export const tooManyPage = (texts: LocaleTexts): Html => waitPage(texts, texts.tooMany)
export const unavailablePage = (texts: LocaleTexts): Html => waitPage(texts, texts.unavailable)

const waitPage = (texts: LocaleTexts, { title, lead }: LocaleTexts['tooMany']): Html =>
  plainPage(texts, title, html`<p role="status">${lead}</p>`)

export function unsubscribePage(texts: LocaleTexts, shopName: string): Html {
  const { title, doesNot, button } = texts.unsubscribe
  return shopPage(
    texts,
    shopName,
    title,
    (shop) => html`<p>${fillHtml(texts.everything.does, { shop })}</p>
<p>${doesNot}</p>
<form method="post">
<button class="danger">${button}</button>
</form>`,
  )
}

export const unsubscribedPage = (texts: LocaleTexts, shopName: string): Html =>
  shopPage(texts, shopName, texts.unsubscribe.doneTitle, () => html`<p role="status">${texts.unsubscribe.done}</p>`)

/** A page with the shop's name in its title. */
function shopPage(texts: LocaleTexts, shopName: string, title: string, contentOf: (shop: Html) => Html): Html {
  const shop = displayedShopName(texts, shopName)
  const name = nameHtml(shop)
  return plainPage(texts, fillText(title, { shop }), contentOf(name), fillHtml(title, { shop: name }))
}
