/** The channels that reach a phone. A recipient can reply on them. */
export const phoneChannels = ['sms', 'whatsapp'] as const
export type PhoneChannel = (typeof phoneChannels)[number]
export const channels = ['email', ...phoneChannels] as const
export type Channel = (typeof channels)[number]

/** Display names. */
export const phoneChannelNames: Record<PhoneChannel, string> = { sms: 'SMS', whatsapp: 'WhatsApp' }
