import type { CallbackSource } from '../callback.ts'
import type { Submission } from '../submission.ts'
import type { TemplateMessage } from './templates.ts'

export type WhatsAppPlatform = CallbackSource & {
  /** The id of the number that messages come from. */
  phoneNumberId: string
  /** Never throws for what the platform does. `to` is E.164. */
  submit: (message: WhatsAppMessage) => Promise<Submission>
  /** A text of our own, which the platform accepts only for somebody who wrote within the last day. It never throws either. */
  submitText: (message: { to: string; text: string }) => Promise<Submission>
}
/** `messageId` is for whoever inspects requests on their way; the platform does not read it. */
export type WhatsAppMessage = { id: string; messageId: string; to: string; template: TemplateMessage }
