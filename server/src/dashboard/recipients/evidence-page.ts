import { registry } from '../../channels/registry.ts'
import { type Html, html } from '../../html.ts'
import { actForm, card, facts, pageHead, submitButton, table } from '../../pages/components.ts'
import { printButton } from './act-pages.ts'
import { day } from './channel-state.decide.ts'
import type { ConsentEvidence } from './evidence.schema.ts'

const none: Html = { markup: '' }
const at = (time: string | null, otherwise: string): Html | string => (time === null ? otherwise : utc(time))

/** Always in UTC and with the year, on paper as well: scripts do not change it as they change other times. */
const utc = (time: string): string => `${day(new Date(time))}, ${time.slice(11, 16)} UTC`

/** Before the file is made: what is in it, and that making it is recorded. */
export const evidenceChoicePage = (target: { displayedEmail: string; path: string }, csrf: string): Html => html`
${pageHead({ title: 'Consent evidence', trail: [{ label: target.displayedEmail, href: target.path }, { label: 'Consent evidence' }] })}
<div class="narrow-card">${card({
  body: html`<p>If a customer, an authority or a provider asks why you sent a message: the file states for each channel what the person agreed to, when and with which wording, what they stopped and how, and which people of your shop changed something.</p>
<p>It contains the address and the whole number. That you make it is recorded in the audit log. Send it only to people who may read it.</p>
<div class="actions">${actForm({ action: `${target.path}/consent`, csrf, content: submitButton({ label: 'Show the printable page', kind: 'primary' }) })}${actForm({ action: `${target.path}/consent.json`, csrf, content: submitButton({ label: 'Download as JSON' }) })}</div>`,
})}</div>`

const channelNames = { email: 'Email', sms: 'Texts', whatsapp: 'WhatsApp' } as const
const stopSources = { text: 'by a message with STOP', inbox: 'in the inbox', admin: 'recorded by a person' } as const

/** One page of paper. */
export const evidencePage = (evidence: ConsentEvidence, path: string): Html => {
  const { recipient, shop, generated_by: by } = evidence
  return html`<article class="paper">
${pageHead({ title: 'Consent evidence', lead: html`${recipient.email} at ${shop.name}${shop.mode === 'test' ? ' (test side)' : ''}`, actions: printButton })}
${facts([
  { term: 'Number', detail: html`<span class="number">${recipient.number ?? 'None'}</span>` },
  { term: 'First messaged', detail: at(recipient.known_since, '') },
  { term: 'Unsubscribed', detail: at(recipient.unsubscribed_at, 'No') },
  { term: 'Made', detail: html`${at(evidence.generated_at, '')} by ${by.name} (${by.role})` },
  { term: 'Shop', detail: html`${shop.name} <code>${shop.id}</code>` },
])}
<h2>Channels</h2>
${table({
  caption: 'The state of each channel',
  head: ['Channel', 'State'],
  rows: evidence.channels.map(
    ({ channel, in_words: words }) =>
      html`<tr><td><strong>${channelNames[channel]}</strong></td><td>${words}</td></tr>`,
  ),
})}
<h2>Consent and stops</h2>
${table({
  caption: 'Consent and stops by channel',
  head: ['Channel', 'Rests on', 'Recorded', 'Evidence', 'Stops'],
  rows: evidence.consents.map(
    (one) =>
      html`<tr><td><strong>${channelNames[one.channel]}</strong></td><td>${one.kind === 'number' ? 'A number that was given' : 'An opt-in'}</td><td>${at(one.recorded_at, 'Never')}</td><td>${evidenceOf(one)}</td><td>${stopsOf(one)}</td></tr>`,
  ),
})}
${suppressionsOf(evidence)}
${changesOf(evidence)}
<p class="soft small">From the records of the service for ${registry.sms.noun}s, WhatsApp messages and emails of this shop. Times are in UTC. The wording and the source of an opt-in are what the shop sent with it.</p>
<p class="unprinted"><a href="${path}">Back to the recipient</a></p>
</article>`
}

type Consent = ConsentEvidence['consents'][number]
function evidenceOf({ recorded_by, source, obtained_at, wording, is_for_current_number: isCurrent }: Consent): Html {
  const parts = [
    recorded_by === null ? '' : { push: 'With a push.', api: 'With a key.', admin: 'By a person.' }[recorded_by],
    source === null ? '' : `Source: ${source}.`,
    obtained_at === null ? '' : `Obtained: ${obtained_at}.`,
    wording === null ? '' : `Wording: "${wording}".`,
    isCurrent === null ? '' : isCurrent ? 'For the number above.' : 'For an earlier number.',
  ].filter((part) => part !== '')
  return html`${parts.length === 0 ? 'None' : parts.join(' ')}`
}

const stopsOf = ({ stops, withdrawn_at: withdrawn }: Consent): Html =>
  stops.length === 0 && withdrawn === null
    ? html`None`
    : html`${stops.map((stop) => html`<p>${utc(stop.at)}, ${stopSources[stop.source]}${stop.belongs_to === 'number' ? ', for the number' : ''}.</p>`)}${withdrawn === null ? none : html`<p>Withdrawn for good on ${utc(withdrawn)}.</p>`}`

const reasonWords = { bounced: 'An email bounced', complained: 'Marked as spam', unsubscribed: 'Unsubscribed' } as const
const suppressionsOf = ({ email_suppressions: all }: ConsentEvidence): Html =>
  all.length === 0
    ? none
    : html`<h2>Suppressions of the address</h2>${table({
        caption: 'Suppressions of the address',
        head: ['Reason', 'Applies to', 'Since', 'Until'],
        rows: all.map(
          (one) =>
            html`<tr><td>${reasonWords[one.reason]}</td><td>${one.applies_to === 'shop' ? 'This shop' : 'Every shop of the service'}</td><td>${at(one.at, '')}</td><td>${at(one.until, 'For good')}</td></tr>`,
        ),
      })}`

const changesOnPaper = 12
const changesOf = ({ changes_by_people: all }: ConsentEvidence): Html =>
  all.length === 0
    ? none
    : html`<h2>Changes by people</h2><ul class="small">${all
        .slice(0, changesOnPaper)
        .map(
          (one) => html`<li>${utc(one.at)}: ${one.in_words}</li>`,
        )}</ul>${all.length > changesOnPaper ? html`<p class="soft small">And ${all.length - changesOnPaper} earlier changes, which are in the JSON file.</p>` : none}`
