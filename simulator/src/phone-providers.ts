import type { PhoneChannel } from './channels.ts'
import type { PhoneProvider } from './send.ts'
import { smsCarrier } from './sms.ts'
import { whatsappPlatform } from './whatsapp.ts'

/** Who carries what is sent to telephones. Their paths have nothing in common: they share one server. */
export const phoneProviders: Record<PhoneChannel, PhoneProvider> = { sms: smsCarrier, whatsapp: whatsappPlatform }
