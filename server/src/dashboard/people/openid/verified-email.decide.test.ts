import { expect, test } from 'vitest'
import { verifiedEmail } from './verified-email.decide.ts'

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
