import { isOrderStatus, type OrderStatus } from '../order-status.ts'
import { isDisplayableReference } from './display.decide.ts'

/** What of an order may be shown (2.1). A status we have no words for is treated as none. */
export type Order = { reference: string | null; status: KnownStatus | null }
type KnownStatus = { name: OrderStatus; words: string }

export function orderOf(reference: string | null, status: string | null): Order {
  return {
    reference: reference !== null && isDisplayableReference(reference) ? reference : null,
    status: isOrderStatus(status) ? { name: status, words: statusWords[status] } : null,
  }
}

export const statusWords: Record<OrderStatus, string> = {
  confirmed: 'Confirmed',
  shipped: 'Shipped',
  ready_for_pickup: 'Ready for pickup',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  delayed: 'Delayed',
}
