import { type Html, html } from '../html.ts'
import { layout } from './layout.ts'
import { shownShop } from './page.ts'

/** Whatever is wrong with a link, the page is the same, so that it says of nobody whether they are known. */
export const staleLinkPage: Html = layout(
  'This link is not valid any more',
  html`<main>
<h1>This link is not valid any more</h1>
<p>The newest email from the shop has a fresh one.</p>
<p>If you have just followed a fresh link, let this page keep a cookie and follow the link again.</p>
</main>`,
)

export function unsubscribePage(shopName: string): Html {
  const shop = shownShop(shopName)
  const name = html`<bdi>${shop}</bdi>`
  return layout(
    `Stop all updates from ${shop}?`,
    html`<main>
<h1>Stop all updates from ${name}?</h1>
<p>${name} will not write to you again by email, text message or WhatsApp, not about new orders either. This cannot be undone.</p>
<p>Your inbox stays: you can still read your updates there.</p>
<form method="post">
<button>Stop all updates</button>
</form>
</main>`,
  )
}

export function unsubscribedPage(shopName: string): Html {
  const shop = shownShop(shopName)
  const name = html`<bdi>${shop}</bdi>`
  return layout(
    `Done: ${shop} will not write to you any more`,
    html`<main>
<h1>Done: ${name} will not write to you any more</h1>
<p>This holds for email, text messages and WhatsApp. Your inbox stays: you can still read your updates there.</p>
</main>`,
  )
}
