import type { Credits } from './account.ts'
import type { Conversation } from './conversations.ts'
import { renderCredits } from './credits.ts'
import { html } from './html.ts'
import type { Latest } from './latest.ts'
import { renderMailbox } from './mailbox.ts'
import type { Arrival } from './outbox.ts'
import type { Page } from './page.ts'
import { renderPhone } from './phone.ts'
import type { Received } from './receivers.ts'
import { renderWebhooks } from './webhooks.ts'

type Home = {
  mails: Arrival[]
  smtpPort: number
  /** How many were accepted on the telephone's channels, however many are shown. */
  texts: number
  conversations: Conversation[]
  providersUrl: string
  /** Absent where nobody said whose. */
  credits?: Credits | null
  webhooks: Latest<Received>
  receiversUrl: string
}

/** What the people who get the messages have in their hands, and what the merchant was told: each a section of `main`. */
export function renderHome(home: Home): Page {
  const { mails, conversations, webhooks } = home
  return {
    title: 'Simulator',
    header: html`<div class="bar">
<h1>Simulator</h1>
<p class="quiet" role="status">${summary(mails.length, home.texts, webhooks.count())}</p>
</div>
<p class="quiet">What your customers and your systems would get. Nothing here leaves this machine.</p>`,
    main: html`${renderMailbox(mails, home.smtpPort)}${renderPhone(conversations, home.providersUrl)}${home.credits === undefined ? '' : renderCredits(home.credits)}${renderWebhooks(webhooks, home.receiversUrl)}`,
    live: true,
    typing: conversations.length > 0,
  }
}

/** What there is none of is not worth a word, the mails excepted: something has to stand here. */
function summary(mails: number, texts: number, webhooks: number): string {
  const others = [texts > 0 && count(texts, 'text'), webhooks > 0 && count(webhooks, 'webhook')]
  return [count(mails, 'mail'), ...others.filter((words) => words !== false)].join(', ')
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
