import { type Html, html } from '../html.ts'
import { shardOfToken, withShard } from '../shards.ts'
import { plainPage } from './layout.ts'
import type { LocaleTexts } from './locales/en.ts'
import { fillHtml, fillText } from './locales/fill.ts'
import { displayedShopName, nameHtml } from './page-parts.ts'

/** A form that requests a fresh link by email: the token of a link, or the session whose page this was. */
export type Renewal = { link: string } | { path: string; csrfToken: string }

/**
 * The page is the same for every kind of invalid link, so that it does not reveal whether a recipient exists. `renewal` is null
 * if the page was opened with neither a link nor a session.
 */
export function staleLinkPage(texts: LocaleTexts, renewal: Renewal | null): Html {
  const { title, lead, cookie } = texts.staleLink
  return plainPage(
    texts,
    title,
    html`<p>${lead}</p>
${renewalForm(texts, renewal)}
<p class="hint">${cookie}</p>`,
  )
}

/** The response to a form whose session has ended or is missing, or that belongs to another one. */
export function endedPage(texts: LocaleTexts, renewal: Renewal | null): Html {
  return plainPage(
    texts,
    texts.ended.title,
    html`<p role="alert">${texts.ended.lead}</p>
<p>${texts.staleLink.lead}</p>
${renewalForm(texts, renewal)}`,
  )
}

/** The response to a form that ends its own session, because the page before cannot be displayed any more. */
export const wrongNumberDonePage = (texts: LocaleTexts, shopName: string): Html =>
  shopPage(
    texts,
    shopName,
    texts.wrongNumber.doneTitle,
    (shop) => html`<p role="status">${fillHtml(texts.wrongNumber.done, { shop })}</p>`,
  )
export const signedOutPage = (texts: LocaleTexts, shopName: string, renewal: Renewal): Html =>
  shopPage(
    texts,
    shopName,
    texts.signOut.doneTitle,
    (shop) => html`<p role="status">${fillHtml(texts.signOut.done, { shop })}</p>
<p>${texts.signOut.doesNot}</p>
${renewalForm(texts, renewal)}`,
  )

function renewalForm({ staleLink: { ask, button } }: LocaleTexts, renewal: Renewal | null): Html {
  if (renewal === null) return html``
  const [action, name, value] =
    'link' in renewal
      ? [freshLinkAction(renewal.link), 'link', renewal.link]
      : [`${renewal.path}/mail`, 'proof', renewal.csrfToken]
  return html`<form id="fresh-link" method="post" action="${action}">
<p>${ask}</p>
<input type="hidden" name="${name}" value="${value}">
<button>${button}</button>
</form>`
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
