import type { Submission } from '../channel.ts'

/** A callback as it came. Header names are lower-case; the body is raw bytes, because signatures are over bytes. */
export type SmsCallback = {
  /** The public address that was called, with its query. */
  url: string
  headers: Record<string, string | undefined>
  body: Buffer
  /** What stands in the address where we put the id of the nudge. Whoever called may have put it there. */
  nudgeId: string | null
}

/** A text to submit. `to` is E.164; `messageId` is the public id of its message. */
type Sms = { id: string; messageId: string; to: string; text: string }

/** What a provider says became of one text. The nudge id is the one we gave along when we submitted it. */
export type SmsReport = { nudgeId: string; kind: 'delivered' | 'failed' }

/** What somebody texted back. Numbers are E.164; `to` is the sender our texts come from, as it stands in the settings. */
export type InboundSms = { providerId: string; from: string; to: string; text: string }

type Awaitable<T> = T | Promise<T>

/**
 * One provider. Its callbacks can be repeated by whoever has seen one, so what they bring about must not depend on being told
 * once: a report changes nothing the second time, and an inbound text is known by its `providerId`.
 */
export type SmsProvider = {
  name: string
  /** More than a callback of its ever has. What is larger is refused unread. */
  bodyLimitBytes: number
  /** The sender of its texts: a number in E.164 or a short code, never a name, since names cannot be answered. */
  from: string
  /** Never throws for what a provider does. */
  submit: (sms: Sms) => Promise<Submission>
  /** Null when it is not the provider's word; `nothing` when it is, and nothing has become of the text yet. */
  readStatus: (callback: SmsCallback) => Awaitable<SmsReport | 'nothing' | null>
  /** Null when it is not the provider's word, or no text. Hostile input is null, never an exception. */
  readInbound: (callback: SmsCallback) => Awaitable<InboundSms | null>
}

/** Whether this can be a text somebody sent: a channel beside SMS, or a field that is missing, shows here. */
export const isInbound = ({ providerId, from, to }: InboundSms): boolean =>
  providerId !== '' && to !== '' && /^\+\d{5,15}$/.test(from)

export const isNudgeId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Where a provider reports what became of a nudge. */
export const statusUrl = (publicUrl: string, provider: string, nudgeId: string): string =>
  `${publicUrl}/callbacks/sms/${provider}/status/${nudgeId}`

/**
 * What every submission says of itself. No wire format has a place for the message's id: providers pass this header over, and
 * whoever looks at the traffic in development finds the message by it.
 */
export const submitHeaders = (user: string, password: string, messageId: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  'X-Tidings-Message': messageId,
})
