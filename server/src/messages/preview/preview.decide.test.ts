import { expect, test } from 'vitest'
import {
  after,
  factsOf,
  type Given,
  messageOf,
  now,
  pushOf,
  type RequestFields,
} from '../push/pushes.decide.support.ts'
import { decidePushes } from '../push/pushes.decide.ts'
import { explain } from './explanation.ts'
import { type PreviewedNudge, type PreviewedPush, previewPushes } from './preview.decide.ts'

function previewAll(given: Given, ...requests: RequestFields[]) {
  const facts = factsOf(given)
  const pushes = requests.map((request, index) => pushOf(request, index + 1))
  return previewPushes(facts, pushes, decidePushes(facts, pushes, now), now)
}
const previewOf = (given: Given, ...requests: RequestFields[]): PreviewedPush[] =>
  previewAll(given, ...requests) as PreviewedPush[]

const later = after(60).toISOString()
const queued: PreviewedNudge = {
  outcome: 'queued',
  reason: null,
  credits: 0,
  sendsAt: now.toISOString(),
  isFallback: false,
  fallsBackTo: null,
  cancelsWaiting: false,
}
const paid = { ...queued, credits: 1 }
const skipped = (reason: PreviewedNudge['reason']): PreviewedNudge => ({
  ...queued,
  outcome: 'skipped',
  reason,
  sendsAt: null,
})
const scheduled = { outcome: 'scheduled', sendsAt: later } as const
const update = { kind: 'updateable', notify: true } as const
const waitingText = { messages: [messageOf()], waiting: { existing: [{ id: 'waiting', channel: 'sms' }] } } as const
const unreachable = { numbers: { '+447700900123': { unreachable: true } } }

for (const [what, given, request, email, sms, whatsapp, credits] of [
  ['every channel at once', {}, {}, queued, paid, paid, 2],
  ['the price of the destination', { smsPrices: { GB: 3 } }, {}, queued, { ...queued, credits: 3 }, paid, 4],
  ['no nudge', {}, { notify: false }, null, null, null, 0],
  ['a channel that is off', { business: { sms: 'off' } }, {}, queued, null, paid, 1],
  [
    'one that is off and named',
    { business: { sms: 'off' } },
    { channels: ['sms'] },
    queued,
    skipped('sms_disabled'),
    skipped('disabled_by_request'),
    0,
  ],
  ['the plan has lapsed', { business: { planLapsed: true } }, {}, skipped('plan_lapsed'), paid, paid, 2],
  ['stopped texts', { recipient: { smsStopped: true } }, {}, queued, skipped('stopped'), paid, 1],
  ['credits for one text', { business: { balance: 1 } }, {}, queued, paid, skipped('insufficient_credit'), 1],
  [
    'scheduled without credits, because they are checked at the send',
    { business: { balance: 0 } },
    { send_at: later },
    { ...queued, ...scheduled },
    { ...paid, ...scheduled },
    { ...paid, ...scheduled },
    0,
  ],
  [
    'an escalation after the email',
    {},
    { channels: ['email', 'sms'], escalate_if_unread_after_minutes: 60 },
    queued,
    { ...paid, outcome: 'escalation', sendsAt: later },
    skipped('disabled_by_request'),
    0,
  ],
  [
    'a WhatsApp message with a fallback',
    {},
    { channels: ['whatsapp'], sms_if_whatsapp_fails: true },
    queued,
    skipped('disabled_by_request'),
    { ...paid, fallsBackTo: 'sms' },
    1,
  ],
  [
    'a text instead of a WhatsApp message that cannot be sent',
    unreachable,
    { channels: ['whatsapp'], sms_if_whatsapp_fails: true },
    queued,
    { ...paid, isFallback: true },
    skipped('not_reachable'),
    1,
  ],
  [
    'the same at the scheduled time',
    unreachable,
    { channels: ['whatsapp'], sms_if_whatsapp_fails: true, send_at: later },
    { ...queued, ...scheduled },
    { ...paid, ...scheduled, isFallback: true },
    skipped('not_reachable'),
    0,
  ],
  [
    'an update that cancels a scheduled text',
    waitingText,
    { ...update, channels: ['email', 'sms'] },
    queued,
    { ...paid, cancelsWaiting: true },
    skipped('disabled_by_request'),
    1,
  ],
  [
    'an update whose text is skipped cancels nothing',
    { ...waitingText, business: { balance: 0 } },
    { ...update, channels: ['email', 'sms'] },
    queued,
    skipped('insufficient_credit'),
    skipped('disabled_by_request'),
    0,
  ],
] as const)
  test(`a preview shows ${what}`, () => {
    const [previewed] = previewOf(given, request)
    expect([previewed!.nudges, previewed!.credits]).toEqual([{ email, sms, whatsapp }, credits])
  })

test('a push that a later one of the batch replaces is shown as replaced, with the content of the whole batch', () => {
  const [first, second] = previewOf(
    { messages: [messageOf()] },
    { ...update, channels: ['email'], body: 'First.', send_at: later },
    { ...update, channels: ['email'], body: 'Second.' },
  )
  expect([first!.nudges.email, first!.message.body]).toEqual([
    { ...queued, outcome: 'replaced', sendsAt: null },
    'Second.',
  ])
  expect([second!.nudges.email, second!.accepted.created, second!.isStored]).toEqual([queued, false, true])
})

test('a message that an earlier push of the batch creates is updated, but not stored', () => {
  const previewed = previewOf({ recipient: null }, { kind: 'updateable' }, { kind: 'updateable' })
  expect(previewed.map(({ accepted, isStored }) => [accepted.created, isStored])).toEqual([
    [true, false],
    [false, false],
  ])
})

test('only the first push of a batch that sends on a channel cancels what waits there', () => {
  const text = { ...update, channels: ['email', 'sms'] } as const
  const previewed = previewOf(waitingText, text, text)
  expect(previewed.map(({ nudges }) => nudges.sms?.cancelsWaiting)).toEqual([true, false])
})

test('pushes that are refused are shown as the push would refuse them', () => {
  const usages = {
    messages_per_day: { limit: 1, used: 0, notified: 0 },
    stored_messages: { limit: 10, used: 0, notified: 0 },
  }
  const outcomes = previewAll({ business: { usages } }, { recipient_phone: '0' }, {}, {})
  expect(outcomes.map((outcome) => Object.keys(outcome)[0])).toEqual(['invalid', 'push', 'refused'])
})

for (const [nudge, sentence] of [
  [queued, 'It is sent at once.'],
  [
    { ...queued, isFallback: true },
    'It is sent at once. It replaces the WhatsApp message, which cannot carry this update.',
  ],
  [{ ...queued, ...scheduled }, 'It waits for `send_at`.'],
  [
    skipped('plan_lapsed'),
    'The plan of the business has ended, so its emails are not sent. Texts and WhatsApp messages are not affected.',
  ],
] as const)
  test(`a channel that is ${nudge.outcome} is explained: ${sentence}`, () => {
    expect(explain(nudge)).toBe(sentence)
  })
