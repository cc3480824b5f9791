import { type Html, html } from './html.ts'
import { renderReported, subjectOf } from './mailbox.ts'
import type { Item } from './outbox.ts'
import type { Page } from './page.ts'
import { renderDateAndTime } from './render-time.ts'

const back = html`<nav aria-label="Back"><a href="/">← Mailbox</a></nav>`

export function renderMail(mail: Item): Page {
  return {
    title: `${subjectOf(mail)} · Simulator`,
    header: back,
    main: html`<article class="card mail" aria-labelledby="subject">
<header>
<h1 id="subject">${subjectOf(mail)}</h1>
<dl>
<dt>From</dt><dd>${mail.from ?? 'unknown sender'}</dd>
<dt>To</dt><dd>${mail.to}</dd>
<dt>Arrived</dt><dd>${renderDateAndTime(mail.at)}</dd>
</dl>
${renderReported(mail)}
${renderActions(mail)}
</header>
${mail.html === null ? '' : renderFrame(mail.html)}
${mail.text === null ? '' : html`<section aria-labelledby="text"><h2 id="text">Text</h2><pre>${mail.text}</pre></section>`}
${renderHeaders(mail.headers ?? {})}
</article>`,
    liveReload: false,
    hasInput: false,
  }
}

export function renderNoMail(): Page {
  return {
    title: 'No such mail · Simulator',
    header: back,
    main: html`<section class="card empty"><h1>This mail is gone</h1>
<p class="quiet">The simulator was reset or restarted after it arrived.</p></section>`,
    liveReload: false,
    hasInput: false,
  }
}

function renderActions({ link, unsubscribe_url }: Item): Html {
  if (link === null && unsubscribe_url === null) return html``
  return html`<p class="actions">
${link === null ? '' : html`<a class="button" href="${link}">Open the inbox</a>`}
${unsubscribe_url === null ? '' : html`<a href="${unsubscribe_url}">Unsubscribe</a>`}
</p>`
}

/** The email's own markup, in a frame without scripts, forms or an origin. Links open in a new tab. */
function renderFrame(markup: string): Html {
  return html`<section aria-labelledby="html">
<h2 id="html">As a mail program shows it</h2>
<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${markup}`}"></iframe>
</section>`
}

function renderHeaders(headers: Record<string, string>): Html {
  return html`<details>
<summary>Headers</summary>
<dl>${Object.entries(headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</details>`
}
