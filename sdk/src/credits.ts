import type { CreditBalance } from './openapi.ts'
import type { CallOptions } from './options.ts'
import type { Call } from './send.ts'

export const creditsOf = (call: Call) => ({
  /** Reads the balance that texts and WhatsApp messages are paid from. */
  read: (options?: CallOptions): Promise<CreditBalance> => call('readCredits', 'GET', '/api/v1/credits', options),
})
