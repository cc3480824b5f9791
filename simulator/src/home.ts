import { html } from './html.ts'
import { renderMailbox } from './mailbox.ts'
import type { Arrival } from './outbox.ts'
import type { Page } from './page.ts'

/** What the people who get the messages have in their hands: each device is a section of `main`. */
export function renderHome(arrivals: Arrival[], smtpPort: number): Page {
  const mails = arrivals.filter(({ channel }) => channel === 'email')
  return {
    title: 'Simulator',
    header: html`<div class="bar">
<h1>Simulator</h1>
<p class="quiet" role="status">${count(mails.length)}</p>
</div>
<p class="quiet">What your customers would see. Nothing here leaves this machine.</p>`,
    main: renderMailbox(mails, smtpPort),
    live: true,
  }
}

function count(mails: number): string {
  return mails === 1 ? '1 mail' : `${mails} mails`
}
