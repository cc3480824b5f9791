import { expect, test } from 'vitest'
import { secretKeyOf } from '../keyring.support.ts'
import { createKeyring } from '../keyring.ts'
import { readSeenToken, writeSeenToken } from './seen-token.ts'
import type { Session } from './session.ts'

const keyring = createKeyring([secretKeyOf('0')])
const target: Session = {
  kind: 'mailbox',
  shard: '00',
  businessId: 'business',
  recipientId: 'ada',
  epoch: 1,
  messageId: null,
  expiresAt: new Date(0),
}
const seen = [
  { id: 'one', updatedAt: new Date('2026-11-15T05:12:00.123Z') },
  { id: 'two', updatedAt: new Date('2026-11-14T05:12:00.000Z') },
]
const sealed = writeSeenToken(keyring, target, seen)

const rows: [given: string, reader: Session, text: string, read: typeof seen | null][] = [
  ['the token of its page', target, sealed, seen],
  ['the token of another recipient', { ...target, recipientId: 'bob' }, sealed, null],
  ['the token of another business', { ...target, businessId: 'other' }, sealed, null],
  ['a modified token', target, `A${sealed.slice(1)}`, null],
  ['an empty token', target, '', null],
  ['the token of an earlier epoch', { ...target, epoch: 2 }, sealed, null],
  ['the token of an inbox, on the page of an order', { ...target, kind: 'order', nudgeId: 'ada' }, sealed, null],
]
for (const [given, reader, text, read] of rows)
  test(`a form with ${given} is ${read === null ? 'rejected' : 'accepted'}`, () => {
    expect(readSeenToken(keyring, reader, text)).toEqual(read)
  })
