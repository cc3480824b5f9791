import type { Arrival, Body, PhoneChannel, Submission } from './outbox.ts'

/** An answer over HTTP, in the provider's own format. */
export type Reply = { status: number; body: object }

/** One send as its provider read it, before it is decided what becomes of it. */
export type Send = {
  arrival: Arrival & { channel: PhoneChannel }
  body: Body
  /** The answer to what nobody could send. Null where it depends on the number alone. */
  fault: Reply | null
  replies: Record<'accepted' | 'refused' | 'throttled' | 'unavailable' | 'broken', Reply> & {
    /** WhatsApp only. */
    notOnWhatsApp?: Reply
  }
  report: Submission['report']
}

/** What arrives on a telephone has none of what only a mail has. */
export function arrivalOf<One extends PhoneChannel>(
  channel: One,
  known: Pick<Arrival, 'id' | 'to' | 'from' | 'template' | 'parameters'>,
  at: Date,
): Arrival & { channel: One } {
  return { ...known, channel, subject: null, unsubscribe_url: null, headers: null, at: at.toISOString(), reported: [] }
}
