import type { Credits, LedgerEntry } from './account.ts'
import { renderTime } from './clock.ts'
import { type Html, html } from './html.ts'

/** What the merchant's messages cost: the balance, and why it is that. Null is a service that does not say. */
export function renderCredits(credits: Credits | null): Html {
  return html`<section aria-labelledby="credits">
<h2 id="credits">Credits</h2>
<div class="card">
${credits === null ? html`<p class="empty quiet">The service does not say.</p>` : renderBalance(credits)}
</div>
</section>`
}

function renderBalance({ balance, entries }: Credits): Html {
  return html`<p class="balance"><strong>${figures.format(balance)}</strong> <span class="quiet">left</span></p>
<ol class="rows">${entries.map(renderEntry)}</ol>`
}

function renderEntry({ delta, kind, note, at }: LedgerEntry): Html {
  return html`
<li>
<div class="first"><h3><span class="${delta < 0 ? 'bad' : 'good'}">${changes.format(delta)}</span> ${kind}</h3> <span class="quiet">${renderTime(at)}</span></div>
${note === null ? '' : html`<p class="quiet">${note}</p>`}
</li>`
}

const figures = new Intl.NumberFormat('en-GB')
const changes = new Intl.NumberFormat('en-GB', { signDisplay: 'always' })
