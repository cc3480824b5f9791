import { expect, test } from 'vitest'
import { languages } from '../brand/languages.decide.ts'
import { freshLinkEmail } from './links.ts'

const link = 'https://updates.example.com/inbox/token'
const english = freshLinkEmail('en', 'Fernwood', link)

for (const language of languages)
  test(`the email with a fresh link is written in the language ${language}`, () => {
    const email = freshLinkEmail(language, 'Fernwood', link)
    expect(email.text.split('\n')).toContain(link)
    expect([email.text.includes(' Fernwood'), freshLinkEmail(language, '', link).text.includes('Fernwood')]).toEqual([
      true,
      false,
    ])
    expect(email.subject === english.subject).toBe(language === 'en')
  })

test('an unsupported language falls back to English', () => {
  expect(freshLinkEmail('ja', 'Fernwood', link)).toEqual(english)
})
