import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretKeyOf } from '../keyring.support.ts'
import { createKeyring } from '../keyring.ts'
import { type MailboxSession, type OrderSession, readSession, sessionPath, writeSession } from './session.ts'

const keyring = createKeyring([secretKeyOf('0')])
const pass = { shard: 'a1', businessId: randomUUID(), epoch: 2, expiresAt: new Date('2027-02-13T00:00:00Z') }
const mailbox: MailboxSession = { ...pass, kind: 'mailbox', recipientId: randomUUID(), messageId: randomUUID() }
const order: OrderSession = { ...pass, kind: 'order', nudgeId: randomUUID() }
const other: MailboxSession = { ...mailbox, recipientId: randomUUID() }
const cookieOf = (session: MailboxSession | OrderSession): string => writeSession(keyring, session)

test('the path of a session begins with the shard and has 24 characters', () => {
  expect(sessionPath(mailbox)).toMatch(/^\/inbox\/a1[\w-]{22}$/)
  expect(sessionPath(order)).toMatch(/^\/i\/a1[\w-]{22}$/)
})

for (const [what, kind, path, cookies, expected] of [
  ['its own cookie', 'mailbox', sessionPath(mailbox), [cookieOf(mailbox)], mailbox],
  ['its own cookie, of an order', 'order', sessionPath(order), [cookieOf(order)], order],
  ['a forged cookie before its own', 'mailbox', sessionPath(mailbox), ['forged', cookieOf(mailbox)], mailbox],
  [
    'the cookie of another path before its own',
    'mailbox',
    sessionPath(mailbox),
    [cookieOf(other), cookieOf(mailbox)],
    mailbox,
  ],
  ['only the cookie of another path', 'mailbox', sessionPath(mailbox), [cookieOf(other)], null],
  ['the cookie of an order', 'mailbox', sessionPath(mailbox), [cookieOf(order)], null],
  ['the cookie of an inbox on the path of an order', 'order', sessionPath(order), [cookieOf(mailbox)], null],
  ['no cookie', 'mailbox', sessionPath(mailbox), [], null],
] as const)
  test(`a request with ${what} has ${expected === null ? 'no session' : 'a session'}`, () => {
    expect(readSession(keyring, kind, path, [...cookies])).toEqual(expected)
  })
