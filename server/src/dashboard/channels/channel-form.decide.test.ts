import { describe, expect, test } from 'vitest'
import type { ChannelSettings } from '../../operator/owner-settings.decide.ts'
import { channelChanges, readChannelForm } from './channel-form.decide.ts'

const index = new Map([
  ['gb', 'GB'],
  ['united kingdom', 'GB'],
  ['im', 'GB'],
  ['fr', 'FR'],
  ['france', 'FR'],
])
const settings: ChannelSettings = { sms: 'on', whatsapp: 'off', countries: ['GB'] }
const form = { sms: 'on', whatsapp: 'off', scope: 'only', countries: 'GB' }
const none = { unknownCountries: [], lacksCountries: false }

describe('a form', () => {
  for (const [what, current, typed, read] of [
    ['that is as it was', settings, form, { settings, ...none }],
    [
      'with other modes',
      settings,
      { ...form, sms: 'on_request', whatsapp: 'on' },
      { settings: { ...settings, sms: 'on_request', whatsapp: 'on' }, ...none },
    ],
    [
      'for a channel that is not enabled',
      { ...settings, sms: 'not_enabled' },
      form,
      { settings: { ...settings, sms: 'not_enabled' }, ...none },
    ],
    ['with a mode that is not for owners', settings, { ...form, sms: 'not_enabled' }, { settings, ...none }],
    ['with a mode that does not exist', settings, { ...form, sms: 'perhaps' }, { settings, ...none }],
    [
      'with names and codes in any order and case',
      settings,
      { ...form, countries: 'france,\n United  Kingdom; IM,fr' },
      { settings: { ...settings, countries: ['FR', 'GB'] }, ...none },
    ],
    [
      'with unknown countries',
      settings,
      { ...form, countries: 'Narnia, FR, Mordor' },
      { settings: { ...settings, countries: ['FR'] }, ...none, unknownCountries: ['Narnia', 'Mordor'] },
    ],
    [
      'without countries',
      settings,
      { ...form, countries: ' , ' },
      { settings: { ...settings, countries: [] }, ...none, lacksCountries: true },
    ],
    [
      'with all countries, whatever else was typed',
      settings,
      { ...form, scope: 'all', countries: 'Narnia' },
      { settings: { ...settings, countries: null }, ...none },
    ],
  ] as const)
    test(what, () => expect(readChannelForm(current as ChannelSettings, typed, index)).toEqual(read))
})

describe('the changes', () => {
  for (const [what, after, changes] of [
    ['nothing', settings, {}],
    ['a mode', { ...settings, sms: 'off' }, { sms: 'off' }],
    ['countries', { ...settings, countries: ['FR', 'GB'] }, { countries: ['FR', 'GB'] }],
    ['all countries', { ...settings, countries: null }, { countries: null }],
  ] as const)
    test(what, () => expect(channelChanges(settings, after as ChannelSettings)).toEqual(changes))
  test('the order of the countries is no change', () => {
    const [one, other] = [
      ['GB', 'FR'],
      ['FR', 'GB'],
    ].map((countries) => ({ ...settings, countries }))
    expect(channelChanges(one!, other!)).toEqual({})
  })
})
