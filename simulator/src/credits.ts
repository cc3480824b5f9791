import type { Credits, LedgerEntry } from './account.ts'
import { type Html, html } from './html.ts'
import { renderTime } from './render-time.ts'

/** The balance and the newest ledger entries. Null when the service could not be read. */
export function renderCredits(credits: Credits | null): Html {
  return html`<section aria-labelledby="credits">
<h2 id="credits">Credits</h2>
<div class="card">
${credits === null ? html`<p class="empty quiet">The service did not respond.</p>` : renderBalance(credits)}
</div>
</section>`
}

function renderBalance({ balance, entries }: Credits): Html {
  return html`<p class="balance"><strong>${balanceFormat.format(balance)}</strong> <span class="quiet">left</span></p>
<ol class="rows">${entries.map(renderEntry)}</ol>`
}

function renderEntry({ delta, kind, note, at }: LedgerEntry): Html {
  return html`
<li>
<div class="first"><h3><span class="${delta < 0 ? 'bad' : 'good'}">${deltaFormat.format(delta)}</span> ${kind}</h3> <span class="quiet">${renderTime(at)}</span></div>
${note === null ? '' : html`<p class="quiet">${note}</p>`}
</li>`
}

const balanceFormat = new Intl.NumberFormat('en-GB')
const deltaFormat = new Intl.NumberFormat('en-GB', { signDisplay: 'always' })
