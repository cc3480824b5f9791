import { type Html, html } from '../html.ts'
import { layout } from './layout.ts'
import { nameHtml, shownShop } from './page-parts.ts'
import type { Words } from './words/en.ts'
import { fillHtml, fillText } from './words/fill.ts'

/**
 * Whatever is wrong with a link, the page is the same, so that it says of nobody whether they are known. `link` is what stands in
 * the address bar anyway, good or bad, for the form that asks for a fresh one; null where nobody came by a link.
 */
export function staleLinkPage(words: Words, link: string | null): Html {
  const { title, lead, ask, button, cookie } = words.stale
  return layout(
    words,
    title,
    html`<main>
<h1>${title}</h1>
<p>${lead}</p>
${
  link === null
    ? ''
    : html`<form id="fresh-link" method="post" action="/inbox/fresh-link">
<p>${ask}</p>
<input type="hidden" name="link" value="${link}">
<button>${button}</button>
</form>`
}
<p class="hint">${cookie}</p>
</main>`,
  )
}

/** The one answer to everybody who asks for a fresh link. */
export function freshLinkPage(words: Words): Html {
  const { title, lead, wait } = words.fresh
  return layout(
    words,
    title,
    html`<main>
<h1>${title}</h1>
<p role="status">${lead}</p>
<p>${wait}</p>
</main>`,
  )
}

export const tooManyPage = (words: Words): Html => waitPage(words, words.tooMany)
export const notNowPage = (words: Words): Html => waitPage(words, words.notNow)

const waitPage = (words: Words, { title, lead }: Words['tooMany']): Html =>
  layout(
    words,
    title,
    html`<main>
<h1>${title}</h1>
<p role="status">${lead}</p>
</main>`,
  )

export function unsubscribePage(words: Words, shopName: string): Html {
  const shop = shownShop(words, shopName)
  const name = nameHtml(shop)
  const { title, does, doesNot, button } = words.unsubscribe
  return layout(
    words,
    fillText(title, { shop }),
    html`<main>
<h1>${fillHtml(title, { shop: name })}</h1>
<p>${fillHtml(does, { shop: name })}</p>
<p>${doesNot}</p>
<form method="post">
<button class="danger">${button}</button>
</form>
</main>`,
  )
}

export function unsubscribedPage(words: Words, shopName: string): Html {
  const shop = shownShop(words, shopName)
  const { doneTitle, done } = words.unsubscribe
  return layout(
    words,
    fillText(doneTitle, { shop }),
    html`<main>
<h1>${fillHtml(doneTitle, { shop: nameHtml(shop) })}</h1>
<p role="status">${done}</p>
</main>`,
  )
}
