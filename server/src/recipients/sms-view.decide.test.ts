import { expect, test } from 'vitest'
import { effectiveStop, maskPhone, type Stop, smsStatus } from './sms-view.decide.ts'

const [earlier, later] = [new Date('2026-11-01T09:00:00.000Z'), new Date('2026-11-15T10:00:00.000Z')]
const stopped = (source: Stop['source'], at = earlier): Stop => ({ at, source })
const none = { at: null, source: null }

for (const [consent, stop, status] of [
  [null, null, 'none'],
  [earlier, null, 'active'],
  [null, stopped('text'), 'stopped'],
  [earlier, stopped('text'), 'stopped'],
] as const)
  test(`consent ${consent !== null}, stop ${stop !== null} → ${status} (3.4)`, () => {
    expect(smsStatus(consent, stop)).toBe(status)
  })

for (const [what, ofRecipient, ofNumber, stop] of [
  ['no stop', none, none, null],
  ['only of the recipient', stopped('text'), none, stopped('text')],
  ['only of the number', none, stopped('admin'), stopped('admin')],
  ['both by text: the earlier', stopped('text', later), stopped('text'), stopped('text')],
  ['a text, then the dashboard', stopped('text'), stopped('admin', later), stopped('admin', later)],
  ['the inbox, then a text', stopped('inbox'), stopped('text', later), stopped('inbox')],
  ['a text for the recipient, the inbox for the number', stopped('text'), stopped('inbox'), stopped('inbox')],
  ['the dashboard, later the inbox: the earlier', stopped('admin'), stopped('inbox', later), stopped('admin')],
] as const)
  test(`displayed stop, ${what} (2.10)`, () => {
    expect(effectiveStop(ofRecipient, ofNumber)).toEqual(stop)
  })

test('a masked number shows its first and last three characters (2.10)', () => {
  expect([maskPhone('+447700900123'), maskPhone('+33612345678')]).toEqual(['+44*******123', '+33******678'])
})
