import { registry } from '../channels/registry.ts'
import { type Html, html } from '../html.ts'
import { layout } from './layout.ts'
import type { LocaleTexts } from './locales/en.ts'
import { fillHtml, fillText } from './locales/fill.ts'
import type { OrderSettings } from './order-settings.ts'
import { messagesHtml } from './page.ts'
import { contactHtml, displayedShopName, logoHtml, nameHtml } from './page-parts.ts'
import type { OrderView } from './read.ts'

/**
 * The page of one order, for the reader of a text or WhatsApp message. The number may belong to another person, so the page
 * shows nothing about the recipient, and everything else is only sent to the recipient's email address.
 */
export function orderPage(texts: LocaleTexts, view: OrderView & OrderSettings, csrfToken: string, path: string): Html {
  const shop = displayedShopName(texts, view.shop)
  const name = nameHtml(shop)
  const done = view.isDone ? texts[registry[view.channel].control].done : null
  return layout(
    texts,
    fillText(done ?? texts.inbox.title, { shop }),
    html`<header>
${logoHtml(view.logo)}<h1 lang="" dir="auto">${shop}</h1>
<p>${texts.onlyOrder.lead}</p>
</header>
<main>
${done === null ? '' : html`<p id="done" class="yes" role="status">${fillHtml(done, { shop: name })}</p>`}
${messagesHtml(texts, view, path)}
${allUpdatesHtml(texts, name, csrfToken, path)}
${stopHtml(texts, view, name, csrfToken, path)}
${wrongNumberHtml(texts, name, csrfToken, path)}
</main>
<footer>
${contactHtml(texts, view)}<nav><a href="/genuine">${texts.verifyText.title}</a></nav>
</footer>`,
    view.brand.colour,
  )
}

const allUpdatesHtml = ({ allUpdates }: LocaleTexts, shop: Html, csrfToken: string, path: string): Html =>
  html`<section id="mail" class="box">
<h2>${allUpdates.title}</h2>
<p>${fillHtml(allUpdates.does, { shop })}</p>
${formHtml(`${path}/mail`, csrfToken, allUpdates.button)}
</section>`

function stopHtml(
  texts: LocaleTexts,
  view: OrderView & OrderSettings,
  shop: Html,
  csrfToken: string,
  path: string,
): Html {
  const { title, does, doesNot, button, alreadyUsed, ...more } = texts[registry[view.channel].control]
  const liftable = view.isStopped && 'liftable' in more ? html`<p>${more.liftable}</p>\n` : ''
  return html`<details id="stop">
<summary>${title}${view.isStopped ? html` <span>${texts.settings.stopped}</span>` : ''}</summary>
${
  view.isUsed
    ? html`<p>${alreadyUsed}</p>`
    : html`${liftable}<p>${fillHtml(does, { shop })}</p>
<p>${doesNot}</p>
${formHtml(`${path}/stop`, csrfToken, button)}`
}
</details>`
}

const wrongNumberHtml = ({ number, wrongNumber }: LocaleTexts, shop: Html, csrfToken: string, path: string): Html =>
  html`<details id="number">
<summary>${number.title}</summary>
<p>${fillHtml(wrongNumber.does, { shop })}</p>
<p>${wrongNumber.ends}</p>
${formHtml(`${path}/number`, csrfToken, number.button)}
</details>`

const formHtml = (action: string, csrfToken: string, button: string): Html =>
  html`<form method="post" action="${action}">
<input type="hidden" name="proof" value="${csrfToken}">
<button>${button}</button>
</form>`
