import { paidChannels, registry } from '../channels/registry.ts'
import { type Html, html } from '../html.ts'
import { maskPhone } from '../recipients/sms-view.decide.ts'
import { layout } from './layout.ts'
import type { Words } from './locales/en.ts'
import { fillHtml, fillText } from './locales/fill.ts'
import { nameHtml, shownShop, timeHtml } from './page-parts.ts'
import { type Control, controls } from './settings.decide.ts'
import type { SettingsView } from './settings.ts'

/** What a reader can stop, see and ask for. Each control says what it does and what it does not; to open it is the second thought. `proof` shows that a form is from this page. */
export function settingsPage(words: Words, view: SettingsView, proof: string): Html {
  const shop = shownShop(words, view.shop)
  const { title, lead, back } = words.settings
  const done = view.done === null ? null : words[view.done].done
  return layout(
    words,
    done === null ? title : fillText(done, { shop }),
    html`<header>
<p><a href="/inbox">${back}</a></p>
<h1>${title}</h1>
<p>${fillHtml(lead, { shop: nameHtml(shop) })}</p>
</header>
<main>
${done === null ? '' : html`<p id="done" class="yes" role="status">${fillHtml(done, { shop: nameHtml(shop) })}</p>`}
${stopping.map((id) => controlHtml(words, view, proof, id))}
${heldHtml(words, view)}
${controlHtml(words, view, proof, 'erasure')}
</main>`,
  )
}

const stopping = controls.filter((control) => control !== 'erasure')

function controlHtml(words: Words, view: SettingsView, proof: string, id: Control): Html {
  const { title, does, doesNot, button, stands, ...more } = words[id]
  const [isStanding, isStopped] = [view.standing[id], view.stopped.includes(id)]
  const values = {
    shop: nameHtml(shownShop(words, view.shop)),
    ending: html`${view.phone?.slice(-4) ?? ''}`,
    time: view.erasureAskedAt === null ? html`` : timeHtml(words, view.erasureAskedAt),
  }
  // What cannot be undone looks like it.
  const look = id === 'everything' ? html` class="danger"` : ''
  const offer = html`${isStopped && 'liftable' in more ? html`<p>${more.liftable}</p>` : ''}
<p>${fillHtml(does, values)}</p>
<p>${doesNot}</p>
<form method="post" action="/inbox/settings/${id}">
<input type="hidden" name="proof" value="${proof}">
<button${look}>${button}</button>
</form>`
  return html`<details id="${id}">
<summary>${title}${isStopped ? html` <span>${words.settings.stopped}</span>` : ''}</summary>
${isStanding ? html`<p>${fillHtml(stands, values)}</p>` : offer}
</details>
`
}

function heldHtml(words: Words, view: SettingsView): Html {
  const { title, email, phone, noPhone, messages, never, lead, download } = words.held
  const since = (moment: Date | null): Html => (moment === null ? html`${never}` : timeHtml(words, moment))
  return html`<details id="held">
<summary>${title}</summary>
<dl>
<dt>${email}</dt><dd dir="auto">${view.email}</dd>
<dt>${phone}</dt><dd><bdi>${view.phone === null ? noPhone : maskPhone(view.phone)}</bdi></dd>
${paidChannels.map((channel) => html`<dt>${words[registry[channel].control].since}</dt><dd>${since(view.consentedAt[channel])}</dd>\n`)}<dt>${messages}</dt><dd>${view.messageCount}</dd>
</dl>
<p>${lead}</p>
<p><a href="/inbox/held.json" download>${download}</a></p>
</details>`
}
