import { orderOf } from '../channels/order.ts'
import { type Html, html } from '../html.ts'
import { showId } from '../ids.ts'
import { bodyHtml, cleanText } from '../safe-text.ts'
import { layout } from './layout.ts'
import { openScript } from './open-script.ts'
import type { InboxView } from './read.ts'
import type { InboxMessage } from './sql.ts'

/**
 * The inbox as its reader sees it. A merchant's words may be in any language and run in any direction, which is what the empty
 * `lang` and `dir="auto"` say.
 */
export function inboxPage(view: InboxView): Html {
  const shop = shownShop(view.shop)
  return layout(
    `Updates from ${shop}`,
    html`<header>
<h1 lang="" dir="auto">${shop}</h1>
<p>Updates about your orders, newest first.</p>
</header>
<main>
${view.messages.length === 0 ? html`<p>There is nothing here.</p>` : view.messages.map(article)}
${view.shown === null ? '' : openForm(view.shown)}
${pageLinks(view)}
</main>
<footer>${footer(view, shop)}</footer>`,
  )
}

/** What is left of a name when nothing of it can be seen is no name. */
export const shownShop = (name: string): string => cleanText(name).trim() || 'Your shop'

function article(message: InboxMessage): Html {
  const label = labels[message.status]
  return html`<article class="${message.status === 'active' ? '' : 'past '}${message.status}">
<h2 lang="" dir="auto">${label === null ? '' : html`<span class="label" lang="en" dir="ltr">${label}</span> `}${cleanText(message.subject).trim() || 'An update about your order'}</h2>
<p class="facts">${facts(message)}</p>
<div class="body" lang="" dir="auto">${bodyHtml(message.body)}</div>
</article>
`
}

const labels = { active: null, obsolete: 'Out of date', retracted: 'Taken back by the shop' } as const

function facts({ reference, order_status, created_at, updated_at }: InboxMessage): Html[] {
  const isUpdated = updated_at.getTime() !== created_at.getTime()
  return [
    ...orderWords(reference, order_status).map((words) => html`<span>${words}</span> `),
    html`<span>${time(created_at)}</span>`,
    ...(isUpdated ? [html` <span>Updated ${time(updated_at)}</span>`] : []),
  ]
}

function orderWords(reference: string | null, status: string | null): string[] {
  const order = orderOf(reference, status)
  return [
    ...(order.reference === null ? [] : [`Order ${order.reference}`]),
    ...(order.status === null ? [] : [order.status.words]),
  ]
}

const time = (moment: Date): Html => {
  const iso = moment.toISOString()
  return html`<time datetime="${iso}">${day.format(moment)}, ${iso.slice(11, 16)} UTC</time>`
}
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The script follows the form at once, so that who has scripts never sees the button come and go. */
const openForm = (shown: string): Html => html`<form id="open" method="post" action="/inbox/open">
<input type="hidden" name="shown" value="${shown}">
<button>I have read this</button>
</form>
<script>${{ markup: openScript }}</script>`

function pageLinks({ isNewest, olderThan }: InboxView): Html {
  if (isNewest && olderThan === null) return html``
  return html`<nav aria-label="Pages">
${isNewest ? '' : html`<a href="/inbox">Newest</a>`}
${olderThan === null ? '' : html`<a href="/inbox/older/${showId('msg', olderThan)}">Older</a>`}
</nav>`
}

function footer({ unsubscribed, unsubscribePath }: InboxView, shop: string): Html {
  const name = html`<bdi>${shop}</bdi>`
  if (unsubscribed)
    return html`<p>You have stopped all updates from ${name}. What is new appears here, and nothing announces it.</p>`
  return html`<p>You get these updates because you ordered at ${name}, which can see whether you have read them.</p>
<p><a href="${unsubscribePath}">Stop all updates from ${name}</a></p>`
}
