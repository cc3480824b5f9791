import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToSeptets, segmentsOf, septetsOf, toGsm } from './gsm.ts'

for (const [text, septets] of [
  ['', 0],
  ['Reply STOP', 10],
  ['@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ', 29],
  ['¤¡§¿ÄÖÑÜäöñüà', 13],
  ['€', 2],
  ['^{}\\[~]|', 16],
  ['https://a.example/~x', 21],
  ['ç', Number.POSITIVE_INFINITY],
  ['’', Number.POSITIVE_INFINITY],
  ['`', Number.POSITIVE_INFINITY],
  ['\u{1f600}', Number.POSITIVE_INFINITY],
] as const)
  test(`${JSON.stringify(text)} is ${septets} septets long`, () => expect(septetsOf(text)).toBe(septets))

for (const [septets, segments] of [
  [0, 1],
  [160, 1],
  [161, 2],
  [306, 2],
  [307, 3],
] as const)
  test(`a text of ${septets} septets has ${segments} segments`, () => {
    expect(segmentsOf('x'.repeat(septets))).toBe(segments)
  })

test('the alphabet has 127 characters of one septet beside the escape, and 10 of two', () => {
  const lengths = Array.from({ length: 0x10000 }, (_, code) => septetsOf(String.fromCharCode(code)))
  expect([1, 2].map((length) => lengths.filter((septets) => septets === length).length)).toEqual([127, 10])
})

for (const [text, most, cut] of [
  ['Demo Shop', 9, 'Demo Shop'],
  ['Demo Shop', 8, 'Demo Sho'],
  ['a€b', 3, 'a€'],
  ['a€b', 2, 'a'],
  ['abc', 0, ''],
] as const)
  test(`${text} cut to ${most} septets is ${cut}`, () => expect(cutToSeptets(text, most)).toBe(cut))

test('the transliteration of any text is in the alphabet and does not change when it is transliterated again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      const transliterated = toGsm(text)
      expect(septetsOf(transliterated)).toBeLessThan(Number.POSITIVE_INFINITY)
      expect(toGsm(transliterated)).toBe(transliterated)
    }),
    { numRuns: 2_000 },
  )
})
