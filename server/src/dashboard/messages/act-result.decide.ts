/** The result of an act, as the address of the page names it after the form, and as a sentence. */
import { type PaidChannel, paidChannels } from '../../channels/registry.ts'
import type { MessageStatus } from '../../message-status.ts'
import type { Tone } from '../../pages/components.ts'
import { type Cause, nouns, type OutcomeKind, shortReasons } from './outcome.decide.ts'

/** `advice` is the reason whose advice follows the text. */
export type ShownResult = { tone: Tone; title: string; text: string; advice: Cause | null }
/** What the page shows of the message. The address stays when the page is loaded again, so a result can be out of date. */
export type CurrentState = { status: MessageStatus; kinds: Record<PaidChannel, OutcomeKind | null> }

/**
 * `queued` and `done` are successes. Other results are a reason why nothing was sent, or the code of a refusal. Null if the message
 * has another state by now, which the page shows anyway.
 */
export function describeResult(act: string | null, result: string | null, now: CurrentState): ShownResult | null {
  if (result === null) return null
  if (act === 'retract') return describeRetraction(result, now)
  const channel = paidChannels.find((one) => one === act)
  return channel === undefined ? null : describeSend(channel, result, now)
}

function describeSend(channel: PaidChannel, result: string, now: CurrentState): ShownResult | null {
  const noun = nouns[channel]
  const kind = now.kinds[channel]
  const isUnderWay = kind === 'on_its_way' || kind === 'sent'
  const hasArrived = kind === 'delivered' || kind === 'read'
  if (result === 'queued') {
    if (isUnderWay)
      return shown('good', `The ${noun} is on its way.`, 'Load the page again in a moment to see whether it arrived.')
    return hasArrived ? shown('good', `The ${noun} was sent and has arrived.`, 'The channels below show when.') : null
  }
  if (!Object.hasOwn(shortReasons, result)) return refusedResult(result, now)
  if (isUnderWay || hasArrived) return null
  const advice = result as keyof typeof shortReasons
  return { ...shown('warn', `The ${noun} was not sent: ${shortReasons[advice]}.`, 'Nothing was charged.'), advice }
}

const shown = (tone: Tone, title: string, text: string): ShownResult => ({ tone, title, text, advice: null })

function describeRetraction(result: string, now: CurrentState): ShownResult | null {
  if (!Object.hasOwn(retracted, result)) return refusedResult(result, now)
  return now.status === 'retracted' ? retracted[result]! : null
}
const retracted: Record<string, ShownResult> = {
  done: shown(
    'good',
    'The message was retracted.',
    'What was not sent yet is cancelled. An email or a text that was sent cannot be recalled.',
  ),
  before: shown('info', 'The message was retracted before.', 'Nothing was changed.'),
}

/** The refusals that these operations have. Another code gets no sentence of its own. */
function refusedResult(code: string, { status }: CurrentState): ShownResult | null {
  if (code === 'message.retracted' && status !== 'retracted') return null
  const known = refusals[code.replace(/^(sms|whatsapp)\.(?=already|may)/, '')]
  return shown(
    'warn',
    known?.title ?? 'Nothing was sent or changed.',
    known?.text ?? 'Load the page again and repeat what you did.',
  )
}

const refusals: { [code: string]: { title: string; text: string } } = {
  already_sent: {
    title: 'Nothing was sent: it is on its way or has arrived.',
    text: 'The channels below show how far it is. There is nothing to do.',
  },
  may_have_sent: {
    title: 'Nothing was sent: the earlier one may have arrived.',
    text: 'The provider did not say what became of it, and nothing is sent twice. Ask the customer. If it did not arrive, push a new message.',
  },
  'whatsapp.escalated_to_sms': {
    title: 'Nothing was sent: a text replaced the WhatsApp message.',
    text: 'The text was sent because the WhatsApp message could not be delivered. There is nothing to do.',
  },
  'message.retracted': {
    title: 'Nothing was sent: the message is retracted.',
    text: 'Push a new message if the customer needs another update.',
  },
  'idempotency.request_in_progress': {
    title: 'The form is being carried out already.',
    text: 'Load the page again in a moment.',
  },
  'idempotency.key_reused': {
    title: 'Nothing was changed: the form was used for something else.',
    text: 'Load the page again and repeat what you did.',
  },
}
