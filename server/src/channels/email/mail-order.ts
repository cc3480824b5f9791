import type { Html } from '../../html.ts'
import type { Order } from '../order.ts'

/** The order for programs that read mail, or null when it has no number or no status to tell. */
export function orderMarkup({ reference, status }: Order, shop: string): Html | null {
  if (reference === null || status === null) return null
  const schemaType = schemaTypes.get(status.name)
  const order = {
    '@context': 'https://schema.org',
    '@type': 'Order',
    orderNumber: reference,
    ...(schemaType !== undefined && { orderStatus: `https://schema.org/${schemaType}` }),
    merchant: { '@type': 'Organization', name: shop },
  }
  return { markup: `<script type="application/ld+json">${scriptSafe(JSON.stringify(order))}</script>` }
}

// Those schema.org has no type for that says the same are left out: a refund is no return, and a delay is no fault.
const schemaTypes = new Map([
  ['confirmed', 'OrderProcessing'],
  ['shipped', 'OrderInTransit'],
  ['ready_for_pickup', 'OrderPickupAvailable'],
  ['delivered', 'OrderDelivered'],
  ['cancelled', 'OrderCancelled'],
])

/** Entities are not read inside a script element, so what could end it is written as JSON escapes. */
function scriptSafe(json: string): string {
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
