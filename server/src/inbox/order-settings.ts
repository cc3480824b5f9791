import { registry } from '../channels/registry.ts'
import type { Context } from '../context.ts'
import type { OrderView } from './read.ts'
import { stoppedOf, usedControls } from './settings.decide.ts'
import { loadStops } from './settings.ts'

/** The state of the channel of an order page. */
export type OrderSettings = {
  isStopped: boolean
  /** A used control is not offered again. A text with START can lift a stop that is not used. */
  isUsed: boolean
  /** The reader has just used it. */
  isDone: boolean
}

/** `done` is from the URL and counts only if the stored state confirms it. */
export async function readOrderSettings(
  { db }: Context,
  businessId: string,
  { channel, recipientId, phone, unsubscribed }: OrderView,
  done: string | null,
): Promise<OrderSettings> {
  const { stops } = await loadStops(db, { businessId, recipientId })
  const facts = { phone, unsubscribed, stops, erasureRequestedRecently: false }
  const { control } = registry[channel]
  const isUsed = usedControls(facts)[control]
  return { isStopped: stoppedOf(facts).includes(control), isUsed, isDone: isUsed && done === 'stop' }
}
