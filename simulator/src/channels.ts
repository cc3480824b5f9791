/** Those that end on a telephone, where somebody can write back. */
export const phoneChannels = ['sms', 'whatsapp'] as const
export type PhoneChannel = (typeof phoneChannels)[number]
/** The channels the outside state is simulated for. */
export const channels = ['email', ...phoneChannels] as const
export type Channel = (typeof channels)[number]

/** What a person calls them. */
export const phoneChannelNames: Record<PhoneChannel, string> = { sms: 'SMS', whatsapp: 'WhatsApp' }
