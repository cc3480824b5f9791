import { html } from './html.ts'
import type { Latest } from './latest.ts'
import { renderMailbox } from './mailbox.ts'
import type { Arrival } from './outbox.ts'
import type { Page } from './page.ts'
import type { Received } from './receivers.ts'
import { renderWebhooks } from './webhooks.ts'

type Home = { arrivals: Arrival[]; smtpPort: number; webhooks: Latest<Received>; receiversUrl: string }

/** What the people who get the messages have in their hands, and what the merchant was told: each a section of `main`. */
export function renderHome({ arrivals, smtpPort, webhooks, receiversUrl }: Home): Page {
  const mails = arrivals.filter(({ channel }) => channel === 'email')
  return {
    title: 'Simulator',
    header: html`<div class="bar">
<h1>Simulator</h1>
<p class="quiet" role="status">${summary(mails.length, webhooks.count())}</p>
</div>
<p class="quiet">What your customers and your systems would get. Nothing here leaves this machine.</p>`,
    main: html`${renderMailbox(mails, smtpPort)}${renderWebhooks(webhooks, receiversUrl)}`,
    live: true,
  }
}

function summary(mails: number, webhooks: number): string {
  return webhooks === 0 ? count(mails, 'mail') : `${count(mails, 'mail')}, ${count(webhooks, 'webhook')}`
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
