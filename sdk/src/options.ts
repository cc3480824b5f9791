/** What happened in one request of a call. It contains no key, address or text. */
export type Attempt = {
  /** The name of the operation, or the method for `request`. */
  operation: string
  method: string
  /** From 1. */
  attempt: number
  /** Null if no complete response arrived. */
  status: number | null
  durationMilliseconds: number
  requestId: string | null
  /** Null after a success. */
  error: Error | null
  /** The delay before the next attempt. Null if this is the last one. */
  retryMilliseconds: number | null
}

export type TidingsOptions = {
  apiKey: string
  /** The address of the service. HTTPS, or HTTP on the same machine. */
  url: string
  /** The milliseconds for a call with all its attempts. 60,000 if omitted. */
  timeout?: number | undefined
  /** How often a call is repeated at most. 4 if omitted. */
  maxRetries?: number | undefined
  /** Sends a request. The `fetch` of the runtime if omitted. */
  fetch?: typeof globalThis.fetch | undefined
  /** Is called after each attempt, for traces and logs. An error that it throws is ignored. */
  onAttempt?: ((attempt: Attempt) => void) | undefined
  /** More headers for each request. A function is called before each attempt, for example for `traceparent`. */
  headers?:
    | Record<string, string>
    | ((attempt: Pick<Attempt, 'operation' | 'method' | 'attempt'>) => Record<string, string>)
    | undefined
}

export type CallOptions = {
  /** Ends the call, also while it waits for the next attempt. It rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** The milliseconds for the call with all its attempts. */
  timeout?: number | undefined
}

export type KeyedCallOptions = CallOptions & {
  /** Names what the call is about, such as an order and its new status. A random key if omitted. */
  idempotencyKey?: string | undefined
}

export type RequestOptions = KeyedCallOptions & {
  query?: object | undefined
  body?: unknown
  /** Whether a repetition has no further effect. True if omitted for GET, PUT, DELETE and with a key. */
  isSafeToRepeat?: boolean | undefined
}
