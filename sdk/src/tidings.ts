import { creditsOf } from './credits.ts'
import { eventsOf } from './events.ts'
import { keysOf } from './keys.ts'
import { messagesOf } from './messages.ts'
import type { RequestOptions, TidingsOptions } from './options.ts'
import { recipientsOf } from './recipients.ts'
import { type Call, createSend, type Method, type Send } from './send.ts'
import { testSideOf } from './test-side.ts'
import { webhookEndpointsOf } from './webhook-endpoints.ts'

/** The client of one business, or of its test side. The key is in no property, so it is in no log of this object. */
export class Tidings {
  readonly messages: ReturnType<typeof messagesOf>
  readonly keys: ReturnType<typeof keysOf>
  readonly credits: ReturnType<typeof creditsOf>
  readonly recipients: ReturnType<typeof recipientsOf>
  readonly webhookEndpoints: ReturnType<typeof webhookEndpointsOf>
  readonly events: ReturnType<typeof eventsOf>
  readonly test: ReturnType<typeof testSideOf>
  readonly #send: Send

  constructor(options: TidingsOptions) {
    this.#send = createSend(options)
    const call = this.#send as Call
    this.messages = messagesOf(call)
    this.keys = keysOf(call)
    this.credits = creditsOf(call)
    this.recipients = recipientsOf(call)
    this.webhookEndpoints = webhookEndpointsOf(call)
    this.events = eventsOf(call)
    this.test = testSideOf(call)
  }

  /** Sends a request that has no method here, with the same retries and errors. The path begins with a slash. */
  request<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return this.#send(method, method, path, options) as Promise<T>
  }
}
