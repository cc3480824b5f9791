import { expect, test } from 'vitest'
import { chooseLanguage } from './language.decide.ts'

for (const [accepted, language] of [
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
  ['en;q=0.5, nl', 'nl'],
  ['es-419', 'es'],
  ['ES', 'es'],
  ['nl;q=0.8,fr;q=0.8', 'nl'],
  ['fr;q=0.8,nl;q=0.8', 'fr'],
  ['ja,de;q=0.1', 'de'],
  ['ja', 'en'],
  ['*', 'en'],
  ['ja,*;q=0.5', 'en'],
  ['en;q=0,*', 'de'],
  ['de;q=0', 'en'],
  ['de;q=nonsense, fr;q=0.2', 'fr'],
  ['den, fry', 'en'],
  ['de_DE', 'en'],
  [';;,,q=', 'en'],
] as const)
  test(`Accept-Language “${accepted}” selects ${language}`, () => {
    expect(chooseLanguage(accepted)).toBe(language)
  })
