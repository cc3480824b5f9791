import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeKey, isWellFormedKey, maskKey } from './key-format.ts'

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
const mode = fc.constantFrom('live' as const, 'test' as const)

test('a key is its prefix, 2 characters of shard, 43 of secret and 6 of checksum (5.5)', () => {
  expect(composeKey('live', '0k', Buffer.alloc(32))).toBe(`td_live_0k${'0'.repeat(43)}3Qe8j0`)
  expect(composeKey('test', 'zz', Buffer.alloc(32, 0xff))).toMatch(/^td_test_zz[0-9A-Za-z]{49}$/)
})

test('every secret results in a different, well-formed key (5.5)', () => {
  fc.assert(
    fc.property(mode, secret, secret, (m, one, two) => {
      expect(isWellFormedKey(composeKey(m, '00', one))).toBe(true)
      expect(composeKey(m, '00', one) === composeKey(m, '00', two)).toBe(one.equals(two))
    }),
  )
})

test('a key with any one character changed is malformed (5.2)', () => {
  fc.assert(
    fc.property(secret, fc.nat(50), fc.constantFrom('0', 'A', 'a', 'z', '_', '-', 'é'), (bytes, offset, other) => {
      const key = composeKey('live', '00', bytes)
      const at = 'td_live_'.length + offset
      fc.pre(key[at] !== other)
      expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
    }),
  )
})

test('a masked key shows its prefix and its last four characters (2.8)', () => {
  expect(maskKey(`td_live_00${'a'.repeat(43)}123456`)).toBe('td_live_****3456')
})
