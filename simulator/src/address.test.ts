import { expect, test } from 'vitest'
import { canonicalAddress, isPhoneNumber } from './address.ts'

for (const [written, canonical] of [
  [' Ada@Example.COM ', 'ada@example.com'],
  ['+447700900123', '+447700900123'],
  [' 447700900123', '+447700900123'],
] as const)
  test(`addresses and numbers are compared trimmed, lower-cased and with a plus: ${written} → ${canonical}`, () => {
    expect(canonicalAddress(written)).toBe(canonical)
  })

for (const [value, expected] of [
  ['+447700900123', true],
  ['+1234567', true],
  ['+123456', false],
  ['+123456789012345', true],
  ['+1234567890123456', false],
  ['447700900123', false],
  ['+047700900123', false],
  ['+44 7700 900123', false],
  ['', false],
  [447700900123, false],
] as const)
  test(`a phone number is E.164 with a plus: ${value} → ${expected}`, () => {
    expect(isPhoneNumber(value)).toBe(expected)
  })
