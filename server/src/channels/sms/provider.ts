import type { CallbackPage, CallbackSource, InboundMessage, ParsedCallback } from '../callback.ts'
import type { HttpSubmit } from '../http-submit.ts'
import type { Submission } from '../submission.ts'

/** What a provider is created with, beside its credentials. */
export type SmsProviderSettings = { from: string; apiUrl: string; publicUrl: string; http: Pick<HttpSubmit, 'post'> }

/** A text to submit. `to` is E.164; `messageId` is the public id of its message. */
type Sms = { id: string; messageId: string; to: string; text: string }

export type SmsProvider = CallbackSource & {
  /** The sender of its texts: a number in E.164 or a short code, never a name, since nobody can reply to a name. */
  from: string
  /** Never throws for what a provider does. */
  submit: (sms: Sms) => Promise<Submission>
}

/** Only the path of the status page has a `nudge_id`, by which `parseCallback` tells the two apart. */
export const smsPages = (provider: string): CallbackPage[] => [
  {
    name: 'smsStatus',
    path: `/callbacks/sms/${provider}/status/{nudge_id}`,
    response: { contentType: 'text/plain; charset=utf-8', body: '' },
    countedWithoutReports: 'nothing',
  },
  {
    name: 'smsInbound',
    path: `/callbacks/sms/${provider}/inbound`,
    response: { contentType: 'text/xml; charset=utf-8', body: '<Response/>' },
    countedWithoutReports: 'inbound',
  },
]

/** An inbound text. One of another channel, or with a field missing, is not accepted as one. */
export function parsedInbound(message: Omit<InboundMessage, 'inReplyTo'>): ParsedCallback | 'unverified' {
  const { providerId, from, to } = message
  const isText = providerId !== '' && to !== '' && /^\+\d{5,15}$/.test(from)
  return isText ? { reports: [], inbound: [{ ...message, inReplyTo: null }] } : 'unverified'
}

/** The status page of one nudge. */
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
