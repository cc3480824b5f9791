import { expect, test } from 'vitest'
import type { HttpRequest } from '../http-submit.ts'
import { createSmsProvider, smsProviders } from './providers.ts'

const posted: HttpRequest[] = []
const environment = {
  publicUrl: 'https://updates.example',
  http: {
    post: async (request: HttpRequest) => {
      posted.push(request)
      return { kind: 'unknown', detail: '' } as const
    },
  },
}
const create = (name: string, setting: string) => createSmsProvider(name, setting, environment)

const sid = `AC${'0123456789abcdef'.repeat(2)}`
const token = 'fedcba9876543210fedcba9876543210'
const vonage = (address: string, query = `from=60300&signature_secret=${token}`) => `https://${address}?${query}`

for (const [name, setting, from, url, authorization] of [
  [
    'twilio',
    `https://${sid}:${token}@api.example.com?from=%2B447700900000`,
    '+447700900000',
    `https://api.example.com/2010-04-01/Accounts/${sid}/Messages.json`,
    `${sid}:${token}`,
  ],
  [
    'twilio',
    `http://${sid}:${token}@127.0.0.1:4010/twilio/?from=+447700900000`,
    '+447700900000',
    `http://127.0.0.1:4010/twilio/2010-04-01/Accounts/${sid}/Messages.json`,
    `${sid}:${token}`,
  ],
  ['vonage', vonage('key:s%40cret@api.example.com/'), '60300', 'https://api.example.com/v1/messages', 'key:s@cret'],
] as const)
  test(`${setting} creates ${name}, which sends from ${from} to ${url}`, async () => {
    const provider = create(name, setting)
    if ('problem' in provider) throw new Error(provider.problem)
    await provider.submit({ id: 'x', shard: 'a1', to: '+447700900001', text: 'x', messageId: 'x' })
    expect([provider.name, provider.from, posted.at(-1)?.url]).toEqual([name, from, url])
    expect(posted.at(-1)?.headers.Authorization).toBe(`Basic ${Buffer.from(authorization).toString('base64')}`)
  })

for (const [name, what, setting] of [
  ['twilio', 'an empty setting', ''],
  ['twilio', 'no URL', `${sid}:${token}`],
  ['twilio', 'no user', 'https://api.example.com?from=%2B447700900000'],
  ['twilio', 'the id of a key', `https://${sid.replace('AC', 'SK')}:${token}@api.example.com?from=%2B447700900000`],
  ['twilio', 'a short token', `https://${sid}:fifteen-letters@api.example.com?from=%2B447700900000`],
  ['twilio', 'no sender', `https://${sid}:${token}@api.example.com`],
  ['twilio', 'a name as the sender', `https://${sid}:${token}@api.example.com?from=DemoShop`],
  ['twilio', 'plain HTTP', `http://${sid}:${token}@api.example.com?from=%2B447700900000`],
  ['twilio', 'another scheme', `smtp://${sid}:${token}@127.0.0.1?from=%2B447700900000`],
  ['twilio', 'a token that is encoded wrongly', `https://${sid}:${token}%@api.example.com?from=%2B447700900000`],
  ['vonage', 'no signature secret', vonage('key:secret@api.example.com', 'from=60300')],
  ['vonage', 'a short signature secret', vonage('key:secret@api.example.com', 'from=60300&signature_secret=short')],
  ['vonage', 'no API secret', vonage('key@api.example.com')],
  ['vonage', 'no API key', vonage(':secret@api.example.com')],
  ['vonage', 'an API key with a colon', vonage('k%3Aey:secret@api.example.com')],
] as const)
  test(`${name}: ${what} is rejected with the expected format, and the setting is not quoted`, () => {
    expect(create(name, setting)).toEqual({
      problem: `SMS_${name.toUpperCase()}_URL is not valid: ${smsProviders[name]!.setting}`,
    })
  })

for (const name of ['', 'Twilio', 'carrier', 'constructor', '__proto__'])
  test(`${JSON.stringify(name)} is not a provider`, () => {
    expect(create(name, '')).toEqual({ problem: 'the SMS provider must be one of twilio, vonage' })
  })
