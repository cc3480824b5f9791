import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretKeyOf } from '../keyring.support.ts'
import { createKeyring } from '../keyring.ts'
import { canOpen, maskSecret, newSecret, openSecret, sealSecret } from './secret.ts'

const keyring = createKeyring([secretKeyOf('0')])
const seal = (id: string, secret: string) => sealSecret({ keyring, randomBytes }, id, secret)

test('a secret is whsec_ and base64 of 32 bytes, and is masked to its last four characters (2.12)', () => {
  const secret = newSecret(randomBytes)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(maskSecret(secret.slice(-4))).toBe(`whsec_****${secret.slice(-4)}`)
})
test('a sealed secret opens for its own endpoint, and each sealing gives different bytes', () => {
  const [one, two] = [seal('a', 'whsec_x'), seal('a', 'whsec_x')]
  expect(openSecret(keyring, 'a', one)).toBe('whsec_x')
  expect(one.bytes.equals(two.bytes)).toBe(false)
  expect(one.bytes.includes('whsec')).toBe(false)
})
test('a sealed secret does not open for another endpoint or after any change', () => {
  const sealed = seal('a', 'whsec_x')
  expect(() => openSecret(keyring, 'b', sealed)).toThrow(/authenticate/)
  for (let index = 0; index < sealed.bytes.length; index++) {
    const bytes = Buffer.from(sealed.bytes)
    bytes[index]! ^= 1
    expect(() => openSecret(keyring, 'a', { ...sealed, bytes })).toThrow(/authenticate/)
  }
})

const rotated = createKeyring([secretKeyOf('1'), secretKeyOf('0')])
for (const [what, ring, isOpened] of [
  ['the ring that sealed it', keyring, true],
  ['a ring with a newer key first', rotated, true],
  ['a ring without its key', createKeyring([secretKeyOf('1')]), false],
  ['a ring with another key under its id', createKeyring([{ ...secretKeyOf('1'), id: '0' }]), false],
] as const)
  test(`a secret ${isOpened ? 'opens' : 'does not open'} with ${what}`, () => {
    expect(canOpen(ring, 'a', seal('a', 'whsec_x'))).toBe(isOpened)
  })
test('a secret is sealed with the first key of the ring', () => {
  const sealed = sealSecret({ keyring: rotated, randomBytes }, 'a', 'whsec_x')
  expect(sealed.keyId).toBe('1')
  expect(openSecret(createKeyring([secretKeyOf('1')]), 'a', sealed)).toBe('whsec_x')
})
