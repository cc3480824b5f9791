import { expect, test } from 'vitest'
import { secretKeyOf } from '../keyring.support.ts'
import { createKeyring } from '../keyring.ts'
import { readSeenToken, writeSeenToken } from './seen-token.ts'

const keyring = createKeyring([secretKeyOf('0')])
const target = { shard: '00', businessId: 'business', recipientId: 'ada' }
const seen = [
  { id: 'one', updatedAt: new Date('2026-11-15T05:12:00.123Z') },
  { id: 'two', updatedAt: new Date('2026-11-14T05:12:00.000Z') },
]
const sealed = writeSeenToken(keyring, target, seen)

for (const [given, reader, text, read] of [
  ['the token of its page', target, sealed, seen],
  ['the token of another recipient', { ...target, recipientId: 'bob' }, sealed, null],
  ['the token of another business', { ...target, businessId: 'other' }, sealed, null],
  ['a modified token', target, `A${sealed.slice(1)}`, null],
  ['an empty token', target, '', null],
] as const)
  test(`a form with ${given} is ${read === null ? 'rejected' : 'accepted'}`, () => {
    expect(readSeenToken(keyring, reader, text)).toEqual(read)
  })
