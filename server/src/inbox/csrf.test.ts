import { expect, test } from 'vitest'
import { secretKeyOf } from '../keyring.support.ts'
import { createKeyring } from '../keyring.ts'
import { csrfToken, isValidCsrfToken } from './csrf.ts'
import type { Session } from './session.ts'

const keyring = createKeyring([secretKeyOf('0')])
const session: Session = {
  kind: 'mailbox',
  shard: '00',
  businessId: 'shop',
  recipientId: 'ada',
  epoch: 1,
  messageId: null,
  expiresAt: new Date(0),
}
const token = csrfToken(keyring, session)

const rows: [given: string, session: Session, text: string, isValid: boolean][] = [
  ['its own', session, token, true],
  ['that of another link to the same inbox', { ...session, messageId: 'one', expiresAt: new Date(1) }, token, true],
  ["another recipient's", { ...session, recipientId: 'bob' }, token, false],
  ["another shop's", { ...session, businessId: 'other' }, token, false],
  ['that of another epoch', { ...session, epoch: 2 }, token, false],
  ['that of an inbox, on the page of an order', { ...session, kind: 'order', nudgeId: 'ada' }, token, false],
  ['a changed', session, `A${token.slice(1)}`, false],
  ['no', session, '', false],
]
for (const [given, ofPage, text, isValid] of rows)
  test(`a form with a CSRF token (${given}) is ${isValid ? 'accepted' : 'rejected'}`, () => {
    expect(isValidCsrfToken(keyring, ofPage, text)).toBe(isValid)
  })
