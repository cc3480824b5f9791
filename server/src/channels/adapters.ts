import type { AdapterContext, PaidAdapter } from './paid-adapter.ts'
import type { PaidChannel } from './registry.ts'
import { openSms, type SmsSettings } from './sms/sms.ts'
import type { WhatsAppSettings } from './whatsapp/settings.ts'
import { openWhatsApp } from './whatsapp/whatsapp.ts'

export type PaidSettings = { sms: SmsSettings | null; whatsapp: WhatsAppSettings | null }

/** Connects each paid channel, or returns null where it is not configured. */
export const paidAdapters: Record<
  PaidChannel,
  (settings: PaidSettings, context: AdapterContext) => PaidAdapter | null
> = {
  sms: ({ sms }, context) => sms && openSms(sms, context),
  whatsapp: ({ whatsapp }, context) => whatsapp && openWhatsApp(whatsapp, context),
}
