import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { csrfToken, isValidCsrfToken } from './inbox/csrf.ts'
import { readSeenToken, writeSeenToken } from './inbox/seen-token.ts'
import {
  inboxLink,
  readInboxToken,
  readMailboxSession,
  readOrderSession,
  readTextToken,
  readUnsubscribeToken,
  textLink,
  unsubscribeUrl,
  writeMailboxSession,
  writeOrderSession,
} from './inbox-tokens/tokens.ts'
import { secretKeyOf } from './keyring.support.ts'
import { checkValue, createDigestKey, createKeyring, type Keyring } from './keyring.ts'

const target = { shard: '00', businessId: crypto.randomUUID(), recipientId: crypto.randomUUID() }
const expiresAt = new Date('2027-02-13T00:00:00Z')
const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
const pass = { ...target, epoch: 1, messageId: crypto.randomUUID(), expiresAt }
const order = { ...pass, nudgeId: crypto.randomUUID() }
const session = { ...pass, kind: 'mailbox' } as const
const seen = [{ id: 'one', updatedAt: expiresAt }]

const kinds: [kind: string, write: (ring: Keyring) => string, isValid: (ring: Keyring, token: string) => boolean][] = [
  ['inbox link', (ring) => tokenOf(inboxLink(ring, '', pass)), (ring, token) => readInboxToken(ring, token) !== null],
  ['text link', (ring) => tokenOf(textLink(ring, '', order)), (ring, token) => readTextToken(ring, token) !== null],
  [
    'session of an inbox',
    (ring) => writeMailboxSession(ring, pass),
    (ring, token) => readMailboxSession(ring, token) !== null,
  ],
  [
    'session of an order',
    (ring) => writeOrderSession(ring, order),
    (ring, token) => readOrderSession(ring, token) !== null,
  ],
  [
    'unsubscribe link',
    (ring) => tokenOf(unsubscribeUrl(ring, '', target)),
    (ring, token) => readUnsubscribeToken(ring, token) !== null,
  ],
  ['CSRF token', (ring) => csrfToken(ring, session), (ring, token) => isValidCsrfToken(ring, session, token)],
  [
    'seen token',
    (ring) => writeSeenToken(ring, session, seen),
    (ring, token) => readSeenToken(ring, session, token) !== null,
  ],
]

const ringOf = ([first, ...others]: [string, ...string[]]): Keyring =>
  createKeyring([secretKeyOf(first), ...others.map(secretKeyOf)])
describe('a rotation of the keys', () => {
  const rows: [written: [string, ...string[]], read: [string, ...string[]], isValid: boolean][] = [
    [['old'], ['old'], true],
    [['old'], ['old', 'new'], true],
    [['old'], ['new', 'old'], true],
    [['old'], ['2', '3', '4', '5', '6', '7', '8', 'old'], true],
    [['old', 'new'], ['old'], true],
    [['new', 'old'], ['old', 'new'], true],
    [['new', 'old'], ['new'], true],
    [['new', 'old'], ['old'], false],
    [['old'], ['new'], false],
  ]
  for (const [kind, write, isValid] of kinds)
    for (const [written, read, expected] of rows)
      test(`a process with the keys ${read.join()} ${expected ? 'accepts' : 'rejects'} the ${kind} of one with ${written.join()}`, () => {
        expect(isValid(ringOf(read), write(ringOf(written)))).toBe(expected)
      })
})

test('keys are derived as in earlier releases, so that links, seals and digests of those stay valid', () => {
  const { bytes } = secretKeyOf('0')
  const earlier = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', bytes, '', purpose, 32))
  expect(createKeyring([secretKeyOf('0')])('inbox link')[0].key.export()).toEqual(earlier('inbox link'))
  expect(createDigestKey(bytes)('address digest').export()).toEqual(earlier('address digest'))
})

test('a check value depends on the key and does not contain it', () => {
  const { bytes } = secretKeyOf('0')
  expect(checkValue(bytes)).toEqual(checkValue(Buffer.from(bytes)))
  expect(checkValue(bytes)).not.toEqual(checkValue(secretKeyOf('1').bytes))
  expect(checkValue(bytes)).not.toEqual(createHmac('sha256', bytes).update('tidings').digest())
})

/** Never called: tsc checks these lines. Each use of the wrong kind of key must not compile. */
export function wrongUses(): void {
  const [keyring, digestKey] = [ringOf(['0']), createDigestKey(secretKeyOf('0').bytes)]
  // @ts-expect-error -- a stored digest made with a key that rotates would not be found again
  keyring('address digest')
  // @ts-expect-error -- a link signed with the digest key could never be rotated
  digestKey('inbox link')
  // @ts-expect-error -- the same for a function that takes the ring
  inboxLink(digestKey, '', pass)
}
