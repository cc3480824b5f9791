import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import { stopNumber, stops } from '../recipients/sql.ts'
import { asReader } from './as-reader.ts'

/** A stop made in the inbox is the recipient's and the number's, and a text with START does not lift it (2.10). */
export function stopChannel(context: Context, pass: InboxPass, channel: 'sms' | 'whatsapp'): Promise<void> {
  return asReader(context, pass, async (tx, { businessId, email }) => {
    const stopped = await tx.one(stops[channel], { businessId, email, source: 'inbox' })
    const numberDigest = stopped?.phone_digest ?? null
    if (numberDigest !== null) tx.write(stopNumber, { businessId, channel, numberDigest, source: 'inbox' })
  })
}
