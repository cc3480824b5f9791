import { isDisplayableReference } from '../channels/display.decide.ts'
import { type Html, html } from '../html.ts'
import { formatId } from '../ids.ts'
import { isOrderStatus } from '../order-status.ts'
import { bodyHtml, cleanText } from '../safe-text.ts'
import { type Group, groupByOrder } from './group.decide.ts'
import { layout } from './layout.ts'
import type { Words } from './locales/en.ts'
import { fillHtml, fillText } from './locales/fill.ts'
import { languageOf, nameHtml, shownShop, timeHtml } from './page-parts.ts'
import type { InboxView } from './read.ts'
import type { InboxMessage } from './sql.ts'
import { stepsOf } from './steps.decide.ts'

/**
 * The inbox as its reader sees it. A merchant's words may be in any language and run in any direction, which is what the empty
 * `lang` and `dir="auto"` say.
 */
export function inboxPage(words: Words, view: InboxView): Html {
  const shop = shownShop(words, view.shop)
  const groups = groupByOrder(view.messages, isDisplayableReference)
  return layout(
    words,
    fillText(words.inbox.title, { shop }),
    html`<header>
<h1 lang="" dir="auto">${shop}</h1>
<p>${words.inbox.lead}</p>
</header>
<main>
${groups.length === 0 ? html`<p>${words.inbox.empty}</p>` : groups.map((group, place) => groupHtml(words, group, place, view.told))}
${view.shown === null ? '' : openForm(words, view.shown)}
${pageLinks(words, view)}
</main>
<footer>
<p>${fillHtml(view.unsubscribed ? words.inbox.silent : words.inbox.why, { shop: nameHtml(shop) })}</p>
<nav><a id="settings-link" href="/inbox/settings">${words.settings.title}</a> <a href="/genuine">${words.genuine.title}</a></nav>
</footer>`,
  )
}

function groupHtml(
  words: Words,
  { reference, messages }: Group<InboxMessage>,
  place: number,
  told: InboxView['told'],
): Html {
  if (reference === null) return html`${messages.map((message) => article(words, message, 'h2'))}`
  const id = `order-${place}`
  return html`<section class="order" aria-labelledby="${id}">
<h2 id="${id}">${fillHtml(words.order, { reference: nameHtml(reference) })}</h2>
${stepsHtml(words, told.get(reference) ?? [])}
${messages.map((message) => article(words, message, 'h3'))}</section>
`
}

/** That a step is done or ahead is told by its place before or after the current one. */
function stepsHtml(words: Words, told: string[]): Html {
  const steps = stepsOf(told.filter(isOrderStatus))
  if (steps.length === 0) return html``
  return html`<ol class="steps" aria-label="${words.inbox.progress}">
${steps.map(
  ({ status, place }) =>
    html`<li class="${place === 'ahead' ? place : status}"${place === 'current' ? html` aria-current="step"` : ''}>${words.status[status]}</li>
`,
)}</ol>`
}

function article(words: Words, message: InboxMessage, heading: 'h2' | 'h3'): Html {
  const { status } = message
  const lang = languageOf(words)
  const label =
    status === 'active' ? '' : html`<span class="label" lang="${lang}" dir="ltr">${words.inbox[status]}</span> `
  const tag = { markup: heading }
  return html`<article class="${heading === 'h2' ? 'alone ' : ''}${status === 'active' ? '' : 'past '}${status}">
<${tag} class="subject" lang="" dir="auto">${label}${cleanText(message.subject).trim() || words.update}</${tag}>
<p class="facts">${facts(words, message)}</p>
<div class="body" lang="" dir="auto">${bodyHtml(message.body)}</div>
</article>
`
}

function facts(words: Words, { order_status: status, created_at, updated_at }: InboxMessage): Html[] {
  const isUpdated = updated_at.getTime() !== created_at.getTime()
  return [
    ...(isOrderStatus(status) ? [html`<span>${words.status[status]}</span> `] : []),
    html`<span>${timeHtml(words, created_at)}</span>`,
    ...(isUpdated ? [html` <span>${fillHtml(words.inbox.updated, { time: timeHtml(words, updated_at) })}</span>`] : []),
  ]
}

const openForm = (words: Words, shown: string): Html => html`<form id="open" method="post" action="/inbox/open">
<input type="hidden" name="shown" value="${shown}">
<button>${words.inbox.read}</button>
</form>`

function pageLinks(words: Words, { isNewest, olderThan }: InboxView): Html {
  if (isNewest && olderThan === null) return html``
  return html`<nav id="pages" aria-label="${words.inbox.pages}">
${isNewest ? '' : html`<a href="/inbox">${words.inbox.newest}</a>`}
${olderThan === null ? '' : html`<a href="/inbox/older/${formatId('msg', olderThan)}">${words.inbox.older}</a>`}
</nav>`
}
