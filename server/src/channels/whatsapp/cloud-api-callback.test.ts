import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  callbackWithoutWords,
  callbackWithReport,
  corruptedCopies,
  delivered,
  emptyCallback,
  hostileBodies,
  now,
  nudgeId,
  requestOf,
  wordsIn,
} from '../callback.support.ts'
import type { InboundMessage, ParsedCallback, Report } from '../callback.ts'
import { createCallbackParser } from './cloud-api-callback.ts'
import batch from './samples/batch.json' with { type: 'json' }
import replies from './samples/replies.json' with { type: 'json' }
import statuses from './samples/statuses.json' with { type: 'json' }

const appSecret = 'an-app-secret-of-tests'
const parseCallback = createCallbackParser({ appSecret, phoneNumberId: '200000000000001' })
const sign = (bytes: Buffer, secret = appSecret) => createHmac('sha256', secret).update(bytes).digest('hex')
/** Parses these bytes with a valid signature. */
const parseSigned = (body: Buffer) =>
  parseCallback(requestOf(body, { headers: { 'x-hub-signature-256': `sha256=${sign(body)}` } })) as ParsedCallback
const parse = (payload: unknown) => parseSigned(Buffer.from(JSON.stringify(payload)))

const sentId = 'wamid.HBgMNDQ3NzAwOTAwMTIzFQIAERgSQjA5NjVGNkM4RTY3RDJCMTg3AA=='
const reply: InboundMessage = {
  providerId: 'wamid.HBgMNDQ3NzAwOTAwMTIzFQIAEhgUM0EyQkM0RDVFNkY3MDgxOTJBM0IA',
  from: '+447700900123',
  to: '200000000000001',
  text: 'Where is it?',
  inReplyTo: sentId,
}

describe('statuses', () => {
  const failed: Report = { kind: 'failed', cause: 'other' }
  const notOnWhatsApp: Report = { kind: 'failed', cause: 'not_on_whatsapp' }
  const reports: Record<keyof typeof statuses, Report | null> = {
    sent: { kind: 'sent' },
    delivered,
    read: { kind: 'read' },
    'failed, undeliverable': notOnWhatsApp,
    'failed, trial sender': notOnWhatsApp,
    'failed, expired': failed,
    'failed, dropped because the template was paused': failed,
    'failed without a reason': failed,
    deleted: null,
    'delivered, without our data': null,
    'delivered, with the data of another application': null,
    'delivered, from a former number': delivered,
    'a call that rang': null,
    'a template was approved': null,
  }
  for (const [name, sample] of Object.entries(statuses)) {
    const report = reports[name as keyof typeof statuses]
    test(`${name} → ${JSON.stringify(report)}`, () => {
      const at = new Date('2026-11-14T22:41:00Z')
      expect(callbackWithoutWords(parse(sample))).toEqual(callbackWithReport(report, at))
    })
  }
})

test('the words of a failure are those of the platform', () => {
  expect(wordsIn(parse(statuses['failed, undeliverable']))).toEqual(['Message undeliverable Message Undeliverable.'])
})

describe('replies', () => {
  const expected: Record<keyof typeof replies, InboundMessage | null> = {
    'a text that replies to a message': reply,
    'a text that replies to no message': { ...reply, text: 'Stop', inReplyTo: null },
    'a forwarded text': { ...reply, text: 'Look', inReplyTo: null },
    "a template's button": { ...reply, text: 'Stop these' },
    'a button of an interactive message': { ...reply, text: 'Yes, please' },
    'a row of a list': { ...reply, text: 'It is late' },
    'a form': null,
    'a picture with a caption': null,
    'a reaction': null,
    'something unsupported': null,
    'an empty text': null,
    'a text with characters that cannot be stored': { ...reply, text: 'ab' },
    'a text from a user name without a number': null,
    'a text to another number of the app': null,
  }
  for (const [name, sample] of Object.entries(replies)) {
    const message = expected[name as keyof typeof replies]
    test(`${name} → ${JSON.stringify(message?.text)}`, () => {
      expect(parse(sample)).toEqual({ reports: [], inbound: message === null ? [] : [message] })
    })
  }

  test('a lone surrogate is replaced', () => {
    const broken = JSON.stringify(replies['a text that replies to a message']).replace('Where is it?', '\\ud83d!')
    expect(parseSigned(Buffer.from(broken)).inbound).toEqual([{ ...reply, text: '\ufffd!' }])
  })
})

test('a batch of several entries and changes is parsed completely and in its order', () => {
  const other = '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e10'
  expect(callbackWithoutWords(parse(batch))).toEqual({
    reports: [
      { nudgeId, at: new Date('2026-11-14T22:41:30Z'), report: { kind: 'read' } },
      { nudgeId, at: new Date('2026-11-14T22:41:02Z'), report: delivered },
      { nudgeId, at: new Date('2026-11-14T22:41:00Z'), report: { kind: 'sent' } },
      { nudgeId: other, at: new Date('2026-11-14T22:41:01Z'), report: { kind: 'failed', cause: 'not_on_whatsapp' } },
    ],
    inbound: [{ ...reply, text: 'Thank you!' }],
  })
})

describe('the time of a report', () => {
  const readAt = (timestamp: unknown) => {
    const sample = structuredClone(statuses.read) as { entry: { changes: { value: { statuses: object[] } }[] }[] }
    Object.assign(sample.entry[0]!.changes[0]!.value.statuses[0]!, { timestamp })
    return parse(sample).reports[0]?.at
  }
  for (const [timestamp, at] of [
    ['1794696060', '2026-11-14T22:41:00.000Z'],
    ['1794782700', '2026-11-15T22:45:00.000Z'],
    ['1792104300', '2026-10-15T22:45:00.000Z'],
  ] as const)
    test(`${timestamp} is accepted`, () => expect(readAt(timestamp)).toEqual(new Date(at)))

  for (const timestamp of [
    '1794782701',
    '1792104299',
    '1794696060000',
    '-1',
    '1794696060.5',
    '0x6af',
    '',
    'now',
    1_794_696_060,
    null,
    {},
  ])
    test(`${JSON.stringify(timestamp)} is not plausible: the current time is used`, () =>
      expect(readAt(timestamp)).toEqual(now))
})

describe('verification', () => {
  const body = Buffer.from('{"object":"whatsapp_business_account"}')
  const own = sign(body)
  const isVerified = (bytes: Buffer, signature: string | undefined): boolean =>
    parseCallback(requestOf(bytes, { headers: { 'x-hub-signature-256': signature } })) !== 'unverified'

  test('a signature is the HMAC of the bytes, as computed by openssl', () => {
    expect(own).toBe('5c6f56f8edf9bbe6b46c19bdf47ed898eafb789d4d43ca72f99ef8f987884a9c')
  })

  for (const [what, signature, isValid] of [
    ['a valid signature', `sha256=${own}`, true],
    ['the signature of another secret', `sha256=${sign(body, 'another-secret-of-tests')}`, false],
    ['the signature of other bytes', `sha256=${sign(Buffer.from('{"object": "whatsapp_business_account"}'))}`, false],
    ['a signature without an algorithm', own, false],
    ['a signature of another algorithm', `sha1=${own}`, false],
    ['a signature cut short', `sha256=${own.slice(0, -1)}`, false],
    ['a signature with a trailing character', `sha256=${own}0`, false],
    ['two signatures', `sha256=${own}, sha256=${own}`, false],
    ['an algorithm without a signature', 'sha256=', false],
    ['an empty signature', '', false],
    ['no signature', undefined, false],
  ] as const)
    test(`${what} is ${isValid ? 'verified' : 'unverified'}`, () => expect(isVerified(body, signature)).toBe(isValid))

  for (const [what, hostile] of hostileBodies)
    test(`${what} with the signature of another body is unverified`, () =>
      expect(isVerified(hostile, `sha256=${own}`)).toBe(false))
})

describe('hostile content', () => {
  for (const [what, body] of hostileBodies)
    test(`${what} yields no reports and no messages`, () => expect(parseSigned(body)).toEqual(emptyCallback))

  test('a truncated callback yields no reports and no messages', () => {
    const whole = Buffer.from(JSON.stringify(batch))
    for (let length = 0; length < whole.length; length++)
      expect(parseSigned(whole.subarray(0, length))).toEqual(emptyCallback)
  })

  test('unexpected values do not throw, and everything parsed is well-formed', () => {
    const parsed = [...corruptedCopies(batch), ...corruptedCopies(replies['a row of a list'])].map(parse)
    const reports = parsed.flatMap((one) => one.reports)
    const inbound = parsed.flatMap((one) => one.inbound)
    expect([reports.length, inbound.length].every((count) => count > 100)).toBe(true)
    expect(reports.filter(({ nudgeId: id, at }) => !/^[0-9a-f-]{36}$/.test(id) || Number.isNaN(at.getTime()))).toEqual(
      [],
    )
    expect(inbound.filter((message) => !isWellFormed(message))).toEqual([])
  })
})

const isWellFormed = ({ providerId, from, to, text, inReplyTo }: InboundMessage): boolean =>
  /^[\x21-\x7e]+$/.test(providerId) &&
  /^\+[1-9]\d{6,14}$/.test(from) &&
  to === '200000000000001' &&
  typeof text === 'string' &&
  text !== '' &&
  (inReplyTo === null || /^[\x21-\x7e]+$/.test(inReplyTo))
