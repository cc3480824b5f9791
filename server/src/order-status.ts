/** The known order statuses (2.1). Any other status is stored and treated like no status. */
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
