import { expect, test } from 'vitest'
import { secretKeyOf } from '../keyring.support.ts'
import { createKeyring } from '../keyring.ts'
import { csrfToken, isValidCsrfToken } from './csrf.ts'

const keyring = createKeyring([secretKeyOf('0')])
const token = csrfToken(keyring, 'session')

for (const [given, session, text, isValid] of [
  ['its own', 'session', token, true],
  ["another session's", 'another', token, false],
  ['a changed', 'session', `A${token.slice(1)}`, false],
  ['no', 'session', '', false],
  ['no session and no', '', '', false],
] as const)
  test(`a form with ${given} CSRF token is ${isValid ? 'accepted' : 'rejected'}`, () => {
    expect(isValidCsrfToken(keyring, session, text)).toBe(isValid)
  })
