import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findSecrets } from '../../.ci/secrets.ts'
import { composeKey } from '../src/keys/key-format.ts'

/** Generated at run time, so that this file contains no secret itself. */
const hex = (length: number): string => randomBytes(length).toString('hex').slice(0, length)
const letters = (length: number): string =>
  randomBytes(2 * length)
    .toString('base64')
    .replaceAll(/\W/g, 'x')
    .slice(0, length)
const { privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

describe('a planted secret is found', () => {
  for (const [kind, secret] of [
    ['an API key of this service', composeKey('live', '00', randomBytes(32))],
    ['a webhook secret of this service', `whsec_${randomBytes(32).toString('base64')}`],
    ['a private key', privateKey],
    ['an AWS access key', `AKIA${hex(16).toUpperCase()}`],
    ['a Twilio API key', `SK${hex(32)}`],
    ['a Stripe key', `sk_live_${letters(24)}`],
    ['a SendGrid key', `SG.${letters(22)}.${letters(43)}`],
    ['a Mailgun key', `key-${hex(32)}`],
    ['a Resend key', `re_${letters(8)}_${letters(24)}`],
    ['a Meta access token', `EAA${letters(100)}`],
    ['a Google API key', `AIza${letters(35)}`],
    ['a GitHub token', `ghp_${letters(36)}`],
    ['an npm token', `npm_${letters(36)}`],
    ['a Slack token', `xoxb-${hex(24)}`],
    ['a signed token', `eyJ${letters(20)}.eyJ${letters(20)}.${letters(43)}`],
    ['a password in an address', `postgres://tidings:1a${letters(24)}@db.example/tidings`],
    ['a random value with the name of a secret', `TWILIO_AUTH_TOKEN = '1a${letters(30)}'`],
    ['a random value with the name of a secret', `"api_key": "1a${letters(30)}"`],
  ] as const)
    test(`${kind} in line 2`, () => {
      expect(findSecrets(`first line\nsecond ${secret} line\n`)).toEqual([
        { kind, line: 2, digest: expect.stringMatching(/^[0-9a-f]{16}$/) },
      ])
    })
})

describe('other text is not reported', () => {
  for (const [what, text] of [
    ['a key whose checksum is wrong', `${composeKey('live', '00', randomBytes(32)).slice(0, -6)}aaaaaa`],
    ['a masked key', 'td_live_****aB3d'],
    ['a placeholder in an address', 'smtps://user:password@host'],
    ['plain words in a variable named secret', `const secret = 'the-signing-key-of-a-provider'`],
    ['a secret that is read from the environment', `const token = process.env['OPERATOR_TOKEN']`],
    ['the digest of a package', `"integrity": "sha512-${randomBytes(64).toString('base64')}"`],
    ['a public id', 'msg_01JCV0000000000000000000ZZ'],
  ] as const)
    test(what, () => {
      expect(findSecrets(text)).toEqual([])
    })
})
