import { renderTime } from './clock.ts'
import { type Html, html } from './html.ts'
import type { Latest } from './latest.ts'
import type { Delivery, Received } from './receivers.ts'

/** The newest deliveries to the receivers, newest first. Nothing where there are none: not everybody takes webhooks. */
export function renderWebhooks(webhooks: Latest<Received>, receiversUrl: string): Html {
  const newest = webhooks.items().toReversed()
  if (newest.length === 0) return html``
  const older = webhooks.count() - newest.length
  return html`<section aria-labelledby="webhooks">
<h2 id="webhooks">Webhooks</h2>
<div class="card">
<ol class="rows" reversed start="${webhooks.count()}">${newest.map((one) => renderLine(one, receiversUrl))}</ol>
${older === 0 ? '' : html`<p class="quiet">and ${older} older</p>`}
</div>
</section>`
}

function renderLine({ receiverId, delivery }: Received, receiversUrl: string): Html {
  return html`
<li>
<div class="first"><h3>${renderType(delivery)}</h3> <span class="quiet">${renderTime(delivery.at)}</span></div>
<p class="quiet one-line">to ${receiversUrl}/${receiverId}</p>
${renderAnswered(delivery.answered)}
</li>`
}

/** On a narrow screen a long type breaks between its words and not within them. */
function renderType({ headers }: Delivery): Html[] {
  const type = String(headers['x-service-event'] ?? '(no type)')
  return type.split(/(?<=[._])/).map((word) => html`${word}<wbr>`)
}

function renderAnswered(answered: number | null): Html {
  if (answered === 204) return html`<p class="reported"><span>answered 204</span></p>`
  return html`<p class="reported"><span class="failed">${answered === null ? 'no answer' : `answered ${answered}`}</span></p>`
}
