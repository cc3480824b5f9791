import { isOrderStatus, type OrderStatus } from '../order-status.ts'
import { isDisplayableReference } from './display.decide.ts'

/** The displayable parts of an order (2.1). An unknown status is treated as none. */
export type Order = { reference: string | null; status: KnownStatus | null }
type KnownStatus = { name: OrderStatus; label: string }

export function displayableOrder(reference: string | null, status: string | null): Order {
  return {
    reference: reference !== null && isDisplayableReference(reference) ? reference : null,
    status: isOrderStatus(status) ? { name: status, label: orderStatusLabels[status] } : null,
  }
}

export const orderStatusLabels: Record<OrderStatus, string> = {
  confirmed: 'Confirmed',
  shipped: 'Shipped',
  ready_for_pickup: 'Ready for pickup',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  delayed: 'Delayed',
}
