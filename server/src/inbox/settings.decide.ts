/**
 * What of a reader's controls has been used already and need not be offered again (2.10). A stop that was made by text, which a
 * text can lift, can still be made here, where it cannot. Stopping everything stops each of them.
 */
import { type PaidChannel, type PaidRules, paidChannels, registry } from '../channels/registry.ts'
import type { StopSource } from '../recipients/consent.decide.ts'

type ChannelControl = PaidRules['control']
export type Control = ChannelControl | 'number' | 'everything' | 'erasure'
export const controls: readonly Control[] = [
  ...paidChannels.map((channel) => registry[channel].control),
  'number',
  'everything',
  'erasure',
]

/** One value for each channel that a reader can stop, by the name of its control. */
export const mapChannelControls = <T>(make: (channel: PaidChannel) => T): Record<ChannelControl, T> =>
  Object.fromEntries(paidChannels.map((channel) => [registry[channel].control, make(channel)])) as Record<
    ChannelControl,
    T
  >

export type Facts = {
  phone: string | null
  unsubscribed: boolean
  /** A stop is the recipient's, and the number's: either is enough. */
  stops: Readonly<Record<PaidChannel, StopSource[]>>
  erasureAskedLately: boolean
}

export const standingOf = (facts: Facts): Record<Control, boolean> => ({
  ...mapChannelControls(
    (channel) => facts.unsubscribed || facts.stops[channel].some((source) => isFirm(channel, source)),
  ),
  number: facts.phone === null,
  everything: facts.unsubscribed,
  erasure: facts.erasureAskedLately,
})

const isFirm = (channel: PaidChannel, source: StopSource): boolean =>
  source !== 'text' || !registry[channel].inbound.startLiftsStops

/** What does not come any more, for good or until it is lifted. */
export function stoppedOf({ unsubscribed, stops }: Facts): Control[] {
  const stopped: Partial<Record<Control, boolean>> = {
    ...mapChannelControls((channel) => unsubscribed || stops[channel].length > 0),
    everything: unsubscribed,
  }
  return controls.filter((control) => stopped[control])
}
