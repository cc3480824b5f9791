import { describe, expect, test } from 'vitest'
import type { ChannelSettings } from '../../operator/owner-settings.decide.ts'
import { type ScheduledSends, scheduledEffects } from './scheduled-effect.decide.ts'

const on: ChannelSettings = { sms: 'on', whatsapp: 'on', countries: null }
const texts = (destination: string | null, count: number): ScheduledSends => ({ channel: 'sms', destination, count })
const waiting = [texts('GB', 5), texts('FR', 2), texts(null, 1)]
const unchanged = { total: 8, isMore: false, stopped: 0, resumed: 0, stoppedBy: 'countries' }

describe('of eight waiting texts, five to GB, two to FR and one without a number', () => {
  for (const [what, before, after, effect] of [
    ['nothing changes', on, on, unchanged],
    ['on becomes on_request', on, { ...on, sms: 'on_request' }, unchanged],
    ['on_request becomes on', { ...on, sms: 'on_request' }, on, unchanged],
    ['on becomes off', on, { ...on, sms: 'off' }, { ...unchanged, stopped: 7, stoppedBy: 'mode' }],
    ['off becomes on', { ...on, sms: 'off' }, on, { ...unchanged, resumed: 7 }],
    ['off becomes on_request', { ...on, sms: 'off' }, { ...on, sms: 'on_request' }, { ...unchanged, resumed: 7 }],
    ['only GB stays open', on, { ...on, countries: ['GB'] }, { ...unchanged, stopped: 2 }],
    [
      'GB is replaced by FR',
      { ...on, countries: ['GB'] },
      { ...on, countries: ['FR'] },
      { ...unchanged, stopped: 5, resumed: 2 },
    ],
    ['all countries are closed', on, { ...on, countries: [] }, { ...unchanged, stopped: 7 }],
    [
      'countries change while texts are off',
      { ...on, sms: 'off' },
      { ...on, sms: 'off', countries: ['GB'] },
      { ...unchanged, stoppedBy: 'mode' },
    ],
    ['another channel is switched off', on, { ...on, whatsapp: 'off' }, unchanged],
  ] as const)
    test(what, () => {
      const [sms] = scheduledEffects(before as ChannelSettings, after as ChannelSettings, waiting)
      expect(sms).toEqual({ channel: 'sms', ...effect })
    })
})

test('the other channel has an effect of its own', () => {
  const effects = scheduledEffects(on, { ...on, whatsapp: 'off' }, [
    { channel: 'whatsapp', destination: 'GB', count: 3 },
  ])
  expect(effects.map(({ channel, total, stopped }) => [channel, total, stopped])).toEqual([
    ['sms', 0, 0],
    ['whatsapp', 3, 3],
  ])
})

test('counts end at their limit', () => {
  expect(scheduledEffects(on, { ...on, sms: 'off' }, [texts('GB', 1_001)])[0]).toEqual({
    channel: 'sms',
    total: 1_000,
    isMore: true,
    stopped: 1_000,
    resumed: 0,
    stoppedBy: 'mode',
  })
})
