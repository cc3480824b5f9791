import { type PhoneChannel, phoneChannelNames } from './channels.ts'
import type { Bubble, Conversation } from './conversations.ts'
import { type Html, html } from './html.ts'
import type { Attempt, Status } from './outbox.ts'
import { renderTime } from './render-time.ts'
import type { Reply } from './replies.ts'

/** The recipients' phones: a conversation and a reply form for each number. */
export function renderPhone(conversations: Conversation[], providersUrl: string): Html {
  return html`<section aria-labelledby="phone">
<h2 id="phone">Phone</h2>
${conversations.length === 0 ? renderEmpty(providersUrl) : conversations.map(renderConversation)}
</section>`
}

/** The anchor of a number's conversation. */
export const phoneId = (number: string): string => `phone-${number.replaceAll(/\D/g, '')}`

function renderEmpty(providersUrl: string): Html {
  return html`<div class="card"><p class="empty quiet">No text yet: SMS and WhatsApp messages sent through <code>${providersUrl}</code> show up here by themselves.</p></div>`
}

function renderConversation({ number, bubbles, earlier }: Conversation): Html {
  const id = phoneId(number)
  return html`
<article class="card phone" id="${id}" aria-labelledby="${id}-number">
<h3 id="${id}-number">${number}</h3>
<div class="talk" id="${id}-talk" tabindex="0" role="group" aria-label="Messages of ${number}">
<ol>
${earlier === 0 ? '' : html`<li class="quiet earlier">${earlier} earlier</li>`}${bubbles.map(renderBubble)}
</ol>
</div>
${renderForm(id, number, channelsOf(bubbles))}
</article>`
}

function renderBubble(bubble: Bubble): Html {
  return 'reply' in bubble ? renderReply(bubble.reply) : renderAttempt(bubble.attempt)
}

function renderAttempt(attempt: Attempt): Html {
  const { label, isFailure } = deliveryStatus(attempt)
  return html`
<li class="${attempt.channel}${attempt.accepted ? '' : ' refused'}">
<div class="bubble">${attempt.template === null ? renderText(attempt) : renderTemplate(attempt)}</div>
<p class="quiet">${phoneChannelNames[attempt.channel as PhoneChannel]} ${renderTime(attempt.at)}${label === '' ? '' : html` <span class="${isFailure ? 'bad' : 'good'}">${label}</span>`}</p>
</li>`
}

/** The inbox link becomes a hyperlink. */
function renderText({ text, link }: Attempt): Html {
  const content = text ?? ''
  if (link === null) return html`<p>${content}</p>`
  const [before = '', ...after] = content.split(link)
  return html`<p>${before}<a href="${link}">${link}</a>${after.join(link)}</p>`
}

/** The service submits only the template's name and parameters. The platform has the text. */
function renderTemplate({ template, parameters }: Attempt): Html {
  return html`<p>Template <strong>${template ?? ''}</strong></p>
<ul>${(parameters ?? []).map((parameter) => html`<li>${parameter}</li>`)}</ul>`
}

function renderReply({ channel, text, at, accepted }: Reply): Html {
  return html`
<li class="mine ${channel}">
<div class="bubble"><p>${text}</p></div>
<p class="quiet">${phoneChannelNames[channel]} ${renderTime(at)}${accepted ? '' : html` <span class="bad">not accepted by the service yet</span>`}</p>
</li>`
}

const failures: Status[] = ['failed', 'undelivered', 'not_on_whatsapp']

/** `sent` is shown only until a later report arrives. */
function deliveryStatus({ accepted, reported }: Attempt): { label: string; isFailure: boolean } {
  if (!accepted) return { label: 'not delivered', isFailure: true }
  const later = reported.filter((status) => status !== 'sent')
  const shown = later.length === 0 ? reported : later
  return {
    label: shown.join(', ').replace('not_on_whatsapp', 'not on WhatsApp'),
    isFailure: shown.some((status) => failures.includes(status)),
  }
}

/** The channels used in a conversation, the latest first. */
function channelsOf(bubbles: Bubble[]): PhoneChannel[] {
  const used = bubbles.map((one) => ('reply' in one ? one.reply.channel : (one.attempt.channel as PhoneChannel)))
  return [...new Set(used.toReversed())]
}

/** `Send` comes before `STOP`, because the Enter key activates the first button. */
function renderForm(id: string, number: string, channels: PhoneChannel[]): Html {
  const [only] = channels.length === 1 ? channels : []
  return html`<form method="post" action="/phones/${number}">
<input id="${id}-text" name="text" required maxlength="1000" autocomplete="off" aria-label="Reply from ${number}" placeholder="${only === undefined ? 'Reply' : `Reply by ${phoneChannelNames[only]}`}">
<div>
${only === undefined ? renderChoice(id, number, channels) : html`<input type="hidden" name="channel" value="${only}">`}
<button id="${id}-send">Send</button>
<button id="${id}-stop" class="stop" name="quick" value="STOP" formnovalidate>STOP</button>
</div>
</form>`
}

function renderChoice(id: string, number: string, channels: PhoneChannel[]): Html {
  return html`<select id="${id}-channel" name="channel" aria-label="Channel for replies from ${number}">${channels.map(
    (channel) => html`<option value="${channel}">${phoneChannelNames[channel]}</option>`,
  )}</select>`
}
