import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { maskSecret, newSecret, openSecret, sealSecret } from './secret.ts'

const deriveKey = () => createSecretKey(Buffer.alloc(32, 7))
const seal = (id: string, secret: string) => sealSecret({ deriveKey, randomBytes }, id, secret)

test('whsec_ and base64 of 32 bytes, masked to its last four characters (2.12)', () => {
  const secret = newSecret(randomBytes)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(maskSecret(secret.slice(-4))).toBe(`whsec_****${secret.slice(-4)}`)
})
test('what is sealed opens for its own endpoint, and never looks the same twice', () => {
  const [one, two] = [seal('a', 'whsec_x'), seal('a', 'whsec_x')]
  expect(openSecret(deriveKey, 'a', one)).toBe('whsec_x')
  expect(one.equals(two)).toBe(false)
  expect(one.includes('whsec')).toBe(false)
})
test('it does not open in another row, nor when a bit was changed', () => {
  const sealed = seal('a', 'whsec_x')
  expect(() => openSecret(deriveKey, 'b', sealed)).toThrow(/authenticate/)
  for (let place = 0; place < sealed.length; place++) {
    const bent = Buffer.from(sealed)
    bent[place]! ^= 1
    expect(() => openSecret(deriveKey, 'a', bent)).toThrow(/authenticate/)
  }
})
