import { parseJson, textAt, valueAt } from '../json.ts'
import { errorCode, refusalOf } from './cloud-api-errors.ts'
import { platformIdAt } from './cloud-api-id.ts'
import type { WhatsAppFate, WhatsAppReply, WhatsAppReport } from './platform.ts'

type Told = { reports: WhatsAppReport[]; replies: WhatsAppReply[] }

/**
 * One callback may bring many changes of many messages, in any order. A report names its nudge. A reply names nobody, so that it
 * must have come to our own number: an app may have others.
 */
export function readCallback(body: Buffer, phoneNumberId: string, now: Date): Told {
  const values = messageChanges(parseJson(body))
  const ours = values.filter((value) => textAt(value, 'metadata', 'phone_number_id') === phoneNumberId)
  return {
    reports: values.flatMap((value) => listAt(value, 'statuses')).flatMap((status) => reportOn(status, now)),
    replies: ours
      .flatMap((value) => listAt(value, 'messages'))
      .flatMap((message) => replyIn(message, phoneNumberId, now)),
  }
}

/** By field, because a change to calls has statuses too. */
function messageChanges(payload: unknown): unknown[] {
  return listAt(payload, 'entry')
    .flatMap((entry) => listAt(entry, 'changes'))
    .filter((change) => valueAt(change, 'field') === 'messages')
    .map((change) => valueAt(change, 'value'))
}

function reportOn(status: unknown, now: Date): WhatsAppReport[] {
  const nudgeId = textAt(status, 'biz_opaque_callback_data')
  const fate = fateOf(status)
  return fate === null || !uuid.test(nudgeId) ? [] : [{ nudgeId, at: timeOf(status, now), ...fate }]
}

function fateOf(status: unknown): WhatsAppFate | null {
  const kind = valueAt(status, 'status')
  switch (kind) {
    case 'sent':
    case 'delivered':
    case 'read':
      return { kind }
    case 'failed':
      return { kind, cause: listAt(status, 'errors').some(isNotOnWhatsApp) ? 'not_on_whatsapp' : 'other' }
    default:
      return null
  }
}

const isNotOnWhatsApp = (error: unknown): boolean => refusalOf(errorCode(error))?.cause === 'not_on_whatsapp'

/** A list of one; empty if it holds no words. Who hides their number behind a user name may leave it out: nobody we know. */
function replyIn(message: unknown, to: string, now: Date): WhatsAppReply[] {
  const words = wordsOf(message)
  const platformId = platformIdAt(message, 'id')
  const from = textAt(message, 'from')
  if (words === null || platformId === null || !internationalNumber.test(from)) return []
  const inReplyTo = platformIdAt(message, 'context', 'id')
  return [{ platformId, from: `+${from}`, to, at: timeOf(message, now), inReplyTo, ...words }]
}

/** Only what was written or pressed. A picture has no words, and we put none into anybody's mouth. */
function wordsOf(message: unknown): { text: string; button: boolean } | null {
  const button = valueAt(message, 'type') !== 'text'
  const text = storable(button ? titleOf(message) : textAt(message, 'text', 'body'))
  return text === '' ? null : { text, button }
}

/** Of a template's button, or of the choices of an interactive message. */
function titleOf(message: unknown): string {
  switch (valueAt(message, 'type')) {
    case 'button':
      return textAt(message, 'button', 'text')
    case 'interactive':
      return (
        textAt(message, 'interactive', 'button_reply', 'title') || textAt(message, 'interactive', 'list_reply', 'title')
      )
    default:
      return ''
  }
}

/** JSON can spell what no database keeps. It would fail every time the platform repeats the callback. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** Seconds since 1970, in digits. A time that makes no sense does not make the news untrue: then it is when we heard of it. */
function timeOf(said: unknown, now: Date): Date {
  const timestamp = textAt(said, 'timestamp')
  const time = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN
  const daysAhead = (time - now.getTime()) / 86_400_000
  return daysAhead <= mostDaysAhead && daysAhead >= -mostDaysBehind ? new Date(time) : now
}

// The platform repeats for a week what was not answered.
const [mostDaysAhead, mostDaysBehind] = [1, 30]

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const internationalNumber = /^[1-9]\d{6,14}$/

function listAt(value: unknown, name: string): unknown[] {
  const found = valueAt(value, name)
  return Array.isArray(found) ? found : []
}
