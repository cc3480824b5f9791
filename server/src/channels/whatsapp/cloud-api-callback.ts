import { createHmac } from 'node:crypto'
import { isEqualInConstantTime } from '../../constant-time-equal.ts'
import type { CallbackRequest, InboundMessage, ParseCallback, ProviderReport, Report } from '../callback.ts'
import { parseJson, textAt, valueAt } from '../json.ts'
import { withWords } from '../provider-words.decide.ts'
import { reportOn, timeOrNow } from '../report.ts'
import { errorCode, errorWords, refusalOf } from './cloud-api-errors.ts'
import { platformIdAt } from './cloud-api-id.ts'

/**
 * One callback may contain many changes of many messages, in any order. A report names its nudge. A reply names no business,
 * so it is accepted only if it was sent to the configured number: an app may have several.
 */
export const createCallbackParser =
  ({ appSecret, phoneNumberId }: { appSecret: string; phoneNumberId: string }): ParseCallback =>
  (request) => {
    if (!isSigned(request, appSecret)) return 'unverified'
    const values = messageChanges(parseJson(request.body))
    const ownValues = values.filter((value) => textAt(value, 'metadata', 'phone_number_id') === phoneNumberId)
    return {
      reports: values.flatMap((value) => listAt(value, 'statuses')).flatMap((status) => reportsIn(status, request.now)),
      inbound: ownValues
        .flatMap((value) => listAt(value, 'messages'))
        .flatMap((message) => inboundIn(message, phoneNumberId)),
    }
  }

function isSigned({ headers, body }: CallbackRequest, appSecret: string): boolean {
  const expected = createHmac('sha256', appSecret).update(body).digest('hex')
  return isEqualInConstantTime(headers['x-hub-signature-256'] ?? '', `sha256=${expected}`)
}

/** Filtered by field, because changes to calls have statuses too. */
function messageChanges(payload: unknown): unknown[] {
  return listAt(payload, 'entry')
    .flatMap((entry) => listAt(entry, 'changes'))
    .filter((change) => valueAt(change, 'field') === 'messages')
    .map((change) => valueAt(change, 'value'))
}

const reportsIn = (status: unknown, now: Date): ProviderReport[] =>
  reportOn(
    textAt(status, 'biz_opaque_callback_data'),
    withWords(reportIn(status), errorWords(valueAt(status, 'errors', 0))),
    timeOf(status, now),
  )

function reportIn(status: unknown): Report | null {
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

/**
 * Returns a list of one, or an empty list if the message has no text. A sender with a user name may have no number; then the
 * recipient cannot be identified.
 */
function inboundIn(message: unknown, to: string): InboundMessage[] {
  const text = storable(textOf(message))
  const providerId = platformIdAt(message, 'id')
  const from = textAt(message, 'from')
  if (text === '' || providerId === null || !internationalNumber.test(from)) return []
  return [{ providerId, from: `+${from}`, to, text, inReplyTo: platformIdAt(message, 'context', 'id') }]
}

/**
 * Returns the text, or the title of the button or list row that was chosen. Media messages are ignored, even with a caption.
 */
function textOf(message: unknown): string {
  switch (valueAt(message, 'type')) {
    case 'text':
      return textAt(message, 'text', 'body')
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

/**
 * JSON strings can contain characters that PostgreSQL cannot store. Without this, the same callback would fail on every retry.
 */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** Parses seconds since 1970, written in digits. */
function timeOf(status: unknown, now: Date): Date {
  const timestamp = textAt(status, 'timestamp')
  const milliseconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN
  return timeOrNow(milliseconds, now, maxDaysBehind)
}

/** The platform retries a callback for a week. */
const maxDaysBehind = 30

const internationalNumber = /^[1-9]\d{6,14}$/

function listAt(value: unknown, name: string): unknown[] {
  const found = valueAt(value, name)
  return Array.isArray(found) ? found : []
}
