import { expect, test } from 'vitest'
import { relyingPartyOf } from './rp-id.decide.ts'

test.each([
  ['https://updates.example.com', 'updates.example.com'],
  ['https://updates.example.com:8443', 'updates.example.com'],
  ['http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', null],
  ['http://[::1]:3000', null],
])('the passkeys of %s belong to %s', (publicUrl, host) => {
  expect(relyingPartyOf(publicUrl)).toBe(host)
})
