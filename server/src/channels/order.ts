import { isDisplayableReference } from './display.decide.ts'

/** What of an order may be shown (2.1). A status we have no words for is treated as none. */
export type Order = { reference: string | null; status: OrderStatus | null }
type OrderStatus = { name: string; words: string }

export function orderOf(reference: string | null, status: string | null): Order {
  const words = statusWords.get(status ?? '')
  return {
    reference: reference !== null && isDisplayableReference(reference) ? reference : null,
    status: status === null || words === undefined ? null : { name: status, words },
  }
}

const statusWords = new Map([
  ['confirmed', 'Confirmed'],
  ['shipped', 'Shipped'],
  ['ready_for_pickup', 'Ready for pickup'],
  ['delivered', 'Delivered'],
  ['cancelled', 'Cancelled'],
  ['refunded', 'Refunded'],
  ['delayed', 'Delayed'],
])
export const orderStatuses: readonly string[] = [...statusWords.keys()]
