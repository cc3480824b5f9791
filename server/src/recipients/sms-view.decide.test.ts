import { expect, test } from 'vitest'
import { maskPhone, smsStatus } from './sms-view.decide.ts'

const at = new Date()
for (const [consent, stop, status] of [
  [null, null, 'none'],
  [at, null, 'active'],
  [null, at, 'stopped'],
  [at, at, 'stopped'],
] as const)
  test(`3.4 consent ${consent !== null}, stop ${stop !== null} → ${status}`, () => {
    expect(smsStatus({ sms_consent_at: consent, sms_stopped_at: stop })).toBe(status)
  })

test('2.10 a number is shown by its beginning and its end', () => {
  expect([maskPhone('+447700900123'), maskPhone('+33612345678')]).toEqual(['+44*******123', '+33******678'])
})
