import { describe, expect, test } from 'vitest'
import { html } from '../../html.ts'
import { languages } from '../language.decide.ts'
import { fillHtml, fillText } from './fill.ts'
import { wordsIn } from './locales.ts'

/** Every text by its place, such as `inbox.title`. */
const textsOf = (words: object, place = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${place}${key}`, value]] : textsOf(value as object, `${place}${key}.`),
  )
const english = textsOf(wordsIn.en)

for (const language of languages)
  describe(language, () => {
    const texts = textsOf(wordsIn[language])
    test('no text is missing, none is too many, none is empty', () => {
      expect(texts.map(([place]) => place)).toEqual(english.map(([place]) => place))
      expect(texts.filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([])
    })
    test('every text has the places to be filled that the English one has', () => {
      const placesIn = (text: string): string[] => (text.match(/\{\w*\}/g) ?? []).toSorted()
      expect(texts.map(([place, text]) => [place, placesIn(text)])).toEqual(
        english.map(([place, text]) => [place, placesIn(text)]),
      )
    })
    test('it says which language it is', () => {
      expect(wordsIn[language].locale.slice(0, 3)).toBe(`${language}-`)
    })
  })

for (const [language, spelledAlike] of [
  ['de', ['whatsapp.title']],
  ['fr', ['inbox.pages', 'whatsapp.title', 'held.messages']],
  ['es', ['whatsapp.title']],
  ['nl', ['whatsapp.title', 'whatsapp.button']],
] as const)
  test(`nothing was left in English: ${language}`, () => {
    const same = textsOf(wordsIn[language]).filter(([, text], index) => text === english[index]![1])
    expect(same.map(([place]) => place)).toEqual(spelledAlike)
  })

test('a text is filled in once: what is put in is not looked through again', () => {
  expect(fillText('{shop} wrote to {shop}, {unknown}', { shop: '{ending}', ending: '12' })).toBe(
    '{ending} wrote to {ending}, {unknown}',
  )
})

test('as markup, our words are escaped and what is put in is markup already', () => {
  expect(fillHtml('A & B: {shop}', { shop: html`<bdi>${'<C>'}</bdi>` }).markup).toBe('A &amp; B: <bdi>&lt;C&gt;</bdi>')
})
