import type { PaidChannel } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { InboxPass } from '../inbox-tokens/tokens.ts'
import { stopRecipient } from '../recipients/stop.ts'
import { asReader } from './as-reader.ts'

/** A text with START does not lift a stop made in the inbox (2.10). */
export const stopChannel = (context: Context, pass: InboxPass, channel: PaidChannel): Promise<void> =>
  asReader(context, pass, async (tx, { businessId, email }) => {
    await stopRecipient(tx, { businessId, email, channel, source: 'inbox' })
  })
