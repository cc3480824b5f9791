/** What erasing a recipient deletes, keeps and answers, as the model reads 2.11 (see model.ts). */
import { namePaid } from '../../src/channels/registry.ts'
import { callOff, isLive, type Nudge, type Paid, type Recipient, type Shop, type Spent } from './model.ts'

/** What is answered where nobody is, also when somebody was: what was kept of them then is not told again. */
const nothing = {
  deleted: {
    messages: 0,
    delivery_events: 0,
    ...namePaid('sends', () => 0),
    whatsapp_replies: 0,
    recipients: 0,
    // No shop of the model listens.
    webhook_deliveries: 0,
    api_responses: 0,
    cancelled_sends: 0,
  },
  kept: { email_suppressions: 0, ...namePaid('opt_outs', () => 0) },
}
type Report = typeof nothing

/** `replies` is the service's word on how many there were. Each was told once, as an event that goes with the others. */
export function erase(shop: Shop, email: string, replies: number): Report {
  const recipient = shop.recipients.get(email)
  if (recipient === undefined) return nothing
  const messages = shop.messages.filter((message) => message.email === email)
  const nudges = messages.flatMap((message) => message.nudges)
  shop.recipients.delete(email)
  shop.messages = shop.messages.filter((message) => message.email !== email)
  shop.erased.push(...messages)
  return {
    deleted: {
      ...nothing.deleted,
      messages: messages.length,
      delivery_events: messages.flatMap(({ told }) => told).length + replies,
      sms_sends: nudges.filter(isSendOn('sms')).length,
      whatsapp_sends: nudges.filter(isSendOn('whatsapp')).length,
      whatsapp_replies: replies,
      recipients: 1,
      api_responses: eraseAnswers(shop, email),
      cancelled_sends: cancel(shop, nudges),
    },
    kept: keep(shop, email, recipient),
  }
}

const isSendOn =
  (channel: Paid) =>
  (nudge: Nudge): boolean =>
    nudge.channel === channel && nudge.state !== 'skipped'

/** What waits is called off. What is in the worker's hand goes all the same; what it costs is settled by its answer. No job stays. */
function cancel(shop: Shop, nudges: Nudge[]): number {
  const live = nudges.filter(isLive)
  for (const nudge of nudges) nudge.job = false
  for (const nudge of live) callOff(shop, nudge)
  return live.length
}

/** What must hold although nobody is there any more. Stops are kept of the number that is held now, whenever they were made. */
function keep(shop: Shop, email: string, { phone, unsubscribed, stopped }: Recipient): Report['kept'] {
  if (unsubscribed) shop.unsubscribed.add(email)
  const isSuppressed = shop.unsubscribed.has(email) || shop.suppressed.has(email)
  const kept = { ...nothing.kept, email_suppressions: Number(isSuppressed) }
  if (phone === null) return kept
  shop.unreachable.delete(phone)
  for (const channel of ['sms', 'whatsapp'] as const) {
    const numbers = shop.stoppedNumbers[channel]
    const source = stopped[channel]
    if (source !== null && numbers.get(phone) !== 'admin') numbers.set(phone, source)
    kept[`${channel}_opt_outs`] = Number(numbers.has(phone))
  }
  return kept
}

/** Every copy that names the one who goes, also in answers nobody can ask for any more. Their keys stay spent (decision 25). */
function eraseAnswers({ answers }: Shop, email: string): number {
  const naming = answers.filter(({ names }) => names.includes(email))
  const copies = naming.flatMap(({ names }) => names.filter((name) => name === email)).length
  for (const spent of naming) {
    spent.text = withoutRecipient(spent, email)
    spent.names = spent.names.filter((name) => name !== email)
  }
  return copies
}

/** A batch loses the items of the one who goes, any other answer everything. */
function withoutRecipient({ text }: Spent, email: string): string | null {
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
