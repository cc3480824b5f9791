import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { signature } from './request.ts'

const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
const next = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA='
const t = 1794696060
const body =
  '{"data":{"message_id":"msg_01JCV0000000000000000000","recipient_email":"ada@example.com"},' +
  '"id":"evt_01JCV0000000000000000000","occurred_at":"2026-11-14T22:41:00.000000+00:00","type":"message.delivered"}'
const vector = 'dce6dbe9fa4150b7e8356b380fffd80af1b5232a75d6262918e528c921dae842'

test('the signature is the hex-encoded HMAC-SHA256 of t, a dot and the raw body (6.2)', () => {
  expect(signature([secret], t, body)).toBe(`t=${t},v1=${vector}`)
})

test('during a rotation the header has two v1 values (6.2)', () => {
  const [, , ofNext] = signature([secret, next], t, body).split(',')
  expect(signature([secret, next], t, body)).toBe(`t=${t},v1=${vector},${ofNext}`)
  expect(signature([next], t, body)).toBe(`t=${t},${ofNext}`)
})

describe("Stripe's verifier of the same scheme (6.2)", () => {
  const verify = (header: string, sent: string, key: string, receivedAt: number): unknown =>
    Stripe.webhooks.constructEvent(sent, header, key, 300, undefined, receivedAt * 1000)

  for (const key of [secret, next])
    test(`accepts ${key === secret ? 'the old' : 'the new'} secret during a rotation`, () => {
      expect(verify(signature([secret, next], t, body), body, key, t)).toEqual(JSON.parse(body))
    })
  test('accepts a body with non-ASCII letters', () => {
    expect(verify(signature([secret], t, '{"text":"déjà – 到"}'), '{"text":"déjà – 到"}', secret, t)).toEqual({
      text: 'déjà – 到',
    })
  })
  for (const [what, header, sent, key, receivedAt] of [
    ['a tampered body', signature([secret], t, body), body.replace('ada@', 'eve@'), secret, t],
    ['a tampered t', signature([secret], t, body).replace(`${t}`, `${t + 1}`), body, secret, t],
    ['another secret', signature([secret], t, body), body, next, t],
    ['a stale t', signature([secret], t, body), body, secret, t + 301],
  ] as const)
    test(`rejects ${what}`, () => {
      expect(() => verify(header, sent, key, receivedAt)).toThrow(Stripe.errors.StripeSignatureVerificationError)
    })
})
