import { expect, test } from 'vitest'
import { destinations, numberKind, readPhone } from './phone.ts'

for (const [text, country, e164, destination] of [
  ['+447700900123', null, '+447700900123', 'GB'],
  ['+44 7700-900 123', null, '+447700900123', 'GB'],
  ['07700 900123', 'GB', '+447700900123', 'GB'],
  ['+447781123456', null, '+447781123456', 'GB'],
  ['+447797712345', null, '+447797712345', 'GB'],
  ['+447924123456', null, '+447924123456', 'GB'],
  ['+33612345678', 'GB', '+33612345678', 'FR'],
  ['+12025550123', null, '+12025550123', 'US'],
  ['+16135550123', null, '+16135550123', 'CA'],
  ['+18765550123', null, '+18765550123', 'JM'],
  ['+449098790123', null, '+449098790123', null],
  ['+448081570123', null, '+448081570123', null],
  ['+80012345678', null, '+80012345678', null],
] as const)
  test(`${text} for an account in ${country} → ${e164}, destination ${destination} (2.1)`, () => {
    expect(readPhone(text, country)).toEqual({ e164, destination })
  })

for (const [text, country] of [
  ['07700 900123', null],
  ['call me', 'GB'],
  ['', 'GB'],
  ['+44', null],
  ['+4477009001234567890', null],
  ['tel: 07700 900123', 'GB'],
  ['+447700900123 and more', null],
  ['0', 'GB'],
] as const)
  test(`${JSON.stringify(text)} for an account in ${country} is not a phone number (2.1)`, () => {
    expect(readPhone(text, country)).toBeNull()
  })

for (const [e164, kind] of [
  ['+447700900123', 'mobile'],
  ['+33612345678', 'mobile'],
  ['+12025550123', 'mobile'],
  ['+525512345678', 'mobile'],
  ['+442079460958', 'landline'],
  ['+33123456789', 'landline'],
  ['+445612345678', 'landline'],
  ['+447012345678', 'closed'],
  ['+449098790123', 'closed'],
  ['+448081570123', 'closed'],
] as const)
  test(`${e164} is ${kind} (2.3)`, () => {
    expect(numberKind(e164)).toBe(kind)
  })

for (const [what, e164] of [
  ['a personal number', '+447012345678'],
  ['Inmarsat', '+870773123456'],
  ['Iridium', '+881612345678'],
  ['an international network', '+88213300001'],
] as const)
  test(`${what} has no destination (2.3)`, () => {
    expect(readPhone(e164, null)).toEqual({ e164, destination: null })
  })

test('every country is a destination, and those that share a dialling plan are one', () => {
  expect(destinations.length).toBeGreaterThan(200)
  expect(destinations).toEqual(expect.arrayContaining(['GB', 'FR', 'US', 'CA', 'AZ']))
  for (const shared of ['GG', 'JE', 'IM']) expect(destinations).not.toContain(shared)
})
