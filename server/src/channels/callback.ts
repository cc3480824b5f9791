/**
 * The interface of every provider that sends callbacks, for email, SMS and WhatsApp. A provider verifies a request and parses
 * it into delivery reports and inbound messages. The same callback may arrive twice, so processing is idempotent: a repeated
 * report changes nothing, and a repeated inbound message is recognised by its `providerId`.
 */

export type CallbackRequest = {
  /** The public URL that was called, with its query: a signature may cover it. */
  url: string
  /** The path parameters, such as `nudge_id`. Not validated. */
  params: Record<string, string>
  /** Keyed by lower-case name. Of a repeated header, the first value. */
  headers: Record<string, string | undefined>
  /** Raw bytes, because signatures cover bytes. */
  body: Buffer
  now: Date
}

export type BounceType = 'permanent' | 'transient'

/**
 * A delivery report. The first kind occurs on every channel, the next three on email, the others on paid channels. `words` are
 * what the provider wrote about a failure (`provider-words.decide.ts`).
 */
export type Report =
  | { kind: 'delivered' }
  | { kind: 'bounced'; bounceType: BounceType; words?: string }
  | { kind: 'complained' }
  /** The provider dropped the email before it tried to deliver it. */
  | { kind: 'refused'; words?: string }
  /** In transit. It is counted in the metrics and changes nothing. */
  | { kind: 'sent' }
  | { kind: 'read' }
  | { kind: 'failed'; cause: 'not_on_whatsapp' | 'other'; words?: string }

/** `nudgeId` is the id sent with the submission. `at` is the provider's timestamp, or the current time where it sends none. */
export type ProviderReport = { nudgeId: string; at: Date; report: Report }

export type InboundMessage = {
  /** The provider's id of this inbound message. */
  providerId: string
  /** E.164, with the plus sign. */
  from: string
  /** Our sender: a number in E.164, a short code, or the phone number id on WhatsApp. */
  to: string
  text: string
  /** The provider's id of the message that this one replies to. */
  inReplyTo: string | null
}

export type ParsedCallback = {
  reports: ProviderReport[]
  inbound: InboundMessage[]
  /** The URL that confirms the subscription when it is fetched. Only Amazon SNS sends one. */
  confirmUrl?: string
}

type ParseResult = ParsedCallback | 'unverified'

/**
 * Returns `unverified` or an empty result for hostile input; it never throws for it. The promise rejects only when something
 * that the verification needs cannot be fetched: the provider then gets an error response and retries.
 */
export type ParseCallback = (request: CallbackRequest) => ParseResult | Promise<ParseResult>

/** A path that a provider posts to, with the query parameter `shard` if a router needs it, and the response it expects. */
export type CallbackPage = {
  name: string
  path: string
  response: { contentType: string; body: string }
  /** The metric label of a verified callback without reports. If absent, such a callback is not counted. */
  countedWithoutReports?: 'nothing' | 'inbound'
}

export type CallbackSource = {
  /** The provider's name in metrics and in the digests of inbound messages. */
  name: string
  /** Larger than any callback of this provider. A larger request is rejected before its body is read. */
  bodyLimitBytes: number
  pages: CallbackPage[]
  /** A GET request by which the provider verifies the URL. `challenge` returns the response body, or null to reject. */
  handshake?: { name: string; path: string; challenge: (query: URLSearchParams) => string | null }
  parseCallback: ParseCallback
}
