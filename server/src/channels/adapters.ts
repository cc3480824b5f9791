import type { AdapterContext, PaidAdapter } from './paid-adapter.ts'
import type { PaidChannel } from './registry.ts'
import { createSmsAdapter, type SmsSettings } from './sms/sms.ts'
import type { WhatsAppSettings } from './whatsapp/settings.ts'
import { createWhatsAppAdapter } from './whatsapp/whatsapp.ts'

export type PaidSettings = { sms: SmsSettings | null; whatsapp: WhatsAppSettings | null }

/** Connects each paid channel, or returns null where it is not configured. */
export const paidAdapters: Record<
  PaidChannel,
  (settings: PaidSettings, context: AdapterContext) => PaidAdapter | null
> = {
  sms: ({ sms }, context) => sms && createSmsAdapter(sms, context),
  whatsapp: ({ whatsapp }, context) => whatsapp && createWhatsAppAdapter(whatsapp, context),
}
