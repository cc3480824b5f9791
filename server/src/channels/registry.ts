/**
 * The channels and the differences between them. Other code reads this table: a new channel needs a row here and the files
 * that CONTRIBUTING lists. The name of a channel is also the name of its setting of a business, of its block in responses and
 * of its path.
 */
import type { NumberKind } from '../phone.ts'
import type { EmailFailureReason, FailureCode } from '../reasons.ts'

export const paidChannels = ['sms', 'whatsapp'] as const
export type PaidChannel = (typeof paidChannels)[number]
export const channels = ['email', ...paidChannels] as const
export type Channel = (typeof channels)[number]

/** The setting of a paid channel for a business. `on_request`: only when a push names the channel. */
export const channelModes = ['not_enabled', 'off', 'on', 'on_request'] as const
export type ChannelMode = (typeof channelModes)[number]

export type ChannelRules<Code> = {
  eventPrefix: 'message' | PaidChannel
  errorCodes: {
    /** The provider may or may not have received the submission. */
    unknown: Code
    refused: Code
    /** Every attempt was refused, or none reached the provider. */
    exhausted: Code
    neverReached: Code
    /** The provider accepted it and could not deliver it. Email has bounces instead. */
    undeliverable: Code
  }
}
export type PaidRules = ChannelRules<FailureCode> & {
  /** The noun for one message of this channel, for use in sentences. */
  noun: string
  price: 'one_credit' | 'by_destination'
  /** What permits a message: that the recipient has a number, or an opt-in that the shop obtained for that number. */
  consent: 'number' | 'opt_in'
  /** Countries where messages of this kind are not permitted. The operator cannot open them. */
  closedDestinations: readonly string[]
  /** Kinds of numbers that get no messages of this kind. */
  closedNumbers: readonly NumberKind[]
  /** Whether a business has limits per number, per number prefix, on credits a day, and on each of its first days. */
  isLimited: boolean
  /** Only approved templates can be sent, and only to numbers that are registered on the platform. */
  hasTemplates: boolean
  reportsRead: boolean
  /** The channel that is used if a message proves undeliverable and the push requested it. It precedes this one in the list. */
  fallback: { channel: PaidChannel; requestedBy: 'sms_if_whatsapp_fails' } | null
  /** The effects of an inbound message, beside STOP. */
  inbound: { startLiftsStops: boolean; storesReplies: boolean }
  resend: { name: string; number: number; refusalsSpendKey: boolean }
  /** The name of the inbox control that stops this channel. */
  control: 'texts' | 'whatsapp'
  /** The name of this channel in the data export of a recipient. */
  exportedAs: string
}

const paidErrorCodes = (channel: PaidChannel, undeliverable: FailureCode): PaidRules['errorCodes'] => ({
  unknown: `${channel}.submit_outcome_unknown`,
  refused: `${channel}.submit_refused`,
  exhausted: `${channel}.submit_refused`,
  neverReached: `${channel}.never_submitted`,
  undeliverable,
})

export const registry: Readonly<{ email: ChannelRules<EmailFailureReason> } & Record<PaidChannel, PaidRules>> = {
  email: {
    eventPrefix: 'message',
    errorCodes: {
      unknown: 'outcome_unknown',
      refused: 'esp_refused',
      exhausted: 'retries_exhausted',
      neverReached: 'retries_exhausted',
      undeliverable: 'esp_refused',
    },
  },
  sms: {
    eventPrefix: 'sms',
    errorCodes: paidErrorCodes('sms', 'sms.carrier_failed'),
    noun: 'text',
    price: 'by_destination',
    consent: 'number',
    closedDestinations: ['US', 'CA'],
    closedNumbers: ['landline', 'closed'],
    isLimited: true,
    hasTemplates: false,
    reportsRead: false,
    fallback: null,
    inbound: { startLiftsStops: true, storesReplies: false },
    resend: { name: 'resendSms', number: 4, refusalsSpendKey: true },
    control: 'texts',
    exportedAs: 'text_messages',
  },
  whatsapp: {
    eventPrefix: 'whatsapp',
    errorCodes: paidErrorCodes('whatsapp', 'whatsapp.platform_failed'),
    noun: 'WhatsApp message',
    price: 'one_credit',
    consent: 'opt_in',
    closedDestinations: [],
    // A business may register its landline on WhatsApp.
    closedNumbers: ['closed'],
    isLimited: false,
    hasTemplates: true,
    reportsRead: true,
    fallback: { channel: 'sms', requestedBy: 'sms_if_whatsapp_fails' },
    inbound: { startLiftsStops: false, storesReplies: true },
    resend: { name: 'resendWhatsApp', number: 5, refusalsSpendKey: false },
    control: 'whatsapp',
    exportedAs: 'whatsapp',
  },
}

/** The channels with `reportsRead` and `storesReplies`, for the types of their events. */
export type ReplyChannel = 'whatsapp'

/** The channel that `whatsapp_opt_in` of a push refers to. */
export const optInChannel: PaidChannel = 'whatsapp'

/** One value for each paid channel, by its name. */
export const mapPaid = <T>(make: (channel: PaidChannel) => T): Record<PaidChannel, T> =>
  Object.fromEntries(paidChannels.map((channel) => [channel, make(channel)])) as Record<PaidChannel, T>

/** Like `mapPaid`, keyed by `sms_sends`, `whatsapp_sends` and so on. */
export const namePaid = <T, Name extends string>(name: Name, make: (channel: PaidChannel) => T) =>
  Object.fromEntries(paidChannels.map((channel) => [`${channel}_${name}`, make(channel)])) as Record<
    `${PaidChannel}_${Name}`,
    T
  >
