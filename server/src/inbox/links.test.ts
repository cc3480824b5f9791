import { expect, test } from 'vitest'
import { languages } from './language.decide.ts'
import { writeFreshLink } from './links.ts'

const link = 'https://updates.example.com/inbox/token'
const english = writeFreshLink('en', 'Fernwood', link)

for (const language of languages)
  test(`a reader of ${language} gets the link in their language`, () => {
    const mail = writeFreshLink(language, 'Fernwood', link)
    expect(mail.text.split('\n')).toContain(link)
    expect([mail.text.includes(' Fernwood'), writeFreshLink(language, '', link).text.includes('Fernwood')]).toEqual([
      true,
      false,
    ])
    expect(mail.subject === english.subject).toBe(language === 'en')
  })

test('a language we do not have is English', () => {
  expect(writeFreshLink('ja', 'Fernwood', link)).toEqual(english)
})
