import type { KeyObject } from 'node:crypto'
import type { CallbackSource } from './callback.ts'
import type { createHttpSubmit } from './http-submit.ts'
import type { PaidChannel } from './registry.ts'
import { openSms, type SmsSettings } from './sms/sms.ts'
import type { PaidNudge, Submission } from './submission.ts'
import type { WhatsAppSettings } from './whatsapp/settings.ts'
import { type Acknowledgement, openWhatsApp } from './whatsapp/whatsapp.ts'

/** A paid channel, connected to its providers. */
export type PaidAdapter = {
  submit: (nudge: PaidNudge) => Promise<Submission>
  /** What messages to a destination come from, and replies to them go to. */
  senderFor: (destination: string) => string
  sources: CallbackSource[]
  /** Confirms a reply. Only where replies are stored. */
  acknowledge?: (acknowledgement: Acknowledgement) => Promise<Submission>
}
export type AdapterContext = {
  publicUrl: string
  deriveKey: (purpose: string) => KeyObject
  http: ReturnType<typeof createHttpSubmit>
}
export type PaidSettings = { sms: SmsSettings | null; whatsapp: WhatsAppSettings | null }

/** Connects each paid channel, or returns null where it is not configured. */
export const paidAdapters: Record<
  PaidChannel,
  (settings: PaidSettings, context: AdapterContext) => PaidAdapter | null
> = {
  sms: ({ sms }, context) => sms && openSms(sms, context),
  whatsapp: ({ whatsapp }, context) => whatsapp && openWhatsApp(whatsapp, context),
}
