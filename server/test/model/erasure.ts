/** The result of erasing a recipient, as the model reads 2.11 (see model.ts). */
import { namePaid } from '../../src/channels/registry.ts'
import {
  cancelNudge,
  isPending,
  type Nudge,
  type Paid,
  type Recipient,
  type Shop,
  type StoredResponse,
} from './model.ts'

/** The result for an unknown recipient. A second erasure does not report the opt-outs that the first one retained. */
const emptyReport = {
  deleted: {
    messages: 0,
    delivery_events: 0,
    ...namePaid('sends', () => 0),
    whatsapp_replies: 0,
    recipients: 0,
    // The shops of the model have no webhook endpoints.
    webhook_deliveries: 0,
    api_responses: 0,
    cancelled_sends: 0,
  },
  kept: { email_suppressions: 0, ...namePaid('opt_outs', () => 0) },
}
type ErasureReport = typeof emptyReport

/** `replies` is the number of WhatsApp replies that the service reports. Each of them has one event, which is deleted too. */
export function erase(shop: Shop, email: string, replies: number): ErasureReport {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return emptyReport
  const messages = shop.messages.filter((message) => message.email === email)
  const nudges = messages.flatMap((message) => message.nudges)
  shop.recipients.delete(email)
  shop.messages = shop.messages.filter((message) => message.email !== email)
  shop.erased.push(...messages)
  return {
    deleted: {
      ...emptyReport.deleted,
      messages: messages.length,
      delivery_events: messages.flatMap(({ events }) => events).length + replies,
      sms_sends: nudges.filter(isSendOn('sms')).length,
      whatsapp_sends: nudges.filter(isSendOn('whatsapp')).length,
      whatsapp_replies: replies,
      recipients: 1,
      api_responses: eraseStoredResponses(shop, email),
      cancelled_sends: cancelPending(shop, nudges),
    },
    kept: keepOptOuts(shop, email, recipient),
  }
}

const isSendOn =
  (channel: Paid) =>
  (nudge: Nudge): boolean =>
    nudge.channel === channel && nudge.state !== 'skipped'

/** Cancels pending nudges and deletes all jobs. A dispatched nudge is still submitted; its result decides about the charge. */
function cancelPending(shop: Shop, nudges: Nudge[]): number {
  const pending = nudges.filter(isPending)
  for (const nudge of nudges) nudge.job = false
  for (const nudge of pending) cancelNudge(shop, nudge)
  return pending.length
}

/** Opt-outs must outlive the recipient. A stop is stored for the current phone number, whichever number it was made for. */
function keepOptOuts(shop: Shop, email: string, { phone, unsubscribed, stopped }: Recipient): ErasureReport['kept'] {
  if (unsubscribed) shop.unsubscribed.add(email)
  const isSuppressed = shop.unsubscribed.has(email) || shop.suppressed.has(email)
  const counts = { ...emptyReport.kept, email_suppressions: Number(isSuppressed) }
  if (phone === null) return counts
  shop.unreachable.delete(phone)
  for (const channel of ['sms', 'whatsapp'] as const) {
    const numbers = shop.stoppedNumbers[channel]
    const source = stopped[channel]
    if (source !== null && numbers.get(phone) !== 'admin') numbers.set(phone, source)
    counts[`${channel}_opt_outs`] = Number(numbers.has(phone))
  }
  return counts
}

/** Erases every stored copy that names the recipient, also under expired keys. The keys stay used. */
function eraseStoredResponses({ storedResponses }: Shop, email: string): number {
  const affected = storedResponses.filter(({ emails }) => emails.includes(email))
  const copies = affected.flatMap(({ emails }) => emails.filter((one) => one === email)).length
  for (const stored of affected) {
    stored.text = withoutRecipient(stored, email)
    stored.emails = stored.emails.filter((one) => one !== email)
  }
  return copies
}

/** A batch loses the items of the recipient; any other response is lost completely. */
function withoutRecipient({ text }: StoredResponse, email: string): string | null {
  type Item = { index: number; result: { recipient_email: string } | null }
  const { results } = JSON.parse(text!) as { results?: Item[] }
  if (results === undefined) return null
  return JSON.stringify({
    results: results.map((item) =>
      item.result?.recipient_email === email
        ? { index: item.index, ok: false, result: null, error_code: 'message.not_found', detail: null }
        : item,
    ),
  })
}
