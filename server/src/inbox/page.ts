import { isDisplayableReference } from '../channels/display.decide.ts'
import { type Html, html } from '../html.ts'
import { formatId } from '../ids.ts'
import { isOrderStatus } from '../order-status.ts'
import { bodyHtml, cleanText } from '../safe-text.ts'
import { type Group, groupByOrder } from './group.decide.ts'
import { layout } from './layout.ts'
import type { LocaleTexts } from './locales/en.ts'
import { fillHtml, fillText } from './locales/fill.ts'
import { displayedShopName, languageOf, nameHtml, timeHtml } from './page-parts.ts'
import type { InboxView } from './read.ts'
import type { InboxMessage } from './sql.ts'
import { stepsOf } from './steps.decide.ts'

/** The inbox page. A merchant's text may be in any language and direction, so it has an empty `lang` and `dir="auto"`. */
export function inboxPage(texts: LocaleTexts, view: InboxView): Html {
  const shop = displayedShopName(texts, view.shop)
  const groups = groupByOrder(view.messages, isDisplayableReference)
  return layout(
    texts,
    fillText(texts.inbox.title, { shop }),
    html`<header>
<h1 lang="" dir="auto">${shop}</h1>
<p>${texts.inbox.lead}</p>
</header>
<main>
${groups.length === 0 ? html`<p>${texts.inbox.empty}</p>` : groups.map((group, index) => groupHtml(texts, group, index, view.statuses))}
${view.seenToken === null ? '' : openForm(texts, view.seenToken)}
${pageLinks(texts, view)}
</main>
<footer>
<p>${fillHtml(view.unsubscribed ? texts.inbox.unsubscribed : texts.inbox.why, { shop: nameHtml(shop) })}</p>
<nav><a id="settings-link" href="/inbox/settings">${texts.settings.title}</a> <a href="/genuine">${texts.verifyText.title}</a></nav>
</footer>`,
  )
}

function groupHtml(
  texts: LocaleTexts,
  { reference, messages }: Group<InboxMessage>,
  index: number,
  statuses: InboxView['statuses'],
): Html {
  if (reference === null) return html`${messages.map((message) => article(texts, message, 'h2'))}`
  const id = `order-${index}`
  return html`<section class="order" aria-labelledby="${id}">
<h2 id="${id}">${fillHtml(texts.order, { reference: nameHtml(reference) })}</h2>
${stepsHtml(texts, statuses.get(reference) ?? [])}
${messages.map((message) => article(texts, message, 'h3'))}</section>
`
}

/** The position before or after the current step shows screen readers whether a step is done or ahead. */
function stepsHtml(texts: LocaleTexts, statuses: string[]): Html {
  const steps = stepsOf(statuses.filter(isOrderStatus))
  if (steps.length === 0) return html``
  return html`<ol class="steps" aria-label="${texts.inbox.progress}">
${steps.map(
  ({ status, progress }) =>
    html`<li class="${progress === 'ahead' ? progress : status}"${progress === 'current' ? html` aria-current="step"` : ''}>${texts.status[status]}</li>
`,
)}</ol>`
}

function article(texts: LocaleTexts, message: InboxMessage, heading: 'h2' | 'h3'): Html {
  const { status } = message
  const lang = languageOf(texts)
  const label =
    status === 'active' ? '' : html`<span class="label" lang="${lang}" dir="ltr">${texts.inbox[status]}</span> `
  const tag = { markup: heading }
  return html`<article class="${heading === 'h2' ? 'single ' : ''}${status === 'active' ? '' : 'past '}${status}">
<${tag} class="subject" lang="" dir="auto">${label}${cleanText(message.subject).trim() || texts.update}</${tag}>
<p class="facts">${facts(texts, message)}</p>
<div class="body" lang="" dir="auto">${bodyHtml(message.body)}</div>
</article>
`
}

function facts(texts: LocaleTexts, { order_status: status, created_at, updated_at }: InboxMessage): Html[] {
  const isUpdated = updated_at.getTime() !== created_at.getTime()
  return [
    ...(isOrderStatus(status) ? [html`<span>${texts.status[status]}</span> `] : []),
    html`<span>${timeHtml(texts, created_at)}</span>`,
    ...(isUpdated ? [html` <span>${fillHtml(texts.inbox.updated, { time: timeHtml(texts, updated_at) })}</span>`] : []),
  ]
}

const openForm = (
  texts: LocaleTexts,
  seenToken: string,
): Html => html`<form id="open" method="post" action="/inbox/open">
<input type="hidden" name="shown" value="${seenToken}">
<button>${texts.inbox.read}</button>
</form>`

function pageLinks(texts: LocaleTexts, { isNewest, olderThan }: InboxView): Html {
  if (isNewest && olderThan === null) return html``
  return html`<nav id="pages" aria-label="${texts.inbox.pages}">
${isNewest ? '' : html`<a href="/inbox">${texts.inbox.newest}</a>`}
${olderThan === null ? '' : html`<a href="/inbox/older/${formatId('msg', olderThan)}">${texts.inbox.older}</a>`}
</nav>`
}
