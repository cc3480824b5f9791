import { type PaidChannel, paidChannels } from '../../channels/registry.ts'
import { failureCodeWords } from '../../failure-code-words.ts'
import { type Html, html } from '../../html.ts'
import type { Timeline, TimelineEntry } from '../../messages/timeline.schema.ts'
import { withoutContacts } from '../../messages/timeline-words.ts'
import {
  actForm,
  type ButtonKind,
  card,
  codeWord,
  columns,
  copyButton,
  disclosure,
  facts as factList,
  linkButton,
  moment,
  note,
  pageHead,
  submitButton,
  tag,
  timeline as timelineList,
} from '../../pages/components.ts'
import { icon } from '../../pages/icons.ts'
import { codeBlock } from '../../pages/previews.ts'
import { reasonWords } from '../../reason-words.ts'
import type { FailureCode, Reason } from '../../reasons.ts'
import { maskPhone } from '../../recipients/sms-view.decide.ts'
import { describeResult } from './act-result.decide.ts'
import {
  type Act,
  canResend,
  chargeSentences,
  type Fact,
  factsOf,
  fixerSentences,
  nextSteps,
  nouns,
} from './advice.decide.ts'
import { curlOfPush, curlOfRead } from './curl.ts'
import { channelNames } from './list-page.ts'
import { orderLabel, type ShownMessage } from './load-message.ts'
import { contentCards } from './message-contents.ts'
import { isAboutWebhooks, webhookCard } from './message-webhooks.ts'
import { emailOutcome, isUnwanted, type Outcome, paidOutcome, shortReasons } from './outcome.decide.ts'
import type { MessageFacts } from './sql.ts'
import { lookOf } from './timeline-look.decide.ts'

/** What the page shows. `mayAssist` is false for a viewer, who gets no forms. */
export type MessageShown = {
  message: ShownMessage
  facts: MessageFacts & { messageId: string }
  timeline: Timeline
  endpointHosts: Map<string, string>
  settings: { publicUrl: string; emailFrom: string }
  /** The addresses of the list, of this page, and of the recipient. */
  listPath: string
  path: string
  recipientPath: string
  csrf: string
  /** Makes the idempotency key of a form. */
  newOnce: () => string
  mayAssist: boolean
  act: string | null
  result: string | null
}

export const messagePage = (shown: MessageShown): Html => html`${head(shown)}
${resultNote(shown)}
${factNotes(shown)}
${columns(
  [
    channelCard(shown),
    card({ title: 'What happened', id: 'timeline', body: timelineBody(shown) }),
    ...contentCards(shown),
    webhookCard(shown),
  ],
  [recipientCard(shown), messageCard(shown), curlCard(shown)],
)}`

const statusTags = { active: null, retracted: tag('warn', 'Retracted'), obsolete: tag('neutral', 'Replaced') } as const

function head({ message, listPath, path, mayAssist }: MessageShown): Html {
  const label = statusTags[message.status]
  return pageHead({
    trail: [{ label: 'Messages', href: listPath }, { label: orderLabel(message) ?? 'Message' }],
    title: html`<span lang="" dir="auto">${message.subject}</span>`,
    lead: html`To ${message.recipient_email}${label === null ? html`` : html` ${label}`}`,
    ...(mayAssist &&
      message.status !== 'retracted' && {
        actions: linkButton({ label: 'Retract …', href: `${path}/retract`, icon: 'retract' }),
      }),
  })
}

function resultNote({ act, result }: MessageShown): Html {
  const described = describeResult(act, result)
  return described === null
    ? html``
    : html`<div class="result">${note(described.tone, described.title, described.text, true)}</div>`
}

const factNotes = (shown: MessageShown): Html =>
  html`<section class="message-facts" aria-label="Most important">${factsOf(shown.message).map((fact) => factNote(shown, fact))}</section>`

function factNote(shown: MessageShown, { tone, title, code, channel, acts }: Fact): Html {
  const words = code === null ? null : wordsOf(code)
  if (words === null || code === null) return note(tone, title)
  const sentences = [inPlainWords(words.meaning), chargeSentences[words.charged], fixerSentences[words.fixedBy]].filter(
    (sentence) => sentence !== '',
  )
  const paid = channel === 'email' ? null : channel
  const buttons = shown.mayAssist || acts.includes('recipient') ? acts.flatMap((act) => button(shown, act, paid)) : []
  const text = html`${sentences.join(' ')} <strong>${nextSteps[code]}</strong> ${codeWord(code)}`
  return note(tone, title, text, false, buttons.length === 0 ? undefined : html`${buttons}`)
}

function button(shown: MessageShown, act: Act, channel: PaidChannel | null): Html[] {
  if (act === 'number')
    return shown.mayAssist
      ? [linkButton({ label: 'Correct the number', href: `${shown.recipientPath}#number`, icon: 'phone' })]
      : []
  if (act === 'recipient')
    return [linkButton({ label: 'Look at the recipient', href: shown.recipientPath, icon: 'person' })]
  return channel === null || !shown.mayAssist ? [] : [resendForm(shown, channel, 'primary')]
}

function resendForm({ path, csrf, newOnce, message }: MessageShown, channel: PaidChannel, kind: ButtonKind): Html {
  const state = message.delivery[channel]?.state ?? null
  const label =
    state === null || state === 'rejected' ? `Send the ${nouns[channel]}` : `Send the ${nouns[channel]} again`
  return actForm({
    action: `${path}/${channel}`,
    csrf,
    once: newOnce(),
    content: submitButton({ label, kind, icon: 'repeat' }),
  })
}

const wordsOf = (code: Reason | FailureCode) =>
  (reasonWords as Record<string, (typeof reasonWords)[Reason]>)[code] ?? failureCodeWords[code as FailureCode] ?? null
/** The words are written for the reference too, where names of fields are marked. */
const inPlainWords = (text: string): string => text.replaceAll('`', '')

function channelCard(shown: MessageShown): Html {
  const { message, mayAssist } = shown
  const { delivery } = message
  const rows = [
    channelRow(
      'email',
      emailOutcome(delivery),
      delivery.email === null ? 'No email was part of this message.' : emailDetail(message),
      [],
    ),
    ...paidChannels.map((channel) => {
      const paid = delivery[channel]
      const outcome = paidOutcome(paid)
      const canSend =
        mayAssist && message.status !== 'retracted' && canResend(delivery, channel) && isOpen(shown, channel)
      return channelRow(
        channel,
        outcome,
        paidDetail(channel, paid),
        canSend ? [resendForm(shown, channel, 'plain')] : [],
      )
    }),
    channelRow(
      'inbox',
      delivery.opened ? { tone: 'good', words: 'Opened' } : { tone: 'neutral', words: 'Not opened' },
      delivery.opened_at === null
        ? 'The message is in the inbox of the customer.'
        : html`Opened on ${moment(new Date(delivery.opened_at))}.`,
      [],
    ),
  ]
  return card({ title: 'Channels', id: 'channels', body: html`<ul class="channels">${rows}</ul>` })
}

/** A note above has the button already. */
const isOpen = ({ message }: MessageShown, channel: PaidChannel): boolean =>
  !factsOf(message).some((fact) => fact.channel === channel && fact.acts.includes('resend'))

const rowLooks = { email: 'email', sms: 'phone', whatsapp: 'message', inbox: 'inbox' } as const
function channelRow(
  channel: keyof typeof rowLooks,
  outcome: Outcome | null,
  detail: Html | string,
  acts: Html[],
): Html {
  const name = channel === 'inbox' ? 'Inbox' : channelNames[channel]
  const shown = outcome === null ? html`<span class="faint">Not used</span>` : tag(outcome.tone, outcome.words)
  return html`<li>${icon(rowLooks[channel])}<div><p><strong>${name}</strong> ${shown}</p><p class="soft small">${detail}</p></div>${acts}</li>`
}

function emailDetail({ delivery }: ShownMessage): Html {
  const { email, delivered_at: deliveredAt, bounced_at: bouncedAt } = delivery
  const attempts = email === null || email.attempts < 2 ? '' : ` ${email.attempts} attempts.`
  const words = email?.last_error?.words
  const quoted = words == null ? html`` : html` The provider wrote: <q lang="" dir="auto">${withoutContacts(words)}</q>`
  if (bouncedAt !== null) return html`Bounced on ${moment(new Date(bouncedAt))}.${attempts}${quoted}`
  if (deliveredAt !== null) return html`Delivered on ${moment(new Date(deliveredAt))}.${attempts}`
  if (email?.next_attempt_at != null)
    return html`Next attempt on ${moment(new Date(email.next_attempt_at))}.${attempts}${quoted}`
  return html`${email?.attempts === 0 ? 'Not submitted to the email provider.' : 'No report of the email provider so far.'}${attempts}${quoted}`
}

type Paid = ShownMessage['delivery'][PaidChannel]
function paidDetail(channel: PaidChannel, paid: Paid): Html | string {
  if (paid === null) return `No ${nouns[channel]} was considered.`
  const {
    state,
    delivered_at: deliveredAt,
    failed_at: failedAt,
    escalates_at: escalatesAt,
    skipped_reason: reason,
    credits,
  } = paid
  const cost = credits === 0 ? 'Nothing was charged.' : `${credits} ${credits === 1 ? 'credit' : 'credits'} charged.`
  if (deliveredAt !== null) return html`Delivered on ${moment(new Date(deliveredAt))}. ${cost}`
  if (failedAt !== null) return html`Ended on ${moment(new Date(failedAt))}. ${cost}`
  if (state === 'queued' && escalatesAt !== null)
    return html`It is sent on ${moment(new Date(escalatesAt))}, unless the customer opens the message before.`
  if (state === 'queued') return `It is with the provider or waits for its turn. ${cost}`
  if (reason === null) return `It was cancelled before it was sent. ${cost}`
  const cause = isUnwanted(reason) ? asSentence(shortReasons[reason]) : inPlainWords(reasonWords[reason].meaning)
  return `${cause} ${cost}`
}

/** "texts are off" becomes "Texts are off." */
const asSentence = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)}.`

function timelineBody({ timeline }: MessageShown): Html {
  const items = timeline.items
    .filter((entry) => !isAboutWebhooks(entry))
    .map((entry) => ({
      ...lookOf(entry),
      at: new Date(entry.at),
      title: withTimes(withMaskedWords(entry)),
      ...providerCode(entry),
    }))
  return html`${timeline.truncated ? html`<p class="soft small">Only the newest entries are shown.</p>` : html``}${timelineList(items)}`
}

/** What a provider wrote can contain a number or an address. */
function withMaskedWords({ sentence, data }: TimelineEntry): string {
  const words = data !== null && 'words' in data ? data.words : null
  return words === null ? sentence : sentence.replaceAll(words, () => withoutContacts(words))
}

/** A sentence contains times as the interface writes them. */
function withTimes(sentence: string): Html {
  const parts = sentence.split(/(\d{4}-\d{2}-\d{2}T[\d:.]+Z)/)
  return html`${parts.map((part, index) => (index % 2 === 1 ? moment(new Date(part)) : html`${inPlainWords(part)}`))}`
}

/** The code of a provider that the sentence does not contain. */
function providerCode({ sentence, data }: TimelineEntry): { detail?: Html } {
  const code = data !== null && 'code' in data ? data.code : null
  return code === null || sentence.includes(code) ? {} : { detail: html`<code>${code}</code>` }
}

function recipientCard({ message, facts, recipientPath }: MessageShown): Html {
  return card({
    title: 'Recipient',
    id: 'recipient',
    body: html`${factList([
      { term: 'Address', detail: html`<a href="${recipientPath}">${message.recipient_email}</a>` },
      { term: 'Number', detail: facts.phone === null ? html`<span class="faint">None</span>` : maskPhone(facts.phone) },
      {
        term: 'Stops',
        detail: facts.isUnsubscribed
          ? tag('bad', 'Unsubscribed from everything')
          : facts.stops.length === 0
            ? html`<span class="faint">None</span>`
            : html`${facts.stops.map((channel) => tag('warn', `${channelNames[channel]} stopped`))}`,
      },
    ])}<p><a href="${recipientPath}">Everything about this recipient</a></p>`,
  })
}

function messageCard({ message, timeline }: MessageShown): Html {
  const pushes = timeline.items.filter((entry) => entry.kind === 'pushed')
  const key = pushes.find(({ data }) => data.created)?.data.key ?? null
  const isUpdated = message.updated_at !== message.created_at
  return card({
    title: 'Message',
    id: 'message',
    body: factList([
      { term: 'Id', detail: html`<code>${message.id}</code> ${copyButton(message.id, 'Copy', 'small')}` },
      { term: 'Pushed', detail: moment(new Date(message.created_at)) },
      ...(isUpdated ? [{ term: 'Updated', detail: moment(new Date(message.updated_at)) }] : []),
      {
        term: 'Key',
        detail:
          key === null
            ? html`<span class="faint">Not recorded</span>`
            : html`${key.name} <code class="small">${key.masked}</code>`,
      },
      {
        term: 'Kind',
        detail: message.kind === 'updateable' ? 'Updated in place by later pushes' : 'Stays as it was pushed',
      },
      ...(message.scheduled_for === null ? [] : [{ term: 'Sent on', detail: moment(new Date(message.scheduled_for)) }]),
    ]),
  })
}

function curlCard({ message, settings }: MessageShown): Html {
  const [push, read] = [curlOfPush(settings.publicUrl, message), curlOfRead(settings.publicUrl, message.id)]
  return card({
    title: 'Copy as curl',
    id: 'curl',
    body: html`${disclosure('Push this content again', codeBlock({ title: 'Push', code: push }))}${disclosure('Read this message', codeBlock({ title: 'Read', code: read }))}`,
  })
}
