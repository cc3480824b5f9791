import { paidChannels, registry } from '../channels/registry.ts'
import { type Html, html } from '../html.ts'
import { maskPhone } from '../recipients/sms-view.decide.ts'
import { layout } from './layout.ts'
import type { LocaleTexts } from './locales/en.ts'
import { fillHtml, fillText } from './locales/fill.ts'
import { displayedShopName, nameHtml, timeHtml } from './page-parts.ts'
import { type Control, controls } from './settings.decide.ts'
import type { SettingsView } from './settings.ts'

/**
 * The controls of a reader and the data export. A control is collapsed and must be opened first, so that it is not used by
 * accident. Its text describes what it does and what it does not. `path` is that of the session.
 */
export function settingsPage(texts: LocaleTexts, view: SettingsView, csrfToken: string, path: string): Html {
  const shop = displayedShopName(texts, view.shop)
  const { title, lead, back } = texts.settings
  const done = view.done === null ? null : texts[view.done].done
  return layout(
    texts,
    done === null ? title : fillText(done, { shop }),
    html`<header>
<p><a href="${path}/updates">${back}</a></p>
<h1>${title}</h1>
<p>${fillHtml(lead, { shop: nameHtml(shop) })}</p>
</header>
<main>
${done === null ? '' : html`<p id="done" class="yes" role="status">${fillHtml(done, { shop: nameHtml(shop) })}</p>`}
${stopControls.map((id) => controlHtml(texts, view, csrfToken, path, id))}
${dataExportHtml(texts, view, path)}
${controlHtml(texts, view, csrfToken, path, 'erasure')}
${signOutHtml(texts, view, csrfToken, path)}
</main>`,
    view.brand.colour,
  )
}

const stopControls = controls.filter((control) => control !== 'erasure')

function controlHtml(texts: LocaleTexts, view: SettingsView, csrfToken: string, path: string, id: Control): Html {
  const { title, does, doesNot, button, alreadyUsed, ...more } = texts[id]
  const [isUsed, isStopped] = [view.alreadyUsed[id], view.stopped.includes(id)]
  const values = {
    shop: nameHtml(displayedShopName(texts, view.shop)),
    ending: html`${view.phone?.slice(-4) ?? ''}`,
    time: view.erasureRequestedAt === null ? html`` : timeHtml(texts, view.erasureRequestedAt),
  }
  // The style warns of the control that cannot be reversed.
  const style = id === 'everything' ? html` class="danger"` : ''
  const offer = html`${isStopped && 'liftable' in more ? html`<p>${more.liftable}</p>` : ''}
<p>${fillHtml(does, values)}</p>
<p>${doesNot}</p>
<form method="post" action="${path}/settings/${id}">
<input type="hidden" name="proof" value="${csrfToken}">
<button${style}>${button}</button>
</form>`
  return html`<details id="${id}">
<summary>${title}${isStopped ? html` <span>${texts.settings.stopped}</span>` : ''}</summary>
${isUsed ? html`<p>${fillHtml(alreadyUsed, values)}</p>` : offer}
</details>
`
}

function signOutHtml(texts: LocaleTexts, view: SettingsView, csrfToken: string, path: string): Html {
  const { title, does, doesNot, button } = texts.signOut
  return html`<details id="sign-out">
<summary>${title}</summary>
<p>${fillHtml(does, { shop: nameHtml(displayedShopName(texts, view.shop)) })}</p>
<p>${doesNot}</p>
<form method="post" action="${path}/sign-out">
<input type="hidden" name="proof" value="${csrfToken}">
<button>${button}</button>
</form>
</details>`
}

function dataExportHtml(texts: LocaleTexts, view: SettingsView, path: string): Html {
  const { title, email, phone, noPhone, messages, never, lead, download } = texts.dataExport
  const since = (moment: Date | null): Html => (moment === null ? html`${never}` : timeHtml(texts, moment))
  return html`<details id="data-export">
<summary>${title}</summary>
<dl>
<dt>${email}</dt><dd dir="auto">${view.email}</dd>
<dt>${phone}</dt><dd><bdi>${view.phone === null ? noPhone : maskPhone(view.phone)}</bdi></dd>
${paidChannels.map((channel) => html`<dt>${texts[registry[channel].control].since}</dt><dd>${since(view.consentedAt[channel])}</dd>\n`)}<dt>${messages}</dt><dd>${view.messageCount}</dd>
</dl>
<p>${lead}</p>
<p><a href="${path}/data-export.json" download>${download}</a></p>
</details>`
}
