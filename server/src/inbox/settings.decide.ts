/**
 * What of a reader's controls has been used already and need not be offered again (2.10). A stop that was made by text, which a
 * text can lift, can still be made here, where it cannot. Stopping everything stops each of them.
 */
import type { PaidChannel } from '../channels/registry.ts'
import type { StopSource } from '../recipients/consent.decide.ts'

export const controls = ['texts', 'whatsapp', 'number', 'everything', 'erasure'] as const
export type Control = (typeof controls)[number]

export type Facts = {
  phone: string | null
  unsubscribed: boolean
  /** A stop is the recipient's, and the number's: either is enough. */
  stops: Readonly<Record<PaidChannel, StopSource[]>>
  erasureAskedLately: boolean
}

export const standingOf = (facts: Facts): Record<Control, boolean> => ({
  texts: facts.unsubscribed || facts.stops.sms.some((source) => source !== 'text'),
  // Nothing that is written on WhatsApp lifts a stop, so any is for good.
  whatsapp: facts.unsubscribed || facts.stops.whatsapp.length > 0,
  number: facts.phone === null,
  everything: facts.unsubscribed,
  erasure: facts.erasureAskedLately,
})

/** What does not come any more, for good or until it is lifted. */
export function stoppedOf(facts: Facts): Control[] {
  const { texts, whatsapp, everything } = standingOf(facts)
  const stopped = { texts: texts || facts.stops.sms.length > 0, whatsapp, number: false, everything, erasure: false }
  return controls.filter((control) => stopped[control])
}
