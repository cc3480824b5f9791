/**
 * The channels and what differs between them. Everything else reads this: a channel is added by a row here and by the files that
 * CONTRIBUTING names. The name of a channel is also that of its setting of a business, of its block in answers and of its path.
 */
export const paidChannels = ['sms', 'whatsapp'] as const
export type PaidChannel = (typeof paidChannels)[number]
export const channels = ['email', ...paidChannels] as const
export type Channel = (typeof channels)[number]

export type ChannelRules = {
  eventPrefix: 'message' | PaidChannel
  errorCodes: {
    /** Whether the provider has it is not known. */
    unknown: string
    refused: string
    /** Every attempt was refused, or none reached the provider. */
    exhausted: string
    neverReached: string
    /** The provider took it and could not deliver it. Email has bounces instead. */
    undeliverable: string
  }
}
export type PaidRules = ChannelRules & {
  /** Of what is sent, in sentences. */
  noun: string
  price: 'one_credit' | 'by_destination'
  /** What lets a message go: having a number, or an opt-in that the shop obtained for that number. */
  consent: 'number' | 'opt_in'
  /** Where the platform forbids messages of this kind. */
  closedDestinations: readonly string[]
  /** A business sends only so many to a number in an hour and a day, and in all on each of its first days. */
  isLimited: boolean
  /** Only approved templates go, and only to numbers that the platform knows. */
  hasTemplates: boolean
  reportsRead: boolean
  /** What goes instead of a message that proves undeliverable, when a push asks for it. It stands before this one in the list. */
  fallback: { channel: PaidChannel; askedBy: 'sms_if_whatsapp_fails' } | null
  /** What a message from a recipient can do, beside STOP. */
  inbound: { startLiftsStops: boolean; storesReplies: boolean }
  resend: { name: string; number: number; refusalsSpendKey: boolean; alreadySent: string; mayHaveSent: string }
  /** By what name a reader stops it in the inbox. */
  control: 'texts' | 'whatsapp'
  /** What it is called in a recipient's own copy of what is held about them. */
  exportedAs: string
}

const paidErrorCodes = (channel: PaidChannel, undeliverable: string): ChannelRules['errorCodes'] => ({
  unknown: `${channel}.submit_outcome_unknown`,
  refused: `${channel}.submit_refused`,
  exhausted: `${channel}.submit_refused`,
  neverReached: `${channel}.never_submitted`,
  undeliverable: `${channel}.${undeliverable}`,
})

export const registry: Readonly<{ email: ChannelRules } & Record<PaidChannel, PaidRules>> = {
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
    errorCodes: paidErrorCodes('sms', 'carrier_failed'),
    noun: 'text',
    price: 'by_destination',
    consent: 'number',
    closedDestinations: ['US', 'CA'],
    isLimited: true,
    hasTemplates: false,
    reportsRead: false,
    fallback: null,
    inbound: { startLiftsStops: true, storesReplies: false },
    resend: {
      name: 'resendSms',
      number: 4,
      refusalsSpendKey: true,
      alreadySent: 'A text of this message is queued or delivered. There is nothing to send again.',
      mayHaveSent:
        'An earlier text of this message ended without the carrier’s answer. It may have arrived, so it is not sent twice.',
    },
    control: 'texts',
    exportedAs: 'text_messages',
  },
  whatsapp: {
    eventPrefix: 'whatsapp',
    errorCodes: paidErrorCodes('whatsapp', 'platform_failed'),
    noun: 'WhatsApp message',
    price: 'one_credit',
    consent: 'opt_in',
    closedDestinations: [],
    isLimited: false,
    hasTemplates: true,
    reportsRead: true,
    fallback: { channel: 'sms', askedBy: 'sms_if_whatsapp_fails' },
    inbound: { startLiftsStops: false, storesReplies: true },
    resend: {
      name: 'resendWhatsApp',
      number: 5,
      refusalsSpendKey: false,
      alreadySent: 'A WhatsApp message of this message is queued, delivered or read. There is nothing to send again.',
      mayHaveSent:
        'An earlier WhatsApp message ended without the platform’s answer. It may have arrived, so it is not sent twice.',
    },
    control: 'whatsapp',
    exportedAs: 'whatsapp',
  },
}

/** `whatsapp_opt_in` of a push is about this one. */
export const optInChannel: PaidChannel = 'whatsapp'

/** One value for each paid channel, by its name. */
export const mapPaid = <T>(make: (channel: PaidChannel) => T): Record<PaidChannel, T> =>
  Object.fromEntries(paidChannels.map((channel) => [channel, make(channel)])) as Record<PaidChannel, T>

/** The same under the names `sms_sends`, `whatsapp_sends` and so on. */
export const namePaid = <T, Name extends string>(name: Name, make: (channel: PaidChannel) => T) =>
  Object.fromEntries(paidChannels.map((channel) => [`${channel}_${name}`, make(channel)])) as Record<
    `${PaidChannel}_${Name}`,
    T
  >
