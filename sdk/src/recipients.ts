import type { ErasureReport, PhoneRequest, RecipientSms, WhatsAppErasureReceipt } from './openapi.ts'
import type { CallOptions, KeyedCallOptions } from './options.ts'
import { segment } from './path.ts'
import type { Call } from './send.ts'
import { withKey } from './with-key.ts'

const pathOf = (email: string): string => `/api/v1/recipients/${segment(email)}`

export const recipientsOf = (call: Call) => ({
  /** Reads the masked number of a customer and whether texts may be sent to it. */
  readSms: (email: string, options?: CallOptions): Promise<RecipientSms> =>
    call('readRecipientSms', 'GET', `${pathOf(email)}/sms`, options),

  /** Sets the number of a customer. */
  setPhone: (email: string, request: PhoneRequest, options?: CallOptions): Promise<RecipientSms> =>
    call('setRecipientPhone', 'PUT', `${pathOf(email)}/phone`, { ...options, body: request }),

  /** Removes the number of a customer. Stops stay in force. */
  clearPhone: (email: string, options?: CallOptions): Promise<RecipientSms> =>
    call('clearRecipientPhone', 'DELETE', `${pathOf(email)}/phone`, options),

  /** Deletes everything about a customer. This cannot be reversed. */
  erase: (email: string, options?: KeyedCallOptions): Promise<ErasureReport> =>
    call('eraseRecipient', 'POST', `${pathOf(email)}/erase`, withKey(options)),

  /** Deletes what a customer wrote on WhatsApp and withdraws the consent to it. This cannot be reversed. */
  eraseWhatsAppHistory: (email: string, options?: KeyedCallOptions): Promise<WhatsAppErasureReceipt> =>
    call('eraseWhatsAppHistory', 'POST', `${pathOf(email)}/whatsapp/erase`, withKey(options)),
})
