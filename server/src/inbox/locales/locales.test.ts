import { describe, expect, test } from 'vitest'
import { languages } from '../../brand/languages.decide.ts'
import { html } from '../../html.ts'
import { fillHtml, fillText } from './fill.ts'
import { localeTexts } from './locales.ts'

/** Every text by its path, such as `inbox.title`. */
const textsOf = (texts: object, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : textsOf(value as object, `${prefix}${key}.`),
  )
const english = textsOf(localeTexts.en)

for (const language of languages)
  describe(language, () => {
    const texts = textsOf(localeTexts[language])
    test('has the same texts as English, none of them empty', () => {
      expect(texts.map(([path]) => path)).toEqual(english.map(([path]) => path))
      expect(texts.filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([])
    })
    test('every text has the same placeholders as in English', () => {
      const placeholdersIn = (text: string): string[] => (text.match(/\{\w*\}/g) ?? []).toSorted()
      expect(texts.map(([path, text]) => [path, placeholdersIn(text)])).toEqual(
        english.map(([path, text]) => [path, placeholdersIn(text)]),
      )
    })
    test('its locale has the right language', () => {
      expect(localeTexts[language].locale.slice(0, 3)).toBe(`${language}-`)
    })
  })

for (const [language, sameAsEnglish] of [
  ['de', ['whatsapp.title']],
  ['fr', ['inbox.pages', 'whatsapp.title', 'dataExport.messages']],
  ['es', ['whatsapp.title']],
  ['nl', ['whatsapp.title', 'whatsapp.button']],
] as const)
  test(`no text is left untranslated: ${language}`, () => {
    const same = textsOf(localeTexts[language]).filter(([, text], index) => text === english[index]![1])
    expect(same.map(([path]) => path)).toEqual(sameAsEnglish)
  })

test('placeholders inside an inserted value are not replaced', () => {
  expect(fillText('{shop} wrote to {shop}, {unknown}', { shop: '{ending}', ending: '12' })).toBe(
    '{ending} wrote to {ending}, {unknown}',
  )
})

test('fillHtml escapes our text and inserts values as markup', () => {
  expect(fillHtml('A & B: {shop}', { shop: html`<bdi>${'<C>'}</bdi>` }).markup).toBe('A &amp; B: <bdi>&lt;C&gt;</bdi>')
})
