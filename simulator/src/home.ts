import type { Credits } from './account.ts'
import type { Conversation } from './conversations.ts'
import { renderCredits } from './credits.ts'
import { html } from './html.ts'
import { renderMailbox } from './mailbox.ts'
import type { Arrival } from './outbox.ts'
import type { Page } from './page.ts'
import { renderPhone } from './phone.ts'
import type { Received } from './receivers.ts'
import type { RingBuffer } from './ring-buffer.ts'
import { renderWebhooks } from './webhooks.ts'

type Home = {
  mails: Arrival[]
  smtpPort: number
  /** The number of accepted SMS and WhatsApp messages, including those that are not shown. */
  texts: number
  conversations: Conversation[]
  providersUrl: string
  /** Absent when no account is set, null when the service could not be read. */
  credits?: Credits | null
  webhooks: RingBuffer<Received>
  receiversUrl: string
}

/** The start page: mailbox, phones, credits and webhooks, each a section of `main`. */
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
    liveReload: true,
    hasInput: conversations.length > 0,
  }
}

/** Leaves out counts of zero, except that of emails, so that the summary is never empty. */
function summary(mails: number, texts: number, webhooks: number): string {
  const others = [texts > 0 && count(texts, 'text'), webhooks > 0 && count(webhooks, 'webhook')]
  return [count(mails, 'mail'), ...others.filter((part) => part !== false)].join(', ')
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
