import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDigestKey } from '../keyring.ts'
import { canonical, fingerprint } from './fingerprint.ts'

const key = createDigestKey(Buffer.alloc(32, 7))
const of = (body: unknown, operation = 1, path: unknown = {}) => fingerprint(key, operation, path, body).toString('hex')

for (const [what, one, two, same] of [
  ['fields in another order', of({ a: 1, b: [2, { c: 3, d: 4 }] }), of({ b: [2, { d: 4, c: 3 }], a: 1 }), true],
  ['one value changed', of({ a: 1 }), of({ a: 2 }), false],
  ['a number and its text', of({ a: 1 }), of({ a: '1' }), false],
  ['null and absent', of({ a: null }), of({}), false],
  ['items in another order', of([1, 2]), of([2, 1]), false],
  ['another operation', of({}, 1), of({}, 6), false],
  ['another target', of(undefined, 6, { id: 'a' }), of(undefined, 6, { id: 'b' }), false],
  ['no body and an empty one', of(undefined), of({}), false],
] as const)
  test(`${what}: ${same ? 'the same' : 'another'} request (4.1)`, () => {
    expect(one === two).toBe(same)
  })

test('the canonical text of any value is JSON of the same value (4.1)', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value))
      expect(JSON.parse(canonical(parsed))).toEqual(parsed)
    }),
  )
})

test('a deeply nested value has a canonical text (4.1)', () => {
  const text = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`
  expect(canonical(JSON.parse(text))).toBe(text)
})
