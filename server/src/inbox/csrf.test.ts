import { createSecretKey, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { formProof, isFormProof } from './csrf.ts'

const deriveKey = (purpose: string): KeyObject => createSecretKey(Buffer.from(purpose.padEnd(32, '.')))
const proof = formProof(deriveKey, 'session')

for (const [given, session, text, isOne] of [
  ['its own', 'session', proof, true],
  ["another session's", 'another', proof, false],
  ['a changed', 'session', `A${proof.slice(1)}`, false],
  ['no', 'session', '', false],
  ['no session and no', '', '', false],
] as const)
  test(`a form with ${given} proof is ${isOne ? 'taken' : 'refused'}`, () => {
    expect(isFormProof(deriveKey, session, text)).toBe(isOne)
  })
