import type { Example } from './example.ts'
import { customer, phone, shippedAt } from './shop.ts'

const consented = {
  recipient_email: customer,
  phone: '+44*******123',
  sms_status: 'active',
  sms_consent_at: shippedAt,
  sms_consent_source: 'push',
  sms_stopped_at: null,
  sms_stop_source: null,
}

export const recipientExamples: Record<string, Example> = {
  readRecipientSms: { params: { email: customer }, response: consented, prints: ['phone', 'sms_status'] },
  setRecipientPhone: {
    params: { email: customer },
    body: { phone },
    response: { ...consented, sms_consent_source: 'api' },
    prints: ['phone', 'sms_status'],
  },
  clearRecipientPhone: {
    params: { email: customer },
    response: { ...consented, phone: null, sms_status: 'active' },
    prints: ['recipient_email', 'phone'],
  },
}
