import { type Html, html } from './html.ts'
import type { Arrival } from './outbox.ts'
import { renderTime } from './render-time.ts'

/** All accepted emails, newest first. */
export function renderMailbox(mails: Arrival[], smtpPort: number): Html {
  return html`<section aria-labelledby="mailbox">
<h2 id="mailbox">Mailbox</h2>
<div class="card">
${mails.length === 0 ? renderEmpty(smtpPort) : html`<ol class="rows mails" reversed>${mails.toReversed().map(renderLine)}</ol>`}
</div>
</section>`
}

function renderEmpty(smtpPort: number): Html {
  return html`<p class="empty quiet">No mail yet: whatever is sent to <code>smtp://127.0.0.1:${smtpPort}</code> shows up here by itself.</p>`
}

function renderLine(mail: Arrival): Html {
  // The list shows only the name of the sender; the email's page also shows the address.
  const from = mail.from?.replace(/ <[^<>]*>$/, '') || 'unknown sender'
  return html`
<li>
<span class="initial" aria-hidden="true">${String.fromCodePoint(from.codePointAt(0)!).toUpperCase()}</span>
<div class="lines">
<p class="first quiet"><span class="one-line">${from}</span> ${renderTime(mail.at)}</p>
<h3><a href="/mail/${mail.id}">${subjectOf(mail)}</a></h3>
<p class="quiet one-line">to ${mail.to}</p>
${renderReported(mail)}
</div>
</li>`
}

/** The reports that the service has accepted. Empty when there are none. */
export function renderReported({ reported }: Arrival): Html {
  if (reported.length === 0) return html``
  return html`<p class="reported">${reported.map((status) => html`<span>${status}</span> `)}</p>`
}

export function subjectOf(mail: Arrival): string {
  return mail.subject || '(no subject)'
}
