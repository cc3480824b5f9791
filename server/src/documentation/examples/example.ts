/**
 * A request to an operation and the complete response of the service. A test sends every example to a running service and
 * compares the responses, so an example cannot become wrong.
 */
export type Example = {
  params?: Record<string, string>
  query?: Record<string, string>
  /** For an operation that requires or accepts an idempotency key. */
  idempotencyKey?: string
  body?: unknown
  /** Null: the response has no body. */
  response: unknown
  /**
   * The fields of the response that a sample prints: `id`, `sms.credits`, or `items[].id` for a field of every item. Absent: the
   * first fields of the response or of its items.
   */
  prints?: string[]
  /** What the example shows, if the operation has more than one. */
  title?: string
  /** Further examples of the same operation by title. */
  more?: Record<string, Example>
}
