import { createHmac } from 'node:crypto'
import { verifyWebhook, WebhookVerificationError } from '@tidings/client'
import { describe, expect, test } from 'vitest'

const secret = 'whsec_example'
const now = new Date('2026-11-18T12:00:00Z')
const seconds = now.getTime() / 1_000
const body =
  '{"data":{"endpoint_id":"whe_1"},"id":"evt_1","occurred_at":"2026-11-18T12:00:00.000000+00:00","type":"ping","note":"é"}'
const event = JSON.parse(body) as unknown
const sign = (text: string, key = secret, t = seconds): string =>
  createHmac('sha256', key).update(`${t}.${text}`).digest('hex')
const signature = `t=${seconds},v1=${sign(body)}`
const wrong = '0'.repeat(64)

describe('a genuine webhook is verified (6.2)', () => {
  for (const [what, rawBody] of [
    ['a text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a Buffer of Node', Buffer.from(body)],
    ['a part of a larger buffer', Buffer.from(`xx${body}xx`).subarray(2, -2)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ] as const)
    test(`from ${what}`, async () => {
      expect(await verifyWebhook(rawBody, { 'x-service-signature': signature }, secret, { now })).toEqual(event)
    })

  for (const [what, headers] of [
    ['Headers', new Headers({ 'X-Service-Signature': signature })],
    ['headers of Node', { 'x-service-signature': signature, 'set-cookie': ['a', 'b'], accept: undefined }],
    ['a record with another letter case', { 'X-Service-Signature': signature }],
    ['a header as a list', { 'x-service-signature': [signature] }],
  ] as const)
    test(`with ${what}`, async () => {
      const given = headers as Headers | Record<string, string | string[] | undefined>
      expect(await verifyWebhook(body, given, secret, { now })).toEqual(event)
    })

  for (const [what, header, secrets] of [
    ['the second of two secrets', signature, ['whsec_new', secret]],
    ['the second of two signatures', `t=${seconds},v1=${wrong},v1=${sign(body)}`, secret],
    ['an unknown scheme beside it', `t=${seconds},v0=1,v1=${sign(body)},v2=abc`, secret],
  ] as const)
    test(`by ${what}`, async () => {
      expect(await verifyWebhook(body, { 'x-service-signature': header }, secrets, { now })).toEqual(event)
    })

  for (const offset of [-300, 300])
    test(`${offset} seconds from now`, async () => {
      const at = new Date(now.getTime() + offset * 1_000)
      expect(await verifyWebhook(body, { 'x-service-signature': signature }, secret, { now: at })).toEqual(event)
    })
})

describe('another request is refused', () => {
  for (const [what, header, problem, options, text] of [
    ['no header', undefined, 'missing_signature'],
    ['an empty header', '', 'malformed_signature'],
    ['no time', `v1=${sign(body)}`, 'malformed_signature'],
    ['a time that is no number', `t=1e9,v1=${sign(body)}`, 'malformed_signature'],
    ['no signature', `t=${seconds}`, 'malformed_signature'],
    ['a short signature', `t=${seconds},v1=${sign(body).slice(2)}`, 'malformed_signature'],
    ['a wrong signature', `t=${seconds},v1=${wrong}`, 'wrong_signature'],
    ['another secret', `t=${seconds},v1=${sign(body, 'whsec_other')}`, 'wrong_signature'],
    ['a changed time', `t=${seconds + 1},v1=${sign(body)}`, 'wrong_signature'],
    ['a changed body', signature, 'wrong_signature', {}, `${body} `],
    ['an old signature', `t=${seconds - 301},v1=${sign(body, secret, seconds - 301)}`, 'stale_timestamp'],
    ['a signature of the future', `t=${seconds + 301},v1=${sign(body, secret, seconds + 301)}`, 'stale_timestamp'],
    [
      'a shorter tolerance',
      `t=${seconds - 11},v1=${sign(body, secret, seconds - 11)}`,
      'stale_timestamp',
      { toleranceSeconds: 10 },
    ],
    ['a body that is not JSON', `t=${seconds},v1=${sign('{')}`, 'malformed_body', {}, '{'],
  ] as const)
    test(`${what}: ${problem}`, async () => {
      const error: unknown = await verifyWebhook(text ?? body, { 'x-service-signature': header }, secret, {
        now,
        ...options,
      }).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(WebhookVerificationError)
      expect(error).toMatchObject({ problem })
    })

  test('no secret at all', async () => {
    await expect(verifyWebhook(body, { 'x-service-signature': signature }, [], { now })).rejects.toMatchObject({
      problem: 'wrong_signature',
    })
  })

  test('an empty secret is an error of the caller, because anybody could sign with it', async () => {
    const header = `t=${seconds},v1=${sign(body, '')}`
    await expect(verifyWebhook(body, { 'x-service-signature': header }, '', { now })).rejects.toBeInstanceOf(TypeError)
  })

  test('a parsed body is an error of the caller', async () => {
    const parsed = event as string
    await expect(verifyWebhook(parsed, { 'x-service-signature': signature }, secret, { now })).rejects.toThrow(
      'rawBody must be the text or the bytes',
    )
  })
})
