import { describe, expect, test } from 'vitest'
import { hostileBodies, now, nudgeId, oddCopies } from '../email/callbacks/callback.support.ts'
import { readCallback } from './cloud-api-callback.ts'
import type { WhatsAppFate, WhatsAppReply } from './platform.ts'
import batch from './samples/batch.json' with { type: 'json' }
import replies from './samples/replies.json' with { type: 'json' }
import statuses from './samples/statuses.json' with { type: 'json' }

const read = (payload: unknown) => readCallback(Buffer.from(JSON.stringify(payload)), '200000000000001', now)
const nothing = { reports: [], replies: [] }
const sentId = 'wamid.HBgMNDQ3NzAwOTAwMTIzFQIAERgSQjA5NjVGNkM4RTY3RDJCMTg3AA=='
const reply: WhatsAppReply = {
  platformId: 'wamid.HBgMNDQ3NzAwOTAwMTIzFQIAEhgUM0EyQkM0RDVFNkY3MDgxOTJBM0IA',
  from: '+447700900123',
  to: '200000000000001',
  text: 'Where is it?',
  at: new Date('2026-11-14T22:42:00Z'),
  inReplyTo: sentId,
  button: false,
}

describe('statuses', () => {
  const delivered: WhatsAppFate = { kind: 'delivered' }
  const failed: WhatsAppFate = { kind: 'failed', cause: 'other' }
  const notOnWhatsApp: WhatsAppFate = { kind: 'failed', cause: 'not_on_whatsapp' }
  const fates: Record<keyof typeof statuses, WhatsAppFate | null> = {
    sent: { kind: 'sent' },
    delivered,
    read: { kind: 'read' },
    'failed, undeliverable': notOnWhatsApp,
    'failed, the sender is on trial': notOnWhatsApp,
    'failed, expired': failed,
    'failed, held back and dropped when the template was paused': failed,
    'failed without a reason': failed,
    deleted: null,
    'delivered, not of ours': null,
    "delivered, with another's data": null,
    'delivered, from a number we used before': delivered,
    'a call that rang': null,
    'a template was approved': null,
  }
  for (const [name, sample] of Object.entries(statuses)) {
    const fate = fates[name as keyof typeof statuses]
    test(`${name} → ${JSON.stringify(fate)}`, () => {
      const at = new Date('2026-11-14T22:41:00Z')
      expect(read(sample)).toEqual({ reports: fate === null ? [] : [{ nudgeId, at, ...fate }], replies: [] })
    })
  }
})

describe('replies', () => {
  const expected: Record<keyof typeof replies, WhatsAppReply | null> = {
    'a text that answers': reply,
    'a text that answers nothing': { ...reply, text: 'Stop', inReplyTo: null },
    'a text forwarded from elsewhere': { ...reply, text: 'Look', inReplyTo: null },
    "a template's button": { ...reply, text: 'Stop these', button: true },
    'a button of an interactive message': { ...reply, text: 'Yes, please', button: true },
    'a row of a list': { ...reply, text: 'It is late', button: true },
    'a form': null,
    'a picture with a caption': null,
    'a reaction': null,
    'something unsupported': null,
    'an empty text': null,
    'a text with what cannot be stored': { ...reply, text: 'ab' },
    'a text from behind a user name': null,
    'a text to another number of the app': null,
  }
  for (const [name, sample] of Object.entries(replies)) {
    const one = expected[name as keyof typeof replies]
    test(`${name} → ${JSON.stringify(one?.text)}`, () => {
      expect(read(sample)).toEqual({ reports: [], replies: one === null ? [] : [one] })
    })
  }

  test('half of a character is replaced', () => {
    const broken = JSON.stringify(replies['a text that answers']).replace('Where is it?', '\\ud83d!')
    expect(readCallback(Buffer.from(broken), '200000000000001', now).replies).toEqual([{ ...reply, text: '\ufffd!' }])
  })
})

test('a batch of several entries and changes, out of order: all of it, as it came', () => {
  const other = '019a8e5c-7b1a-7c3d-9e4f-5a6b7c8d9e10'
  expect(read(batch)).toEqual({
    reports: [
      { nudgeId, at: new Date('2026-11-14T22:41:30Z'), kind: 'read' },
      { nudgeId, at: new Date('2026-11-14T22:41:02Z'), kind: 'delivered' },
      { nudgeId, at: new Date('2026-11-14T22:41:00Z'), kind: 'sent' },
      { nudgeId: other, at: new Date('2026-11-14T22:41:01Z'), kind: 'failed', cause: 'not_on_whatsapp' },
    ],
    replies: [{ ...reply, text: 'Thank you!' }],
  })
})

describe('the time of an event', () => {
  const readAt = (timestamp: unknown) => {
    const sample = structuredClone(statuses.read) as { entry: { changes: { value: { statuses: object[] } }[] }[] }
    Object.assign(sample.entry[0]!.changes[0]!.value.statuses[0]!, { timestamp })
    return read(sample).reports[0]?.at
  }
  for (const [said, at] of [
    ['1794696060', '2026-11-14T22:41:00.000Z'],
    ['1794782700', '2026-11-15T22:45:00.000Z'],
    ['1792104300', '2026-10-15T22:45:00.000Z'],
  ] as const)
    test(`${said} is kept`, () => expect(readAt(said)).toEqual(new Date(at)))

  for (const said of [
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
    test(`${JSON.stringify(said)} makes no sense: it is when we heard of it`, () => expect(readAt(said)).toEqual(now))
})

describe('hostile content', () => {
  for (const [what, body] of hostileBodies)
    test(`${what} says nothing`, () => expect(readCallback(body, '200000000000001', now)).toEqual(nothing))

  test('a callback cut short says nothing', () => {
    const whole = Buffer.from(JSON.stringify(batch))
    for (let length = 0; length < whole.length; length++)
      expect(readCallback(whole.subarray(0, length), '200000000000001', now)).toEqual(nothing)
  })

  test('whatever stands in place of a value, nothing is thrown and what is told is well-formed', () => {
    const told = [...oddCopies(batch), ...oddCopies(replies['a row of a list'])].map(read)
    const reports = told.flatMap((one) => one.reports)
    const written = told.flatMap((one) => one.replies)
    expect([reports.length, written.length].every((count) => count > 100)).toBe(true)
    expect(reports.filter(({ nudgeId: id, at }) => !/^[0-9a-f-]{36}$/.test(id) || Number.isNaN(at.getTime()))).toEqual(
      [],
    )
    expect(written.filter((one) => !isWellFormed(one))).toEqual([])
  })
})

const isWellFormed = ({ platformId, from, text, at, inReplyTo, button }: WhatsAppReply): boolean =>
  /^[\x21-\x7e]+$/.test(platformId) &&
  /^\+[1-9]\d{6,14}$/.test(from) &&
  typeof text === 'string' &&
  text !== '' &&
  !Number.isNaN(at.getTime()) &&
  (inReplyTo === null || /^[\x21-\x7e]+$/.test(inReplyTo)) &&
  typeof button === 'boolean'
