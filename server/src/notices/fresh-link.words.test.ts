import { expect, test } from 'vitest'
import { languages } from '../inbox/language.decide.ts'
import { freshLinkWords } from './fresh-link.words.ts'

const link = 'https://updates.example.com/inbox/token'
const english = freshLinkWords('en', 'Fernwood', link)

for (const language of languages)
  test(`a reader of ${language} gets the link in their language`, () => {
    const mail = freshLinkWords(language, 'Fernwood', link)
    expect(mail.text.split('\n')).toContain(link)
    expect([mail.text.includes(' Fernwood'), freshLinkWords(language, '', link).text.includes('Fernwood')]).toEqual([
      true,
      false,
    ])
    expect(mail.subject === english.subject).toBe(language === 'en')
  })

test('a language we do not have is English', () => {
  expect(freshLinkWords('ja', 'Fernwood', link)).toEqual(english)
})
