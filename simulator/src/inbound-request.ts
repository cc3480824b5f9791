import { isPhoneNumber } from './address.ts'
import { type PhoneChannel, phoneChannels } from './channels.ts'
import { isOneOf, type Problem, readFields } from './request-body.ts'

type InboundRequest = { channel: PhoneChannel; from: string; text: string; inReplyTo: string | null }

/** The body of `POST /inbound`, or its first problem. */
export function readInbound(body: string): InboundRequest | Problem {
  const given = readFields(body, ['channel', 'from', 'text', 'in_reply_to'])
  if ('problem' in given) return given
  const { channel, from, text, in_reply_to: inReplyTo = null } = given.fields
  const problem = problemWith(channel, from, text)
  if (problem !== null) return { problem }
  if (inReplyTo !== null && typeof inReplyTo !== 'string')
    return { problem: 'in_reply_to must be the id of an item of the outbox' }
  return { channel: channel as PhoneChannel, from: from as string, text: text as string, inReplyTo }
}

/** The reply form of the page. The STOP button (`quick`) overrides the typed text. */
export function readReplyForm(from: string, form: string): InboundRequest | Problem {
  const fields = new URLSearchParams(form)
  const channel = fields.get('channel')
  const text = fields.get('quick') ?? fields.get('text')
  const problem = problemWith(channel, from, text)
  if (problem !== null) return { problem }
  return { channel: channel as PhoneChannel, from, text: text as string, inReplyTo: null }
}

function problemWith(channel: unknown, from: unknown, text: unknown): string | null {
  if (!isOneOf<PhoneChannel>(phoneChannels, channel)) return `channel must be one of ${phoneChannels.join(', ')}`
  if (!isPhoneNumber(from)) return 'from must be a number such as +447700900123'
  if (typeof text !== 'string' || text === '') return 'text must be a non-empty string'
  return null
}
