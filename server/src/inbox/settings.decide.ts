/**
 * Which controls of a reader have been used and are not offered again (2.10). A text can lift an opt-out made by text, so the
 * same opt-out can still be made in the inbox, where a text cannot lift it. Stopping everything stops every channel.
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

/** A value for each paid channel, by the name of its control. */
export const mapChannelControls = <T>(make: (channel: PaidChannel) => T): Record<ChannelControl, T> =>
  Object.fromEntries(paidChannels.map((channel) => [registry[channel].control, make(channel)])) as Record<
    ChannelControl,
    T
  >

export type Facts = {
  phone: string | null
  unsubscribed: boolean
  /** The sources of the opt-outs of the recipient and of the number. Either kind stops the channel. */
  stops: Readonly<Record<PaidChannel, StopSource[]>>
  erasureRequestedRecently: boolean
}

export const usedControls = (facts: Facts): Record<Control, boolean> => ({
  ...mapChannelControls(
    (channel) => facts.unsubscribed || facts.stops[channel].some((source) => isPermanent(channel, source)),
  ),
  number: facts.phone === null,
  everything: facts.unsubscribed,
  erasure: facts.erasureRequestedRecently,
})

const isPermanent = (channel: PaidChannel, source: StopSource): boolean =>
  source !== 'text' || !registry[channel].inbound.startLiftsStops

/** The controls whose messages are stopped, permanently or until a text lifts the opt-out. */
export function stoppedOf({ unsubscribed, stops }: Facts): Control[] {
  const stopped: Partial<Record<Control, boolean>> = {
    ...mapChannelControls((channel) => unsubscribed || stops[channel].length > 0),
    everything: unsubscribed,
  }
  return controls.filter((control) => stopped[control])
}
