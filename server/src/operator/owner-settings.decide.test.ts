import { describe, expect, test } from 'vitest'
import { channelModes } from '../channels/registry.ts'
import { settingNames } from './businesses.schema.ts'
import { mayOwnerChange, ownerSettingNames } from './owner-settings.decide.ts'

describe('the mode of a channel', () => {
  for (const before of channelModes)
    for (const after of channelModes) {
      const isAllowed = before === after || (before !== 'not_enabled' && after !== 'not_enabled')
      test(`an owner ${isAllowed ? 'may change' : 'may not change'} ${before} to ${after}`, () => {
        expect(mayOwnerChange({ sms: before, whatsapp: 'on' }, { sms: after })).toBe(isAllowed)
        expect(mayOwnerChange({ sms: 'on', whatsapp: before }, { whatsapp: after })).toBe(isAllowed)
      })
    }
})

describe('an owner may not change', () => {
  for (const name of settingNames.filter((one) => !ownerSettingNames.some((own) => own === one)))
    test(name, () => {
      expect(mayOwnerChange({ sms: 'on', whatsapp: 'on' }, { [name]: 1 })).toBe(false)
      expect(mayOwnerChange({ sms: 'on', whatsapp: 'on' }, { [name]: 1, countries: null })).toBe(false)
    })
})

test('an owner may change the countries, and nothing', () => {
  expect(mayOwnerChange({ sms: 'not_enabled', whatsapp: 'off' }, { countries: ['GB'] })).toBe(true)
  expect(mayOwnerChange({ sms: 'not_enabled', whatsapp: 'off' }, {})).toBe(true)
})
