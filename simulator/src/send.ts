import type { Tell } from './callbacks.ts'
import type { PhoneChannel } from './channels.ts'
import type { Arrival, Body, Status, Submission } from './outbox.ts'

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

/** What the owner of a number writes. `shop` is whoever sent what they answer, `inReplyTo` the id of that send where they say which. */
export type Written = { from: string; shop: string; text: string; inReplyTo: string | null }

/** Whose account it is stands in the path. Any credentials are good, as long as there are some. */
export type PhoneProvider = {
  path: RegExp
  scheme: RegExp
  unauthorised: Reply
  read: (account: string, body: string, at: Date) => Send
  /** What it can report of a send. */
  statuses: readonly Status[]
  /** What development sends from, for those who write before anything was sent. */
  usualShop: string
  writeInbound: (written: Written, taken: () => void) => Tell
}

/** What arrives on a telephone has none of what only a mail has. */
export function arrivalOf<One extends PhoneChannel>(
  channel: One,
  known: Pick<Arrival, 'id' | 'to' | 'from' | 'template' | 'parameters'>,
  at: Date,
): Arrival & { channel: One } {
  return { ...known, channel, subject: null, unsubscribe_url: null, headers: null, at: at.toISOString(), reported: [] }
}
