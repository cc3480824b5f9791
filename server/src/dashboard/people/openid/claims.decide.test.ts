import { expect, test } from 'vitest'
import { isRecentSignIn, verifiedEmail } from './claims.decide.ts'

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
  [seconds, true],
  [seconds - 600, true],
  [seconds + 20, true],
  [seconds - 631, false],
  [seconds + 631, false],
  [String(seconds), false],
  [undefined, false],
])('a sign-in at the provider at %s is recent: %s', (at, isRecent) => {
  expect(isRecentSignIn({ auth_time: at }, now)).toBe(isRecent)
})
