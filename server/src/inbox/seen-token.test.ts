import { createSecretKey, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { readShown, sealShown } from './seen-token.ts'

const deriveKey = (purpose: string): KeyObject => createSecretKey(Buffer.from(purpose.padEnd(32, '.')))
const target = { shard: '00', businessId: 'business', recipientId: 'ada' }
const shown = [
  { id: 'one', updatedAt: new Date('2026-11-15T05:12:00.123Z') },
  { id: 'two', updatedAt: new Date('2026-11-14T05:12:00.000Z') },
]
const sealed = sealShown(deriveKey, target, shown)

for (const [given, reader, text, read] of [
  ['what was given out', target, sealed, shown],
  ['what was given to somebody else', { ...target, recipientId: 'bob' }, sealed, null],
  ['what another business gave out', { ...target, businessId: 'other' }, sealed, null],
  ['a changed text', target, `A${sealed.slice(1)}`, null],
  ['nothing', target, '', null],
] as const)
  test(`a form with ${given} is ${read === null ? 'refused' : 'read'}`, () => {
    expect(readShown(deriveKey, reader, text)).toEqual(read)
  })
