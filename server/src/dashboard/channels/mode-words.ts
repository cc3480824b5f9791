import type { ChannelMode, PaidChannel } from '../../channels/registry.ts'
import type { Tone } from '../../pages/components.ts'
import { channelWords } from '../figures/figure-words.ts'

export const modeWords: Record<ChannelMode, { label: string; tone: Tone; meaning: (channel: PaidChannel) => string }> =
  {
    on: {
      label: 'On',
      tone: 'good',
      meaning: (channel) => `Every email comes with a ${channelWords[channel].one}, unless the push leaves it out.`,
    },
    on_request: {
      label: 'On request',
      tone: 'info',
      meaning: (channel) => `A ${channelWords[channel].one} is sent only when the push names the channel.`,
    },
    off: {
      label: 'Off',
      tone: 'neutral',
      meaning: (channel) =>
        `No ${channelWords[channel].one} is sent, also when the push names the channel (${channel}_disabled).`,
    },
    not_enabled: {
      label: 'Not enabled',
      tone: 'neutral',
      meaning: (channel) =>
        `The operator of the service has not enabled ${channelWords[channel].many} for this shop. Ask them to.`,
    },
  }
