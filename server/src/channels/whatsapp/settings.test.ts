import { expect, test } from 'vitest'
import { parseWhatsAppSettings } from './settings.ts'

const secret = 'x'.repeat(16)
const valid = `https://12345678:${secret}@graph.example.com/?app_secret=${secret}&verify_token=${secret}`

test('one URL configures the platform', () => {
  expect(parseWhatsAppSettings(valid)).toEqual({
    phoneNumberId: '12345678',
    accessToken: secret,
    appSecret: secret,
    verifyToken: secret,
    accountId: null,
    apiUrl: 'https://graph.example.com',
  })
})
test('the business account is optional', () => {
  expect(parseWhatsAppSettings(`${valid}&account_id=102290129340398`)?.accountId).toBe('102290129340398')
})
for (const [what, text] of [
  ['no URL', 'graph.example.com'],
  ['plain http', valid.replace('https', 'http')],
  ['no phone number id', valid.replace('12345678', 'me')],
  ['a short token', valid.replace(`:${secret}@`, ':short@')],
  ['no app secret', valid.replace('app_secret', 'other')],
  ['an account id with letters', `${valid}&account_id=the-account`],
  ['no verify token', valid.replace('verify_token', 'other')],
] as const)
  test(`${what} is rejected`, () => {
    expect(parseWhatsAppSettings(text)).toBeUndefined()
  })
test('plain http is permitted on loopback', () => {
  expect(
    parseWhatsAppSettings(valid.replace('https://', 'http://').replace('graph.example.com', '127.0.0.1:9'))?.apiUrl,
  ).toBe('http://127.0.0.1:9')
})
