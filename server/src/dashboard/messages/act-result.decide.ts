/** The result of an act, as the address of the page names it after the form, and as a sentence. */
import { paidChannels } from '../../channels/registry.ts'
import type { Tone } from '../../pages/components.ts'
import { nouns } from './advice.decide.ts'
import { shortReasons } from './outcome.decide.ts'

export type ShownResult = { tone: Tone; title: string; text: string }

/** `queued` and `done` are successes. Other results are a reason why nothing was sent, or the code of a refusal. */
export function describeResult(act: string | null, result: string | null): ShownResult | null {
  if (result === null) return null
  if (act === 'retract') return Object.hasOwn(retracted, result) ? retracted[result]! : refusedResult(result)
  const channel = paidChannels.find((one) => one === act)
  if (channel === undefined) return null
  const noun = nouns[channel]
  if (result === 'queued')
    return {
      tone: 'good',
      title: `The ${noun} is on its way.`,
      text: 'Load the page again in a moment to see whether it arrived.',
    }
  const reason = Object.hasOwn(shortReasons, result) ? shortReasons[result as keyof typeof shortReasons] : null
  return reason === null
    ? refusedResult(result)
    : {
        tone: 'warn',
        title: `The ${noun} was not sent: ${reason}.`,
        text: 'Nothing was charged. What can be done about it is written below.',
      }
}

const retracted: Record<string, ShownResult> = {
  done: {
    tone: 'good',
    title: 'The message was retracted.',
    text: 'What was not sent yet is cancelled. An email or a text that was sent cannot be recalled.',
  },
  before: { tone: 'info', title: 'The message was retracted before.', text: 'Nothing was changed.' },
}

/** The refusals that these operations have. Another code gets no sentence of its own. */
function refusedResult(code: string): ShownResult {
  const known = refusals[code.replace(/^(sms|whatsapp)\.(?=already|may)/, '')]
  return {
    tone: 'warn',
    title: known?.title ?? 'Nothing was sent or changed.',
    text: known?.text ?? 'Load the page again and repeat what you did.',
  }
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
