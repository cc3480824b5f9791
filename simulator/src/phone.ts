import { type PhoneChannel, phoneChannelNames } from './channels.ts'
import { renderTime } from './clock.ts'
import type { Bubble, Conversation } from './conversations.ts'
import { type Html, html } from './html.ts'
import type { Attempt, Status } from './outbox.ts'
import type { Reply } from './replies.ts'

/** What the telephones of the recipients show: a conversation for each number, and a box to answer in. */
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
  const { word, bad } = fateOf(attempt)
  return html`
<li class="${attempt.channel}${attempt.accepted ? '' : ' refused'}">
<div class="bubble">${attempt.template === null ? renderText(attempt) : renderTemplate(attempt)}</div>
<p class="quiet">${phoneChannelNames[attempt.channel as PhoneChannel]} ${renderTime(attempt.at)}${word === '' ? '' : html` <span class="${bad ? 'bad' : 'good'}">${word}</span>`}</p>
</li>`
}

/** The link to the inbox can be followed, as on a telephone. */
function renderText({ text, link }: Attempt): Html {
  const words = text ?? ''
  if (link === null) return html`<p>${words}</p>`
  const [before = '', ...after] = words.split(link)
  return html`<p>${before}<a href="${link}">${link}</a>${after.join(link)}</p>`
}

/** The platform is given a name and what to fill in. The words are its own. */
function renderTemplate({ template, parameters }: Attempt): Html {
  return html`<p>Template <strong>${template ?? ''}</strong></p>
<ul>${(parameters ?? []).map((parameter) => html`<li>${parameter}</li>`)}</ul>`
}

function renderReply({ channel, text, at, taken }: Reply): Html {
  return html`
<li class="mine ${channel}">
<div class="bubble"><p>${text}</p></div>
<p class="quiet">${phoneChannelNames[channel]} ${renderTime(at)}${taken ? '' : html` <span class="bad">not taken by the service yet</span>`}</p>
</li>`
}

const failures: Status[] = ['failed', 'undelivered', 'not_on_whatsapp']

/** What the sender knows of it. That it was sent is worth a word only while nothing better is known. */
function fateOf({ accepted, reported }: Attempt): { word: string; bad: boolean } {
  if (!accepted) return { word: 'not delivered', bad: true }
  const later = reported.filter((status) => status !== 'sent')
  const words = later.length === 0 ? reported : later
  return {
    word: words.join(', ').replace('not_on_whatsapp', 'not on WhatsApp'),
    bad: words.some((status) => failures.includes(status)),
  }
}

/** Those that this telephone has used, the newest first. */
function channelsOf(bubbles: Bubble[]): PhoneChannel[] {
  const used = bubbles.map((one) => ('reply' in one ? one.reply.channel : (one.attempt.channel as PhoneChannel)))
  return [...new Set(used.toReversed())]
}

/** `Send` comes before `STOP`: the first button is what the Enter key presses. */
function renderForm(id: string, number: string, channels: PhoneChannel[]): Html {
  const [only] = channels.length === 1 ? channels : []
  return html`<form method="post" action="/phones/${number}">
<input id="${id}-text" name="text" required maxlength="1000" autocomplete="off" aria-label="Answer from ${number}" placeholder="${only === undefined ? 'Answer' : `Answer by ${phoneChannelNames[only]}`}">
<div>
${only === undefined ? renderChoice(id, number, channels) : html`<input type="hidden" name="channel" value="${only}">`}
<button id="${id}-send">Send</button>
<button id="${id}-stop" class="stop" name="quick" value="STOP" formnovalidate>STOP</button>
</div>
</form>`
}

function renderChoice(id: string, number: string, channels: PhoneChannel[]): Html {
  return html`<select id="${id}-channel" name="channel" aria-label="How ${number} answers">${channels.map(
    (channel) => html`<option value="${channel}">${phoneChannelNames[channel]}</option>`,
  )}</select>`
}
