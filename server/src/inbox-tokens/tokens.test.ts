import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretKeyOf } from '../keyring.support.ts'
import { createKeyring } from '../keyring.ts'
import {
  inboxLink,
  readInboxSession,
  readInboxToken,
  readTextToken,
  readUnsubscribeToken,
  textLink,
  unsubscribeUrl,
  writeInboxSession,
} from './tokens.ts'

const keyring = createKeyring([secretKeyOf('ours')])

const target = {
  shard: 'a1',
  businessId: '019a8400-0000-7000-8000-000000000001',
  recipientId: '019a8400-ffff-7fff-bfff-00000000000f',
}
const expiresAt = new Date('2027-02-13T05:12:00Z')
const link = inboxLink(keyring, 'https://tidings.example', target, expiresAt)
const unsubscribe = unsubscribeUrl(keyring, 'https://tidings.example', target)
const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
const tokens = {
  link: tokenOf(link),
  session: writeInboxSession(keyring, { ...target, expiresAt }),
  unsubscribe: tokenOf(unsubscribe),
}

describe('the inbox link (1.2)', () => {
  test('is a URL whose token begins with the shard', () => {
    expect(link).toMatch(/^https:\/\/tidings\.example\/inbox\/a1[\w-]{71}$/)
    expect(unsubscribe).toMatch(/^https:\/\/tidings\.example\/unsubscribe\/a1[\w-]{64}$/)
  })

  for (const [reader, read, accepted] of [
    ['readInboxToken', readInboxToken, 'link'],
    ['readInboxSession', readInboxSession, 'session'],
    ['readUnsubscribeToken', readUnsubscribeToken, 'unsubscribe'],
  ] as const) {
    for (const [kind, token] of Object.entries(tokens))
      test(`${reader} ${kind === accepted ? 'accepts' : 'rejects'} a token of the kind ${kind}`, () => {
        const inside = accepted === 'unsubscribe' ? target : { ...target, expiresAt }
        expect(read(keyring, token)).toEqual(kind === accepted ? inside : null)
      })

    test(`${reader} rejects a token with any flipped bit`, () => {
      const token = tokens[accepted]
      for (let index = 0; index < token.length; index++)
        for (let bit = 0; bit < 7; bit++) {
          const flipped = String.fromCharCode(token.charCodeAt(index) ^ (1 << bit))
          expect(read(keyring, token.slice(0, index) + flipped + token.slice(index + 1))).toBeNull()
        }
    })

    test(`${reader} rejects a token sealed with another secret key`, () => {
      expect(read(createKeyring([secretKeyOf('theirs')]), tokens[accepted])).toBeNull()
    })

    test(`${reader} never throws, and rejects every text that was not sealed`, () => {
      const around = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
      fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => read(keyring, text) === null))
      fc.assert(
        fc.property(around, ([before, after]) => {
          const text = before + tokens[accepted] + after
          return (read(keyring, text) !== null) === (text === tokens[accepted])
        }),
      )
      fc.assert(
        fc.property(
          fc.nat(tokens[accepted].length - 1),
          (end) => read(keyring, tokens[accepted].slice(0, end)) === null,
        ),
      )
    })
  }

  test('returns any target and any expiry in seconds until the year 36812', () => {
    const pass = fc.record({
      shard: fc.stringMatching(/^[0-9A-Za-z]{2}$/),
      businessId: fc.uuid(),
      recipientId: fc.uuid(),
      expiresAt: fc.nat(2 ** 40 - 1).map((seconds) => new Date(seconds * 1000)),
    })
    fc.assert(
      fc.property(pass, (given) => {
        expect(readInboxToken(keyring, tokenOf(inboxLink(keyring, '', given, given.expiresAt)))).toEqual(given)
      }),
    )
  })
})

test('the link of a text is short, contains recipient and expiry, and is rejected after any change (2.1)', () => {
  const customer = { shard: '00', businessId: randomUUID(), recipientId: randomUUID() }
  const short = textLink(keyring, 'https://t.example', customer, new Date('2026-12-01T00:00:00Z'))
  expect(short).toMatch(/^https:\/\/t\.example\/i\/[\w-]{37}$/)
  const token = short.slice('https://t.example/i/'.length)
  expect(readTextToken(keyring, token)).toEqual({
    shard: '00',
    businessId: null,
    recipientId: customer.recipientId,
    expiresAt: new Date('2026-12-01T00:00:00Z'),
  })
  for (let index = 0; index < token.length; index++)
    for (const other of ['A', 'B', '-']) {
      const modified = token.slice(0, index) + other + token.slice(index + 1)
      if (modified !== token) expect(readTextToken(keyring, modified)).toBeNull()
    }
  expect(readTextToken(keyring, '')).toBeNull()
  expect(readInboxToken(keyring, token)).toBeNull()
})
