import type { Submission } from '../channel.ts'
import type { TemplateMessage } from './templates.ts'

/** What the platform says became of one message. `nudgeId` is the id we gave along when we submitted it. */
export type WhatsAppReport = { nudgeId: string; at: Date } & WhatsAppFate
export type WhatsAppFate =
  | { kind: 'sent' }
  | { kind: 'delivered' }
  | { kind: 'read' }
  | { kind: 'failed'; cause: 'not_on_whatsapp' | 'other' }

/** What a recipient wrote, or the title of the button they pressed. */
export type WhatsAppReply = {
  platformId: string
  /** E.164, with its plus. */
  from: string
  /** The id of the number of ours that they wrote to. */
  to: string
  text: string
  at: Date
  /** The platform's id of the message it answers. */
  inReplyTo: string | null
  button: boolean
}

export type WhatsAppPlatform = {
  /** More than a callback of its ever has. What is larger is refused unread. */
  bodyLimitBytes: number
  /** The id of the number that messages come from. */
  phoneNumberId: string
  /** Never throws for what the platform does. `to` is E.164. */
  submit: (message: WhatsAppMessage) => Promise<Submission>
  /** Words of our own, which the platform takes only for somebody who has written within a day. It never throws either. */
  submitText: (message: { to: string; text: string }) => Promise<Submission>
  /** What to answer when the platform asks whether callbacks may come here; null if it is not the platform that asks. */
  handshake: (query: URLSearchParams) => string | null
  /** Whether the callback really is the platform's. Hostile input is false, never an exception. */
  verify: (callback: { headers: Record<string, string | undefined>; body: Buffer }) => boolean
  /** What a verified callback says. Hostile or unknown content is nothing, never an exception. */
  translate: (callback: { body: Buffer }, now: Date) => { reports: WhatsAppReport[]; replies: WhatsAppReply[] }
}
/** `messageId` is for whoever looks at requests on their way; the platform does not read it. */
export type WhatsAppMessage = { id: string; messageId: string; to: string; template: TemplateMessage }
