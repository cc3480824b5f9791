/**
 * What a change of modes and countries means for sends that already wait: scheduled ones, and those that are sent only if a message is
 * still unread. Each is checked again at its time, by the settings of that time. A send that was stored counts as requested by its
 * push, so `on` and `on_request` are the same for it.
 */
import { type ChannelMode, type PaidChannel, paidChannels } from '../../channels/registry.ts'
import type { ChannelSettings } from '../../operator/owner-settings.decide.ts'

/** Waiting sends by the destination of the recipient. Null: no number, or one without a known destination. */
export type ScheduledSends = { channel: PaidChannel; destination: string | null; count: number }
export type ScheduledEffect = {
  channel: PaidChannel
  total: number
  /** The count was ended at its limit, so there are more. */
  isMore: boolean
  /** What ends without being sent, and what is sent although it would not have been. */
  stopped: number
  resumed: number
  /** Why: the channel is off, or the destination is not in the countries. */
  stoppedBy: 'mode' | 'countries'
}

export const scheduledLimit = 1_000

export function scheduledEffects(
  before: ChannelSettings,
  after: ChannelSettings,
  scheduled: ScheduledSends[],
): ScheduledEffect[] {
  return paidChannels.map((channel) => {
    const sends = scheduled.filter((one) => one.channel === channel)
    const total = sum(sends)
    const stopped = sends.filter((one) => isSent(before, one) && !isSent(after, one))
    const resumed = sends.filter((one) => !isSent(before, one) && isSent(after, one))
    return {
      channel,
      total: Math.min(total, scheduledLimit),
      isMore: total > scheduledLimit,
      stopped: Math.min(sum(stopped), scheduledLimit),
      resumed: Math.min(sum(resumed), scheduledLimit),
      stoppedBy: isUsed(after[channel]) ? 'countries' : 'mode',
    }
  })
}

const sum = (sends: ScheduledSends[]): number => sends.reduce((total, { count }) => total + count, 0)
const isUsed = (mode: ChannelMode): boolean => mode === 'on' || mode === 'on_request'
/** By these settings alone: a stop, the balance or a limit can refuse it as well. */
const isSent = (settings: ChannelSettings, { channel, destination }: ScheduledSends): boolean =>
  isUsed(settings[channel]) &&
  destination !== null &&
  (settings.countries === null || settings.countries.includes(destination))
