import { expect, test } from 'vitest'
import { parseOptIn } from './opt-in.ts'

const nothing = { source: null, obtained_at: null, wording: null }
const whole = { source: 'checkout', obtained_at: '2026-01-02T03:04:05+01:00', wording: 'Yes, message me' }

for (const [what, given, read] of [
  ['an empty object', {}, nothing],
  ['all three', whole, whole],
  ['unknown fields', { ...whole, more: [1] }, whole],
  ['nulls', { source: null, obtained_at: null, wording: null }, nothing],
  ['other types', { source: 5, obtained_at: 1_767_319_445, wording: { a: 1 } }, nothing],
  ['the longest texts', { source: 's'.repeat(120), wording: '\u{1f4e6}'.repeat(2_000) }, 'unchanged'],
  ['texts that are too long', { source: 's'.repeat(121), wording: '\u{1f4e6}'.repeat(2_001) }, nothing],
  ['a day that does not exist', { obtained_at: '2026-02-30T00:00:00Z' }, nothing],
  ['a time without a zone', { obtained_at: '2026-01-02T03:04:05' }, nothing],
] as const)
  test(`whatsapp_opt_in with ${what} (2.1)`, () => {
    expect(parseOptIn(given)).toEqual(read === 'unchanged' ? { ...nothing, ...given } : read)
  })
