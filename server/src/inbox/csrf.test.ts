import { createSecretKey, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { csrfToken, isValidCsrfToken } from './csrf.ts'

const deriveKey = (purpose: string): KeyObject => createSecretKey(Buffer.from(purpose.padEnd(32, '.')))
const token = csrfToken(deriveKey, 'session')

for (const [given, session, text, isValid] of [
  ['its own', 'session', token, true],
  ["another session's", 'another', token, false],
  ['a changed', 'session', `A${token.slice(1)}`, false],
  ['no', 'session', '', false],
  ['no session and no', '', '', false],
] as const)
  test(`a form with ${given} CSRF token is ${isValid ? 'accepted' : 'rejected'}`, () => {
    expect(isValidCsrfToken(deriveKey, session, text)).toBe(isValid)
  })
