import { describe, expect, test } from 'vitest'
import { formatSetting, parseSetting, type SettingKind, settingChanges } from './business-settings.decide.ts'

const choice: SettingKind = { type: 'choice', values: ['active', 'lapsed'] }
test.each([
  ['a text', { type: 'text' }, ' Alder ', 'Alder'],
  ['an empty text', { type: 'text' }, '  ', null],
  ['a number', { type: 'number' }, '10,000', 10_000],
  ['a number with spaces', { type: 'number' }, '10 000', 10_000],
  ['zero', { type: 'number' }, '0', 0],
  ['no number', { type: 'number' }, '', null],
  ['a text where a number is expected', { type: 'number' }, 'many', 'many'],
  ['a negative number', { type: 'number' }, '-5', '-5'],
  ['yes', { type: 'yes_no' }, 'yes', true],
  ['no', { type: 'yes_no' }, 'no', false],
  ['a list', { type: 'list' }, 'gb, Fr;de', ['GB', 'FR', 'DE']],
  ['an empty list', { type: 'list' }, '', null],
  ['a choice', choice, 'lapsed', 'lapsed'],
] as const)('%s is parsed', (_, kind, typed, value) => {
  expect(parseSetting(kind, typed)).toEqual(value)
})

describe('the changes of a form', () => {
  const kinds = {
    name: { type: 'text' },
    cap: { type: 'number' },
    paused: { type: 'yes_no' },
    countries: { type: 'list' },
  } as const
  const current = { name: 'Alder', cap: 100, paused: false, countries: null }

  test('are the values that differ', () => {
    expect(settingChanges(current, kinds, { name: 'Alder', cap: '200', paused: 'yes', countries: 'gb' })).toEqual({
      cap: 200,
      paused: true,
      countries: ['GB'],
    })
  })

  test('are none when every field is as it was', () => {
    const typed = { name: ' Alder', cap: '100', paused: 'no', countries: '' }
    expect(settingChanges(current, kinds, typed)).toEqual({})
  })

  test('are limited to the fields of the form', () => {
    expect(settingChanges(current, kinds, { paused: 'yes' })).toEqual({ paused: true })
  })

  test('contain a value that is not valid as it was typed', () => {
    expect(settingChanges(current, kinds, { cap: 'many' })).toEqual({ cap: 'many' })
  })
})

test.each([
  [null, ''],
  [true, 'yes'],
  [false, 'no'],
  [['GB', 'FR'], 'GB, FR'],
  [10_000, '10000'],
])('%j is shown in its field', (value, text) => {
  expect(formatSetting(value)).toBe(text)
})
