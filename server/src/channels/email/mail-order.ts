import type { Html } from '../../html.ts'
import type { Order } from '../order.ts'

/** The order as structured data for email clients, or null if it has no displayable reference or status. */
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

// Statuses without an equivalent schema.org type are omitted: a refund is not a return, and a delay is not a problem.
const schemaTypes = new Map([
  ['confirmed', 'OrderProcessing'],
  ['shipped', 'OrderInTransit'],
  ['ready_for_pickup', 'OrderPickupAvailable'],
  ['delivered', 'OrderDelivered'],
  ['cancelled', 'OrderCancelled'],
])

/** HTML entities are not decoded inside a script element, so characters that could end it are written as JSON escapes. */
function scriptSafe(json: string): string {
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
