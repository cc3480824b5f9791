import { expect, test } from 'vitest'
import { providerWords, withWords } from './provider-words.decide.ts'

for (const [what, text, words] of [
  ['a sentence', '550 5.1.1 no such user', '550 5.1.1 no such user'],
  ['several lines become one', '550-5.1.1 no\r\n550 5.1.1 user', '550-5.1.1 no 550 5.1.1 user'],
  ['control characters and marks of direction become spaces', 'a\u0000\u001b[31mb\u202ec', 'a [31mb c'],
  ['unpaired surrogates become spaces', 'a\ud83d!', 'a !'],
  ['500 characters remain', 'x'.repeat(2_000_000), 'x'.repeat(500)],
  ['an emoji is not cut in half', `${'x'.repeat(499)}😀`, `${'x'.repeat(499)}\ufffd`],
  ['only spaces', ' \n ', undefined],
  ['not a text', { toString: 1 }, undefined],
  ['nothing', undefined, undefined],
] as const)
  test(`words of a provider: ${what}`, () => {
    expect(providerWords(text).words).toBe(words)
  })

test('only a report of a failure has words', () => {
  expect(withWords({ kind: 'refused' }, 'policy')).toEqual({ kind: 'refused', words: 'policy' })
  expect(withWords({ kind: 'delivered' }, '250 OK')).toEqual({ kind: 'delivered' })
  expect(withWords(null, '250 OK')).toBe(null)
})
