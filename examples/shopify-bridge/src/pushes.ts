import type { PushRequest } from '@tidings/client'
import type { Fulfillment, Order, Refund } from './shopify.ts'

/** What the customer gets for each of Shopify's topics. Null: nothing is pushed. */
export function confirmed(order: Order): PushRequest | null {
  return push(order, 'confirmed', `Order ${order.name} is confirmed`, [
    'Thank you for your order. We will write again when it ships.',
    order.order_status_url,
  ])
}

export function cancelled(order: Order): PushRequest | null {
  return push(order, 'cancelled', `Order ${order.name} is cancelled`, [
    'Your order was cancelled.',
    order.order_status_url,
  ])
}

/** A fulfillment that is pending or open is not on its way yet. */
export function shipped(fulfillment: Fulfillment): PushRequest | null {
  if (fulfillment.status !== 'success') return null
  const { email, destination, tracking_company: carrier, tracking_number: number } = fulfillment
  const name = fulfillment.name.replace(/\.\d+$/, '')
  const order = { id: fulfillment.order_id, name, email, phone: destination?.phone ?? null }
  return push(order, 'shipped', `Order ${name} is on its way`, [
    carrier && number ? `${carrier} has your parcel: ${number}.` : 'Your parcel is on its way.',
    fulfillment.tracking_url,
  ])
}

/** Shopify also creates a refund without a payment, for example when an item is removed from an unpaid order. */
export function refunded({ transactions }: Refund, order: Order): PushRequest | null {
  const payments = transactions.filter(({ kind, status }) => kind === 'refund' && status === 'success')
  if (payments.length === 0) return null
  const total = payments.reduce((sum, { amount }) => sum + Number(amount), 0)
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency: payments[0]!.currency }).format(total)
  return push(order, 'refunded', `We refunded ${amount} for order ${order.name}`, [
    'The payment provider needs a few days until you see it.',
  ])
}

/** An order of the point of sale has no address. */
function push(
  order: Order,
  status: 'confirmed' | 'shipped' | 'cancelled' | 'refunded',
  subject: string,
  lines: (string | null | undefined)[],
): PushRequest | null {
  if (!order.email) return null
  const phone = order.phone ?? order.shipping_address?.phone
  return {
    recipient_email: order.email,
    ...(phone && { recipient_phone: phone }),
    subject,
    body: lines.filter(Boolean).join('\n\n'),
    // A merchant can put any character around the number of an order. A reference has a smaller set.
    reference: order.name.replaceAll(/[^A-Za-z0-9#\-_./]/g, '-'),
    order_status: status,
  }
}
