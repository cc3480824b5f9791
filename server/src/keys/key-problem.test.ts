import { describe, expect, test } from 'vitest'
import { composeKey, composeOperatorToken } from './key-format.ts'
import { keyProblem, operatorTokenProblem } from './key-problem.ts'

const key = composeKey('live', '00', Buffer.alloc(32, 7))
const testKey = composeKey('test', '00', Buffer.alloc(32, 7))
const token = composeOperatorToken(Buffer.alloc(32, 7))
const withOther = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1)

describe('a refused API key is judged by its form (5.2)', () => {
  for (const [name, authorization, problem] of [
    ['no header', undefined, 'missing'],
    ['an empty header', '', 'missing'],
    ['another scheme', 'Basic dXNlcjpwYXNz', 'not_bearer'],
    ['a key without a scheme', key, 'not_bearer'],
    ['a scheme that only begins like Bearer', `Bearers ${key}`, 'not_bearer'],
    ['no key', 'Bearer', 'empty'],
    ['a space and no key', 'Bearer  ', 'empty'],
    ['a second word', `Bearer ${key} x`, 'spaces'],
    ['the token of an operator', `Bearer ${token}`, 'operator_token'],
    ['the key of another service', 'Bearer sk_live_0000', 'prefix'],
    ['a key that is cut off', `Bearer ${key.slice(0, -1)}`, 'length'],
    ['a key that is too long', `Bearer ${key}0`, 'length'],
    ['only the prefix', 'Bearer td_live_', 'length'],
    ['a character that no key has', `Bearer ${key.slice(0, -1)}-`, 'characters'],
    ['a mistyped secret', `Bearer ${withOther(key, 20)}`, 'checksum'],
    ['a mistyped checksum', `Bearer ${withOther(key, key.length - 1)}`, 'checksum'],
    ['the wrong mode', `Bearer ${key.replace('live', 'test')}`, 'checksum'],
    ['a well-formed key', `Bearer ${key}`, 'not_active'],
    ['a well-formed key of a test side', `bearer ${testKey}`, 'not_active'],
  ] as const)
    test(`${name}: ${problem}`, () => expect(keyProblem(authorization)).toBe(problem))
})

describe('a refused token of an operator is judged by its form', () => {
  for (const [name, authorization, problem] of [
    ['no header', undefined, 'missing'],
    ['another scheme', `Token ${token}`, 'not_bearer'],
    ['no token', 'Bearer ', 'empty'],
    ['a second word', `Bearer ${token} x`, 'spaces'],
    ['an API key', `Bearer ${key}`, 'api_key'],
    ['an API key that is cut off', `Bearer ${testKey.slice(0, 30)}`, 'api_key'],
    ['a mistyped token', `Bearer ${withOther(token, 20)}`, 'checksum'],
    ['a well-formed token', `Bearer ${token}`, 'not_active'],
    ['a text that can be an OPERATOR_TOKEN', 'Bearer correct-horse', 'not_active'],
  ] as const)
    test(`${name}: ${problem}`, () => expect(operatorTokenProblem(authorization)).toBe(problem))
})
