import { type Html, html } from './html.ts'
import type { Delivery, Received } from './receivers.ts'
import { renderTime } from './render-time.ts'
import type { RingBuffer } from './ring-buffer.ts'

/** The newest deliveries to all receivers, newest first. Empty when there are none. */
export function renderWebhooks(webhooks: RingBuffer<Received>, receiversUrl: string): Html {
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
${renderResponse(delivery.answered)}
</li>`
}

/** `wbr` lets a long type break between its words on a narrow screen. */
function renderType({ headers }: Delivery): Html[] {
  const type = String(headers['x-service-event'] ?? '(no type)')
  return type.split(/(?<=[._])/).map((word) => html`${word}<wbr>`)
}

function renderResponse(status: number | null): Html {
  if (status === 204) return html`<p class="reported"><span>responded 204</span></p>`
  return html`<p class="reported"><span class="failed">${status === null ? 'no response' : `responded ${status}`}</span></p>`
}
