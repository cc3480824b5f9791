import type { PhoneChannel } from './channels.ts'
import type { PhoneProvider } from './phone-provider.ts'
import { smsCarrier } from './sms.ts'
import { whatsappPlatform } from './whatsapp.ts'

/** Their paths do not overlap, so one server serves them all. */
export const phoneProviders: Record<PhoneChannel, PhoneProvider> = { sms: smsCarrier, whatsapp: whatsappPlatform }
