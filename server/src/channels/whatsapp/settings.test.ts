import { expect, test } from 'vitest'
import { readWhatsAppSettings } from './settings.ts'

const secret = 'x'.repeat(16)
const good = `https://12345678:${secret}@graph.example.com/?app_secret=${secret}&verify_token=${secret}`

test('one address sets the platform up', () => {
  expect(readWhatsAppSettings(good)).toEqual({
    phoneNumberId: '12345678',
    accessToken: secret,
    appSecret: secret,
    verifyToken: secret,
    apiUrl: 'https://graph.example.com',
  })
})
for (const [what, text] of [
  ['no address', 'graph.example.com'],
  ['plain http', good.replace('https', 'http')],
  ['no phone number id', good.replace('12345678', 'me')],
  ['a short token', good.replace(`:${secret}@`, ':short@')],
  ['no app secret', good.replace('app_secret', 'other')],
  ['no verify token', good.replace('verify_token', 'other')],
] as const)
  test(`${what} is refused`, () => {
    expect(readWhatsAppSettings(text)).toBeUndefined()
  })
test('plain http is for loopback', () => {
  expect(
    readWhatsAppSettings(good.replace('https://', 'http://').replace('graph.example.com', '127.0.0.1:9'))?.apiUrl,
  ).toBe('http://127.0.0.1:9')
})
