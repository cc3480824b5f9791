import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { maskSecret, newSecret, openSecret, sealSecret } from './secret.ts'

const deriveKey = () => createSecretKey(Buffer.alloc(32, 7))
const seal = (id: string, secret: string) => sealSecret({ deriveKey, randomBytes }, id, secret)

test('a secret is whsec_ and base64 of 32 bytes, and is masked to its last four characters (2.12)', () => {
  const secret = newSecret(randomBytes)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(maskSecret(secret.slice(-4))).toBe(`whsec_****${secret.slice(-4)}`)
})
test('a sealed secret opens for its own endpoint, and each sealing gives different bytes', () => {
  const [one, two] = [seal('a', 'whsec_x'), seal('a', 'whsec_x')]
  expect(openSecret(deriveKey, 'a', one)).toBe('whsec_x')
  expect(one.equals(two)).toBe(false)
  expect(one.includes('whsec')).toBe(false)
})
test('a sealed secret does not open for another endpoint or after any change', () => {
  const sealed = seal('a', 'whsec_x')
  expect(() => openSecret(deriveKey, 'b', sealed)).toThrow(/authenticate/)
  for (let index = 0; index < sealed.length; index++) {
    const modified = Buffer.from(sealed)
    modified[index]! ^= 1
    expect(() => openSecret(deriveKey, 'a', modified)).toThrow(/authenticate/)
  }
})
