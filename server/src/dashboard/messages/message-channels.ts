import { type PaidChannel, paidChannels } from '../../channels/registry.ts'
import { type Html, html } from '../../html.ts'
import { withoutContacts } from '../../messages/timeline-words.ts'
import { actForm, type ButtonKind, card, submitButton, tag } from '../../pages/components.ts'
import { icon } from '../../pages/icons.ts'
import type { PaidSkipReason } from '../../reasons.ts'
import { type Fact, outcomeOf, type SendRefusal } from './advice.decide.ts'
import { amountOf, cannotSend, causeMeaning, earlierSentence } from './advice-words.ts'
import { channelNames } from './list-page.ts'
import type { MessageShown } from './message-page.ts'
import { isEarlierSend, isOpened, nouns, type Outcome, shortReasons } from './outcome.decide.ts'
import { earlierEmail, fallbackOf, scheduledTime, submissionOf } from './stage.decide.ts'
import { withTimes } from './with-times.ts'

/** Each channel with its state, what is known about it, and a button if it can be sent now and no note has one. */
export function channelCard(shown: MessageShown, facts: Fact[]): Html {
  const { message, mayAssist } = shown
  const state = { ...message, nudges: shown.facts.nudges }
  const rows = [
    channelRow('email', outcomeOf(state, 'email'), emailDetail(shown), []),
    ...paidChannels.map((channel) => {
      const canSend = mayAssist && shown.refusals[channel] === null && !hasButton(facts, channel)
      const detail = paidDetail(shown, channel, facts)
      return channelRow(
        channel,
        outcomeOf(state, channel),
        detail,
        canSend ? [resendForm(shown, channel, 'plain')] : [],
      )
    }),
    inboxRow(shown),
  ]
  return card({ title: 'Channels', id: 'channels', body: html`<ul class="channels">${rows}</ul>` })
}

export function resendForm(shown: MessageShown, channel: PaidChannel, kind: ButtonKind): Html {
  const { path, csrf, newOnce, message } = shown
  const hasFailed = outcomeOf({ ...message, nudges: shown.facts.nudges }, channel)?.kind === 'failed'
  return actForm({
    action: `${path}/${channel}`,
    csrf,
    once: newOnce(),
    content: submitButton({ label: `Send the ${nouns[channel]}${hasFailed ? ' again' : ''}`, kind, icon: 'repeat' }),
  })
}

const hasButton = (facts: Fact[], channel: PaidChannel): boolean =>
  facts.some((fact) => fact.kind === 'problem' && fact.channel === channel && fact.acts.includes('resend'))

const rowLooks = { email: 'email', sms: 'phone', whatsapp: 'message', inbox: 'inbox' } as const
function channelRow(
  channel: keyof typeof rowLooks,
  outcome: Pick<Outcome, 'tone' | 'words'> | null,
  detail: Html | string,
  acts: Html[],
): Html {
  const name = channel === 'inbox' ? 'Inbox' : channelNames[channel]
  const shown = outcome === null ? html`<span class="faint">Not used</span>` : tag(outcome.tone, outcome.words)
  return html`<li>${icon(rowLooks[channel])}<div><p><strong>${name}</strong> ${shown}</p><p class="soft small">${detail}</p></div>${acts}</li>`
}

function inboxRow({ message }: MessageShown): Html {
  const { opened_at: openedAt } = message.delivery
  if (openedAt === null)
    return channelRow(
      'inbox',
      { tone: 'neutral', words: 'Not opened' },
      'The message is in the inbox of the customer.',
      [],
    )
  if (isOpened(message))
    return channelRow('inbox', { tone: 'good', words: 'Opened' }, withTimes(`Opened on ${openedAt}.`), [])
  const detail = `An earlier version was opened on ${openedAt}. The update of ${message.updated_at} has no recorded open.`
  return channelRow('inbox', { tone: 'neutral', words: 'Update not opened' }, withTimes(detail), [])
}

/** The state of the email that the tag shows; another email is named as such. */
function emailDetail({ message, facts }: MessageShown): Html | string {
  const { delivery } = message
  const { email } = delivery
  const outcome = outcomeOf({ ...message, nudges: facts.nudges }, 'email')
  if (email === null || outcome === null) return 'No email was part of this message.'
  const scheduledAt = scheduledTime(facts.nudges, 'email')
  const ended = delivery.failed === null ? 'It ended.' : `It ended on ${delivery.failed.at}.`
  const submittedAt = submissionOf(facts.nudges, 'email')?.at
  const sentences: Record<Outcome['kind'], string> = {
    scheduled: scheduledAt === null ? 'It waits for its time.' : `It is scheduled for ${utc(scheduledAt)}.`,
    waits_for_open: '',
    on_its_way: 'It was not accepted by the email provider yet.',
    retrying:
      email.next_attempt_at === null ? 'It is submitted again.' : `The next attempt is on ${email.next_attempt_at}.`,
    sent:
      submittedAt === undefined
        ? 'No report yet.'
        : `Sent on ${utc(submittedAt)}. The email provider has not reported a delivery.`,
    delivered: `Delivered on ${delivery.delivered_at}.`,
    read: '',
    bounced: `Bounced on ${delivery.bounced_at}.`,
    complained: `Marked as spam on ${delivery.complained_at}.`,
    failed: ended,
    not_sent: delivery.not_sent === null ? 'It was not submitted.' : `It was decided on ${delivery.not_sent.at}.`,
    cancelled: 'It was cancelled before it was sent.',
  }
  const attempts = email.attempts < 2 ? '' : ` ${email.attempts} attempts.`
  const earlier = earlierEmail(facts.nudges)
  const other = earlier === null ? '' : ` An earlier email ${earlierWords[earlier.report]} on ${utc(earlier.at)}.`
  const words = quotedKinds.includes(outcome.kind) ? email.last_error?.words : null
  const quoted = words == null ? html`` : html` The provider wrote: <q lang="" dir="auto">${withoutContacts(words)}</q>`
  return html`${withTimes(`${sentences[outcome.kind]}${attempts}`)}${quoted}${withTimes(other)}`
}
const earlierWords = { delivered: 'was delivered', bounced: 'bounced' } as const
const quotedKinds: Outcome['kind'][] = ['retrying', 'failed', 'bounced', 'complained']

function paidDetail(shown: MessageShown, channel: PaidChannel, facts: Fact[]): Html | string {
  const { message, refusals } = shown
  const { nudges, now } = shown.facts
  const paid = message.delivery[channel]
  const noun = nouns[channel]
  const isExplained = facts.some((fact) => fact.kind === 'problem' && fact.channel === channel)
  const cannot = isExplained ? '' : cannotWords(refusals[channel])
  if (paid === null) {
    const isPending = paidChannels.some((one) => one !== channel && fallbackOf(nudges, one) === 'pending')
    return channel === 'sms' && isPending
      ? 'A text follows if the WhatsApp message is refused, or if no status arrives within five minutes.'
      : `No ${noun} was considered.${cannot}`
  }
  const { escalates_at: escalatesAt, skipped_reason: reason, credits } = paid
  const outcome = outcomeOf({ ...message, nudges }, channel)
  const cost = credits === 0 ? 'Nothing was charged.' : `${amountOf(credits)} charged.`
  if (outcome === null) return `${reason === null ? '' : `${asSentence(shortReasons[reason])} `}${cost}${cannot}`
  const scheduledAt = scheduledTime(nudges, channel)
  const isDue = escalatesAt !== null && new Date(escalatesAt) <= now
  const ended = paid.failed_at === null ? '' : `It ended on ${paid.failed_at}. `
  const isSkipped = outcome.kind === 'not_sent' && paid.state !== 'rejected'
  const sentences: Record<Outcome['kind'], string> = {
    scheduled:
      scheduledAt === null
        ? 'It waits for its time.'
        : `It is scheduled for ${utc(scheduledAt)}. Nothing is charged before it is sent.`,
    waits_for_open: isDue
      ? `It was due on ${escalatesAt}, and is sent after the email unless the customer opens the message before.`
      : `It is sent on ${escalatesAt}, unless the customer opens the message before.`,
    on_its_way: `It waits for its turn, or is being submitted. ${cost}`,
    retrying: '',
    sent: `The provider has it and has not reported a delivery. ${cost}`,
    delivered: `Delivered on ${paid.delivered_at}. ${cost}`,
    read: `Delivered on ${paid.delivered_at}. ${cost}`,
    bounced: '',
    complained: '',
    failed: `${ended}${cost}`,
    not_sent: isSkipped && outcome.cause !== null ? skipWords(shown, channel, facts) : `${ended}${cost}`,
    cancelled: `It was cancelled before it was sent. ${cost}`,
  }
  const leftOut =
    isEarlierSend(paid) && !isSkipped ? ` The newest push did not make a ${noun}: ${shortReasons[reason!]}.` : ''
  const fallback = fallbackWords[fallbackOf(nudges, channel) ?? 'none']
  const again = outcome.kind === 'cancelled' ? cannot : ''
  return withTimes(`${sentences[outcome.kind]}${leftOut}${fallback}${again}`)
}
const fallbackWords = {
  sent: ' A text replaced it.',
  pending: ' A text follows if no status arrives within five minutes.',
  none: '',
} as const

/** Why the newest push made no send, and what became of the one before. */
function skipWords({ message }: MessageShown, channel: PaidChannel, facts: Fact[]): string {
  const problem = facts.find((fact) => fact.kind === 'problem' && fact.channel === channel)
  const reason = message.delivery[channel]!.skipped_reason!
  if (problem?.kind !== 'problem' || problem.earlier === null) return `${causeMeaning(reason)} Nothing was charged.`
  return `${causeMeaning(reason)} ${earlierSentence(nouns[channel], problem.earlier)}`
}

/** A gate that a person can read about. Earlier sends are in the row already. */
const cannotWords = (refusal: SendRefusal | null): string =>
  refusal === null || refusal.includes('.') ? '' : ` ${cannotSend(refusal as PaidSkipReason)}`

/** "texts are off" becomes "Texts are off." */
const asSentence = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)}.`
/** A time of the database, as the interface writes it. */
const utc = (at: string): string => new Date(at).toISOString()
