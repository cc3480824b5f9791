import { isDisplayableReference } from '../channels/display.decide.ts'
import { type Html, html } from '../html.ts'
import { formatId } from '../ids.ts'
import { isOrderStatus } from '../order-status.ts'
import { bodyHtml, cleanText } from '../safe-text.ts'
import { type Group, groupByOrder } from './group.decide.ts'
import { layout } from './layout.ts'
import type { LocaleTexts } from './locales/en.ts'
import { fillHtml, fillText } from './locales/fill.ts'
import { contactHtml, displayedShopName, languageOf, logoHtml, nameHtml, timeHtml } from './page-parts.ts'
import type { InboxView } from './read.ts'
import type { InboxMessage } from './sql.ts'
import { stepsOf } from './steps.decide.ts'

/**
 * The inbox page. A merchant's text may be in any language and direction, so it has an empty `lang` and `dir="auto"`. `path` is
 * that of the session.
 */
export function inboxPage(texts: LocaleTexts, view: InboxView, path: string): Html {
  const shop = displayedShopName(texts, view.shop)
  const { lead, announced, unsubscribed, why } = texts.inbox
  return layout(
    texts,
    fillText(texts.inbox.title, { shop }),
    html`<header>
${logoHtml(view.logo)}<h1 lang="" dir="auto">${shop}</h1>
<p>${view.messages.some(({ id }) => id === view.announcedId) ? announced : lead}</p>
</header>
<main>
${messagesHtml(texts, view, path)}
</main>
<footer>
${contactHtml(texts, view)}<p>${fillHtml(view.unsubscribed ? unsubscribed : why, { shop: nameHtml(shop) })}</p>
<nav><a id="settings-link" href="${path}/settings">${texts.settings.title}</a> <a href="/genuine">${texts.verifyText.title}</a></nav>
</footer>`,
    view.brand.colour,
  )
}

/** The messages of a page, the form that records an open, and the links to the other pages. */
export function messagesHtml(texts: LocaleTexts, view: InboxView, path: string): Html {
  const groups = groupByOrder(view.messages, isDisplayableReference)
  return html`${groups.length === 0 ? html`<p>${texts.inbox.empty}</p>` : groups.map((group, index) => groupHtml(texts, group, index, view))}
${view.seenToken === null ? '' : openForm(texts, view.seenToken, path)}
${pageLinks(texts, view, path)}`
}

function groupHtml(
  texts: LocaleTexts,
  { reference, messages }: Group<InboxMessage>,
  index: number,
  { statuses, announcedId }: InboxView,
): Html {
  const isAnnounced = ({ id }: InboxMessage): boolean => id === announcedId
  if (reference === null) return html`${messages.map((message) => article(texts, message, 'h2', isAnnounced(message)))}`
  const id = `order-${index}`
  return html`<section class="order${messages.some(isAnnounced) ? ' announced' : ''}" aria-labelledby="${id}">
<h2 id="${id}">${fillHtml(texts.order, { reference: nameHtml(reference) })}</h2>
${stepsHtml(texts, statuses.get(reference) ?? [])}
${messages.map((message) => article(texts, message, 'h3', isAnnounced(message)))}</section>
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

function article(texts: LocaleTexts, message: InboxMessage, heading: 'h2' | 'h3', isAnnounced: boolean): Html {
  const { status } = message
  const label = html`${isAnnounced && message.awaits_open ? labelHtml(texts, 'new') : ''}${status === 'active' ? '' : labelHtml(texts, status)}`
  const tag = { markup: heading }
  return html`<article class="${heading === 'h2' ? 'single ' : ''}${heading === 'h2' && isAnnounced ? 'announced ' : ''}${status === 'active' ? '' : 'past '}${status}">
<${tag} class="subject" lang="" dir="auto">${label}${cleanText(message.subject).trim() || texts.update}</${tag}>
<p class="facts">${facts(texts, message)}</p>
<div class="body" lang="" dir="auto">${bodyHtml(message.body)}</div>
</article>
`
}

/** The message that the link announced is new until it was opened. */
const labelHtml = (texts: LocaleTexts, label: 'new' | 'obsolete' | 'retracted'): Html =>
  html`<span class="label${label === 'new' ? ' new' : ''}" lang="${languageOf(texts)}" dir="ltr">${texts.inbox[label]}</span> `

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
  path: string,
): Html => html`<form id="open" method="post" action="${path}/open">
<input type="hidden" name="shown" value="${seenToken}">
<button>${texts.inbox.read}</button>
</form>`

function pageLinks(texts: LocaleTexts, { isFirst, next }: InboxView, path: string): Html {
  if (isFirst && next === null) return html``
  const older = next === 'others' || next === null ? 'others' : `older/${formatId('msg', next.olderThan)}`
  return html`<nav id="pages" aria-label="${texts.inbox.pages}">
${isFirst ? '' : html`<a href="${path}/updates">${texts.inbox.newest}</a>`}
${next === null ? '' : html`<a href="${path}/${older}">${texts.inbox.older}</a>`}
</nav>`
}
