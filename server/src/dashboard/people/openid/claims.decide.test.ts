import { expect, test } from 'vitest'
import { secondsSinceSignIn, verifiedEmail } from './claims.decide.ts'

const email = 'ana@shop.example'
test.each([
  [{ email, email_verified: true }, email],
  [{ email, email_verified: false }, null],
  [{ email, email_verified: 'true' }, null],
  [{ email }, null],
  [{ email_verified: true }, null],
  [{ email: [email], email_verified: true }, null],
])('the verified address of %j is %s', (claims, verified) => {
  expect(verifiedEmail(claims)).toBe(verified)
})

const now = new Date('2026-07-01T12:00:00Z')
const seconds = now.getTime() / 1000
test.each([
  [seconds, 0],
  [seconds - 540, 540],
  [seconds + 20, 0],
  [seconds + 31, null],
  [0, 86_400],
  [String(seconds), null],
  [undefined, null],
])('a sign-in at the provider at %s was %s seconds ago', (at, ago) => {
  expect(secondsSinceSignIn({ auth_time: at }, now)).toBe(ago)
})
