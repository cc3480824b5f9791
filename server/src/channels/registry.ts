/** The channels that cost credits, and what differs between them. A channel is added by a row here and the files that CONTRIBUTING names. */
export const paidChannels = ['sms', 'whatsapp'] as const
export type PaidChannel = (typeof paidChannels)[number]

export type ChannelRules = {
  /** What lets a message go: having a number, or an opt-in that the shop obtained for that number. */
  consent: 'number' | 'opt_in'
  /** What a message from a recipient can do, beside STOP. */
  inbound: { startLiftsStops: boolean; storesReplies: boolean }
  /** What it is called in a recipient's own copy of what is held about them. */
  exportedAs: string
}

/** `whatsapp_opt_in` of a push is about this one. */
export const optInChannel: PaidChannel = 'whatsapp'

export const registry: Readonly<Record<PaidChannel, ChannelRules>> = {
  sms: {
    consent: 'number',
    inbound: { startLiftsStops: true, storesReplies: false },
    exportedAs: 'text_messages',
  },
  whatsapp: {
    consent: 'opt_in',
    inbound: { startLiftsStops: false, storesReplies: true },
    exportedAs: 'whatsapp',
  },
}
