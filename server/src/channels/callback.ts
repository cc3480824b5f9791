/**
 * The contract of everything that calls back: providers of email, SMS and WhatsApp alike. A provider verifies a request and parses
 * it into delivery reports and inbound messages. The same callback may come twice, so neither may depend on coming once: a report
 * changes nothing the second time, and an inbound message is recognised by its `providerId`.
 */

/** A callback as it was sent. */
export type CallbackRequest = {
  /** The public address that was called, with its query: a signature may cover it. */
  url: string
  /** The parameters in the path, such as `nudge_id`, as the caller sent them. */
  params: Record<string, string>
  /** By lower-case name; the first value of a header that is repeated. */
  headers: Record<string, string | undefined>
  /** Raw bytes, because signatures cover bytes. */
  body: Buffer
  now: Date
}

export type BounceType = 'permanent' | 'transient'

/** What a provider reports about a nudge: on any channel, then on emails, then on paid messages. */
export type Report =
  | { kind: 'delivered' }
  | { kind: 'bounced'; bounceType: BounceType }
  | { kind: 'complained' }
  /** The provider gave the email up, and no mail server saw it. */
  | { kind: 'refused' }
  /** On its way. It is counted and changes nothing. */
  | { kind: 'sent' }
  | { kind: 'read' }
  | { kind: 'failed'; cause: 'not_on_whatsapp' | 'other' }

/** `nudgeId` is the id that we sent with the submission; `at` is when it happened, by the provider's clock where it gives a time. */
export type ProviderReport = { nudgeId: string; at: Date; report: Report }

export type InboundMessage = {
  /** The provider's id of this message. */
  providerId: string
  /** E.164, with its plus. */
  from: string
  /** Our sender: a number in E.164, a short code, or on WhatsApp the id of our number. */
  to: string
  text: string
  /** The provider's id of our message that it replies to. */
  inReplyTo: string | null
}

export type ParsedCallback = {
  reports: ProviderReport[]
  inbound: InboundMessage[]
  /** The address to fetch to confirm the subscription. Only Amazon SNS asks for that. */
  confirmUrl?: string
}

type ParseResult = ParsedCallback | 'unverified'

/**
 * Hostile input is `unverified` or has no content, never an exception. A promise is rejected only when something needed to verify
 * cannot be fetched: then the provider gets an error and tries again.
 */
export type ParseCallback = (request: CallbackRequest) => ParseResult | Promise<ParseResult>

/** An address that a provider posts to, and the response it expects. */
export type CallbackPage = {
  name: string
  path: string
  response: { contentType: string; body: string }
  /** How a verified callback without reports is counted. Absent: it is not. */
  countedWithoutReports?: 'nothing' | 'inbound'
}

export type CallbackSource = {
  /** The provider in metrics, and in the digests of inbound messages. */
  name: string
  /** More than a callback of this provider ever has. A larger one is refused unread. */
  bodyLimitBytes: number
  pages: CallbackPage[]
  /** A GET by which the provider checks an address before it posts there. The challenge is the response; null refuses. */
  handshake?: { name: string; path: string; challenge: (query: URLSearchParams) => string | null }
  parseCallback: ParseCallback
}
