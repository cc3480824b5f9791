import type { CreateCallback } from './callbacks.ts'
import type { PhoneChannel } from './channels.ts'
import type { Arrival, Body, Status, Submission } from './outbox.ts'

/** An HTTP response in the provider's own format. */
export type ProviderResponse = { status: number; body: object }

/** A submission as its provider parsed it, before its outcome is decided. */
export type ParsedSubmission = {
  arrival: Arrival & { channel: PhoneChannel }
  body: Body
  /** The response to an invalid request. Null when only the number decides the outcome. */
  validationError: ProviderResponse | null
  responses: Record<'accepted' | 'refused' | 'throttled' | 'unavailable' | 'serverError', ProviderResponse> & {
    /** WhatsApp only. */
    notOnWhatsApp?: ProviderResponse
  }
  report: Submission['report']
}

/** A message from a recipient. `to` is the sender that it replies to, `inReplyTo` the id of the submission if given. */
export type InboundText = { from: string; to: string; text: string; inReplyTo: string | null }

/** The first group of `path` is the account. Any credentials of the right scheme are accepted, except those that `isRefused` refuses. */
export type PhoneProvider = {
  path: RegExp
  scheme: RegExp
  unauthorised: ProviderResponse
  parse: (account: string, body: string, at: Date) => ParsedSubmission
  /** The delivery reports it can send. */
  statuses: readonly Status[]
  /** The sender used in development. Inbound messages go to it while nothing has been submitted. */
  defaultSender: string
  createInboundCallback: (inbound: InboundText, onAccepted: () => void) => CreateCallback
}

/** An arrival with the email-only fields set to null. */
export function phoneArrival<One extends PhoneChannel>(
  channel: One,
  fields: Pick<Arrival, 'id' | 'to' | 'from' | 'template' | 'parameters'>,
  at: Date,
): Arrival & { channel: One } {
  return { ...fields, channel, subject: null, unsubscribe_url: null, headers: null, at: at.toISOString(), reported: [] }
}
