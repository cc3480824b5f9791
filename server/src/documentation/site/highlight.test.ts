import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'
import type { CodeLanguage } from './page.ts'

for (const [language, code, marked] of [
  ['json', '{"a": "b", "n": -1.5, "t": true}', ['k "a"', 's "b"', 'k "n"', 'n -1.5', 'k "t"', 'w true']],
  ['sh', `curl -H "A: $B" -d '{"a": 1}' # why`, ['w curl', 'k -H', 's "A: $B"', 'k -d', 'k "a"', 'n 1', 'c # why']],
  ['typescript', 'const a = `x${1}` // why', ['w const', 's `x${1}`', 'c // why']],
  ['python', 'x = {"a": None}  # why', ['k "a"', 'w None', 'c # why']],
  ['php', "$a = ['b' => 2];", ['v $a', "k 'b'", 'n 2']],
  ['text', 'const "a" 1', []],
] as [CodeLanguage, string, string[]][])
  test(`${language}: the parts of ${code}`, () => {
    const parts = [...highlight(code, language).markup.matchAll(/<span class="(\w)">(.*?)<\/span>/g)]
    expect(parts.map(([, name, text]) => `${name} ${unescape(text!)}`)).toEqual(marked)
  })

test('markup in code is escaped', () => {
  for (const language of ['json', 'sh', 'typescript', 'text'] as const)
    expect(highlight('<b> "<i>"', language).markup).not.toMatch(/<[bi]>/)
})

const unescape = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'")
