/** The order statuses that are understood (2.1). Another one is stored and treated as none. */
export const orderStatuses = [
  'confirmed',
  'shipped',
  'ready_for_pickup',
  'delivered',
  'cancelled',
  'refunded',
  'delayed',
] as const
export type OrderStatus = (typeof orderStatuses)[number]
export const isOrderStatus = (status: string | null): status is OrderStatus =>
  orderStatuses.some((one) => one === status)
