import { mapPaid, type PaidChannel } from '../../channels/registry.ts'
import { type Html, html } from '../../html.ts'
import type { Timeline, TimelineEntry } from '../../messages/timeline.schema.ts'
import { withoutContacts } from '../../messages/timeline-words.ts'
import {
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
  tag,
  timeline as timelineList,
} from '../../pages/components.ts'
import { codeBlock } from '../../pages/previews.ts'
import { maskPhone } from '../../recipients/sms-view.decide.ts'
import { describeResult } from './act-result.decide.ts'
import { type Act, type Fact, factsOf, outcomeOf, type SendRefusals } from './advice.decide.ts'
import { stepOf, wordsOf } from './advice-words.ts'
import { curlOfPush, curlOfRead } from './curl.ts'
import { channelNames } from './list-page.ts'
import { orderLabel, type ShownMessage } from './load-message.ts'
import { channelCard, resendForm } from './message-channels.ts'
import { contentCards } from './message-contents.ts'
import { isAboutWebhooks, webhookCard } from './message-webhooks.ts'
import type { MessageFacts } from './sql.ts'
import { lookOf } from './timeline-look.decide.ts'
import { withTimes } from './with-times.ts'

/** What the page shows. `mayAssist` is false for a viewer, who gets no forms. */
export type MessageShown = {
  message: ShownMessage
  facts: MessageFacts & { messageId: string }
  /** Why each paid channel cannot be sent now. */
  refusals: SendRefusals
  timeline: Timeline
  endpointHosts: Map<string, string>
  settings: { publicUrl: string; emailFrom: string }
  /** The addresses of the list, of this page, and of the recipient. */
  listPath: string
  path: string
  recipientPath: string
  csrf: string
  /** Makes the idempotency key of a form or a command. */
  newOnce: () => string
  mayAssist: boolean
  act: string | null
  result: string | null
}

export function messagePage(shown: MessageShown): Html {
  const facts = factsOf({ ...shown.message, ...shown, ...shown.facts })
  return html`${head(shown)}
${resultNote(shown)}
${factNotes(shown, facts)}
${columns(
  [
    channelCard(shown, facts),
    card({ title: 'What happened', id: 'timeline', body: timelineBody(shown) }),
    ...contentCards(shown),
    webhookCard(shown),
  ],
  [recipientCard(shown), messageCard(shown), curlCard(shown)],
)}`
}

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

function resultNote({ act, result, message, facts }: MessageShown): Html {
  const kindOf = (channel: PaidChannel) => outcomeOf({ ...message, nudges: facts.nudges }, channel)?.kind ?? null
  const described = describeResult(act, result, { status: message.status, kinds: mapPaid(kindOf) })
  if (described === null) return html``
  const { tone, title, text, advice } = described
  const paragraphs = advice === null ? text : [text, html`<strong>${stepOf(advice)}</strong>`]
  return html`<div class="result">${note(tone, title, paragraphs, true)}</div>`
}

const factNotes = (shown: MessageShown, facts: Fact[]): Html =>
  html`<section class="message-facts" aria-label="Most important">${facts.map((fact) => factNote(shown, fact))}</section>`

/** The meaning, and what to do as a paragraph of its own. */
function factNote(shown: MessageShown, fact: Fact): Html {
  const { tone, title, text, step, code } = wordsOf(fact)
  const mark = code === null ? html`` : html` ${codeWord(code)}`
  const paragraphs = [
    ...(text === null ? [] : [html`${withTimes(text)}${mark}`]),
    ...(step === null ? [] : [html`<strong>${step}</strong>`]),
  ]
  const buttons = fact.kind === 'problem' ? fact.acts.flatMap((act) => button(shown, act, fact.channel)) : []
  return note(tone, title, paragraphs, false, buttons.length === 0 ? undefined : html`${buttons}`)
}

function button(shown: MessageShown, act: Act, channel: 'email' | PaidChannel): Html[] {
  if (act === 'recipient')
    return [linkButton({ label: 'Look at the recipient', href: shown.recipientPath, icon: 'person' })]
  if (!shown.mayAssist) return []
  if (act === 'number')
    return [
      linkButton({
        label: shown.facts.phone === null ? 'Set the number' : 'Correct the number',
        href: `${shown.recipientPath}#number`,
        icon: 'phone',
      }),
    ]
  return channel === 'email' ? [] : [resendForm(shown, channel, 'primary')]
}

function timelineBody({ timeline }: MessageShown): Html {
  const items = timeline.items
    .filter((entry) => !isAboutWebhooks(entry))
    .map((entry) => ({
      ...lookOf(entry),
      at: new Date(entry.at),
      title: withTimes(inPlainWords(withMaskedWords(entry))),
      ...providerCode(entry),
    }))
  return html`${timeline.truncated ? html`<p class="soft small">Only the newest entries are shown.</p>` : html``}${timelineList(items)}`
}

/** The words are written for the reference too, where names of fields are marked. */
const inPlainWords = (text: string): string => text.replaceAll('`', '')

/** What a provider wrote can contain a number or an address. */
function withMaskedWords({ sentence, data }: TimelineEntry): string {
  const words = data !== null && 'words' in data ? data.words : null
  return words === null ? sentence : sentence.replaceAll(words, () => withoutContacts(words))
}

/** The code of a provider that the sentence does not contain. */
function providerCode({ sentence, data }: TimelineEntry): { detail?: Html } {
  const code = data !== null && 'code' in data ? data.code : null
  return code === null || sentence.includes(code) ? {} : { detail: html`<code>${code}</code>` }
}

function recipientCard({ message, facts, recipientPath }: MessageShown): Html {
  const stoppedChannels = [...new Set(facts.stops.map(({ channel }) => channel))]
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
          : stoppedChannels.length === 0
            ? html`<span class="faint">None</span>`
            : html`${stoppedChannels.map((channel) => tag('warn', `${channelNames[channel]} stopped`))}`,
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
      ...(message.scheduled_for === null
        ? []
        : [{ term: 'Scheduled for', detail: moment(new Date(message.scheduled_for)) }]),
    ]),
  })
}

function curlCard({ message, settings: { publicUrl }, newOnce }: MessageShown): Html {
  const [push, read] = [curlOfPush(publicUrl, newOnce(), message), curlOfRead(publicUrl, message.id)]
  return card({
    title: 'Copy as curl',
    id: 'curl',
    body: html`${disclosure('Push this content again', codeBlock({ title: 'Push', code: push }))}${disclosure('Read this message', codeBlock({ title: 'Read', code: read }))}`,
  })
}
