import type { PaidChannel } from '../../channels/registry.ts'
import type { Permission } from '../../member-role.ts'
import { eraseWhatsAppHistoryWords } from './erasure-words.ts'

/** An act on a recipient with a page that asks for confirmation. `result` is shown afterwards. */
export type RecipientAct = {
  segment: 'clear-number' | 'stop-sms' | 'stop-whatsapp' | 'unsubscribe' | 'erase-whatsapp'
  permission: Permission
  title: string
  /** What happens, and what cannot be reversed. */
  effects: string[]
  button: string
  isDanger: boolean
  result: string
}

const stopOf = (channel: PaidChannel, messages: string): RecipientAct => ({
  segment: `stop-${channel}`,
  permission: 'assist',
  title: `Record a stop of ${messages}`,
  effects: [
    `From now on this customer gets no ${messages} of your shop. Those that wait are not sent.`,
    'A text with START does not lift this stop, and neither you nor the operator can. Record it only if the customer asked.',
    'Emails are still sent.',
  ],
  button: 'Record the stop',
  isDanger: true,
  result: `The stop is recorded. They get no ${messages} from now on.`,
})

export const recipientActs: RecipientAct[] = [
  {
    segment: 'clear-number',
    permission: 'assist',
    title: 'Clear the number',
    effects: [
      'Texts and WhatsApp messages are not sent until a number is set again.',
      'Stops stay in force, also for another number. WhatsApp consent applies again only if the same number is set again.',
      'Links in messages that were sent before end.',
    ],
    button: 'Clear the number',
    isDanger: false,
    result: 'The number is cleared.',
  },
  stopOf('sms', 'texts'),
  stopOf('whatsapp', 'WhatsApp messages'),
  {
    segment: 'unsubscribe',
    permission: 'assist',
    title: 'Unsubscribe from all updates',
    effects: [
      'From now on your shop sends this customer nothing: no email, no text, no WhatsApp message. New messages are only in the inbox.',
      'This is permanent. Neither you, nor the operator, nor the customer can lift it, and it survives an erasure.',
    ],
    button: 'Unsubscribe for good',
    isDanger: true,
    result: 'They are unsubscribed from all updates of your shop.',
  },
  {
    segment: 'erase-whatsapp',
    permission: 'erase',
    title: 'Erase the WhatsApp history',
    effects: [
      'Deletes what this customer wrote on WhatsApp, with its copies in queued webhooks.',
      'Withdraws the WhatsApp consent for good, for the address and for every number it had at your shop. A new opt-in is not recorded.',
      'The messages of your shop, the number and the delivery log stay. This cannot be reversed.',
    ],
    button: 'Erase the history for good',
    isDanger: true,
    result: eraseWhatsAppHistoryWords,
  },
]

export const numberSet = {
  segment: 'number',
  result: 'The number is set. Resend the text from the page of its message.',
}
/** What an act did, by the segment of its path. */
export const resultOf = (segment: string | null): string | null =>
  [...recipientActs, numberSet].find((act) => act.segment === segment)?.result ?? null
