import { type KeyedCallOptions, type PushRequest, type Tidings, TidingsError } from '@tidings/client'
import { cancelled, confirmed, refunded, shipped } from './pushes.ts'
import { type AdminAccess, type Fulfillment, type Order, type Refund, readOrder } from './shopify.ts'

export type Delivery = { topic: string; eventId: string; payload: unknown }
export type Outcome =
  | { kind: 'pushed' | 'already_pushed' | 'ignored' }
  /** `refused`: a repetition would be refused as well. `failed`: Shopify is to send the webhook again. */
  | { kind: 'refused' | 'failed'; error: unknown }
type Services = { tidings: Tidings; admin: AdminAccess; channels: NonNullable<PushRequest['channels']> | undefined }

/** Pushes what a webhook of Shopify reports. It returns when Tidings has stored the push, or when the signal aborts. */
export async function forward(
  { topic, eventId, payload }: Delivery,
  { tidings, admin, channels }: Services,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const request = await pushFor(topic, payload, admin, signal)
    if (request === null) return { kind: 'ignored' }
    // Shopify repeats a webhook with the same event id. Two topics can share an event, so the topic is a part of the key.
    const idempotencyKey = `shopify-${topic}-${eventId}`
    await push(tidings, channels === undefined ? request : { ...request, channels }, { idempotencyKey, signal })
    return { kind: 'pushed' }
  } catch (error) {
    if (!(error instanceof TidingsError)) return { kind: 'failed', error }
    // The first push with this key was stored. The order changed between it and the repetition by Shopify.
    if (error.code === 'idempotency.key_reused') return { kind: 'already_pushed' }
    return { kind: error.status === 422 ? 'refused' : 'failed', error }
  }
}

async function pushFor(
  topic: string,
  payload: unknown,
  admin: AdminAccess,
  signal: AbortSignal,
): Promise<PushRequest | null> {
  switch (topic) {
    case 'orders/create':
      return confirmed(payload as Order)
    case 'orders/cancelled':
      return cancelled(payload as Order)
    case 'fulfillments/create':
      return shipped(payload as Fulfillment)
    case 'refunds/create': {
      const refund = payload as Refund
      return refunded(refund, await readOrder(refund.order_id, admin, signal))
    }
    default:
      return null
  }
}

/** Customers enter numbers that do not exist. Such a push is refused as a whole, so it is repeated without the number. */
async function push(tidings: Tidings, request: PushRequest, options: KeyedCallOptions): Promise<void> {
  try {
    await tidings.messages.push(request, options)
  } catch (error) {
    if (!(error instanceof TidingsError && error.detail?.some(({ loc }) => loc.includes('recipient_phone'))))
      throw error
    const { recipient_phone: _, ...withoutPhone } = request
    // A 422 leaves the key unspent.
    await tidings.messages.push(withoutPhone, options)
  }
}
