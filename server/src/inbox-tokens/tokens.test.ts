import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretKeyOf } from '../keyring.support.ts'
import { createKeyring } from '../keyring.ts'
import { formerInboxLink, formerTextLink } from './former-links.support.ts'
import {
  exampleLinks,
  inboxLink,
  type MailboxPass,
  readFormerTextToken,
  readInboxToken,
  readMailboxSession,
  readOrderSession,
  readTextToken,
  readUnsubscribeToken,
  shardOfTextToken,
  textLink,
  unsubscribeUrl,
  whatsappLink,
  writeMailboxSession,
  writeOrderSession,
} from './tokens.ts'

const keyring = createKeyring([secretKeyOf('ours')])

const target = {
  shard: 'a1',
  businessId: '019a8400-0000-7000-8000-000000000001',
  recipientId: '019a8400-ffff-7fff-bfff-00000000000f',
}
// A whole day, because the link of a text contains the day.
const expiresAt = new Date('2027-02-13T00:00:00Z')
const mailbox: MailboxPass = { ...target, epoch: 3, messageId: '019a8400-0000-7000-8000-000000000002', expiresAt }
const orderLink = { shard: 'a1', nudgeId: '019a8400-0000-7000-8000-000000000003', epoch: 3, expiresAt }
const order = { ...orderLink, businessId: target.businessId }
const link = inboxLink(keyring, 'https://tidings.example', mailbox)
const unsubscribe = unsubscribeUrl(keyring, 'https://tidings.example', target)
const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
const tokens = {
  link: tokenOf(link),
  formerLink: tokenOf(formerInboxLink(keyring, target, expiresAt)),
  text: tokenOf(textLink(keyring, '', orderLink)),
  formerText: tokenOf(formerTextLink(keyring, target, expiresAt)),
  session: writeMailboxSession(keyring, mailbox),
  orderSession: writeOrderSession(keyring, order),
  unsubscribe: tokenOf(unsubscribe),
}
type Kind = keyof typeof tokens

const readers: [
  name: string,
  read: (ring: typeof keyring, token: string) => unknown,
  accepted: Partial<Record<Kind, unknown>>,
][] = [
  [
    'readInboxToken',
    readInboxToken,
    { link: mailbox, formerLink: { ...target, epoch: 0, messageId: null, expiresAt } },
  ],
  ['readTextToken', readTextToken, { text: orderLink }],
  [
    'readFormerTextToken',
    readFormerTextToken,
    { formerText: { shard: target.shard, recipientId: target.recipientId, expiresAt } },
  ],
  ['readMailboxSession', readMailboxSession, { session: mailbox }],
  ['readOrderSession', readOrderSession, { orderSession: order }],
  ['readUnsubscribeToken', readUnsubscribeToken, { unsubscribe: target }],
]

describe('the links (1.2)', () => {
  test('begin with the shard, and those to a phone are short', () => {
    expect(link).toMatch(/^https:\/\/tidings\.example\/inbox\/a1[\w-]{95}$/)
    expect(unsubscribe).toMatch(/^https:\/\/tidings\.example\/unsubscribe\/a1[\w-]{64}$/)
    expect(textLink(keyring, 'https://t.example', orderLink)).toMatch(/^https:\/\/t\.example\/i\/a1[\w-]{38}$/)
    expect(whatsappLink(keyring, 'https://t.example', orderLink)).toBe(`https://t.example/inbox/${tokens.text}`)
  })

  test('of a preview are as long as real ones, and no reader accepts them', () => {
    const examples = exampleLinks('https://t.example')
    const real = {
      inbox: inboxLink(keyring, 'https://t.example', mailbox),
      unsubscribe: unsubscribeUrl(keyring, 'https://t.example', target),
      text: textLink(keyring, 'https://t.example', orderLink),
      whatsapp: whatsappLink(keyring, 'https://t.example', orderLink),
    }
    const shape = (links: Record<string, string>) =>
      Object.entries(links).map(([kind, one]) => [kind, one.length, one.slice(0, one.lastIndexOf('/'))])
    expect(shape(examples)).toEqual(shape(real))
    for (const example of Object.values(examples)) {
      expect(example).toMatch(/\/example-example-[aelmpx-]+$/)
      expect(readers.map(([, read]) => read(keyring, tokenOf(example)))).toEqual(readers.map(() => null))
    }
  })

  test('the shard of a typed token is that of the link of a text, of this release or an earlier one', () => {
    const shards = Object.entries(tokens).map(([kind, token]) => [kind, shardOfTextToken(token)])
    expect(shards.filter(([, shard]) => shard !== null)).toEqual([
      ['text', 'a1'],
      ['formerText', 'a1'],
    ])
  })

  for (const [reader, read, accepted] of readers) {
    for (const kind of Object.keys(tokens) as Kind[])
      test(`${reader} ${kind in accepted ? 'accepts' : 'rejects'} a token of the kind ${kind}`, () => {
        expect(read(keyring, tokens[kind])).toEqual(accepted[kind] ?? null)
      })

    for (const kind of Object.keys(accepted) as Kind[]) {
      const token = tokens[kind]
      test(`${reader} rejects a token of the kind ${kind} with any flipped bit`, () => {
        for (let index = 0; index < token.length; index++)
          for (let bit = 0; bit < 7; bit++) {
            const flipped = String.fromCharCode(token.charCodeAt(index) ^ (1 << bit))
            expect(read(keyring, token.slice(0, index) + flipped + token.slice(index + 1))).toBeNull()
          }
      })

      test(`${reader} rejects a token of the kind ${kind} that was sealed with another secret key`, () => {
        expect(read(createKeyring([secretKeyOf('theirs')]), token)).toBeNull()
      })

      test(`${reader} never throws, and rejects every text that was not sealed as ${kind}`, () => {
        const around = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
        fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => read(keyring, text) === null))
        fc.assert(
          fc.property(around, ([before, after]) => {
            const text = before + token + after
            return (read(keyring, text) !== null) === (text === token)
          }),
        )
        fc.assert(fc.property(fc.nat(token.length - 1), (end) => read(keyring, token.slice(0, end)) === null))
      })
    }
  }

  test('contain any target, any epoch modulo 65,536 and any expiry in seconds until the year 36812', () => {
    const pass = fc.record({
      shard: fc.stringMatching(/^[0-9A-Za-z]{2}$/),
      businessId: fc.uuid(),
      recipientId: fc.uuid(),
      epoch: fc.nat(1_000_000),
      messageId: fc.option(fc.uuid()),
      expiresAt: fc.nat(2 ** 40 - 1).map((seconds) => new Date(seconds * 1000)),
    })
    fc.assert(
      fc.property(pass, (given) => {
        const inside = { ...given, epoch: given.epoch % 65_536 }
        expect(readInboxToken(keyring, tokenOf(inboxLink(keyring, '', given)))).toEqual(inside)
        expect(readMailboxSession(keyring, writeMailboxSession(keyring, given))).toEqual(inside)
      }),
    )
  })

  test('the link of a text is valid until the end of its last day', () => {
    const given = { ...orderLink, nudgeId: randomUUID(), expiresAt: new Date('2027-02-13T05:12:00Z') }
    expect(readTextToken(keyring, tokenOf(textLink(keyring, '', given)))).toEqual({
      ...given,
      expiresAt: new Date('2027-02-14T00:00:00Z'),
    })
  })
})
