import { expect, test } from 'vitest'
import { type Consent, noConsent } from '../../recipients/consent.decide.ts'
import {
  channelState,
  describeConsent,
  describeEmail,
  describePaid,
  type EmailState,
  type PaidState,
} from './channel-state.decide.ts'

const third = new Date('2026-11-03T23:59:00Z')
const fourth = new Date('2026-11-04T00:00:00Z')
const permanent = 'This is permanent: neither the shop nor the operator of the service can lift it.'

const email: EmailState = { unsubscribedAt: null, suppression: null, platform: null }
const emailCases: [what: string, over: Partial<EmailState>, code: string | null, tone: string, words: string][] = [
  ['nothing is against it', {}, null, 'good', 'Emails are sent to this address.'],
  [
    'an unsubscription',
    { unsubscribedAt: third },
    'unsubscribed',
    'bad',
    'They stopped all updates of this shop on 3 Nov 2026.',
  ],
  [
    'an unsubscription of a recipient who was erased before',
    { suppression: { reason: 'unsubscribed', at: fourth } },
    'unsubscribed',
    'bad',
    'They stopped all updates of this shop on 4 Nov 2026.',
  ],
  [
    'a complaint',
    { suppression: { reason: 'complained', at: third } },
    'suppressed',
    'bad',
    `They marked an email of this shop as spam on 3 Nov 2026, so it sends no more emails to this address. ${permanent}`,
  ],
  [
    'a bounce',
    { suppression: { reason: 'bounced', at: third } },
    'suppressed',
    'bad',
    'An email of this shop bounced on 3 Nov 2026',
  ],
  [
    'a bounce at another shop',
    { platform: { bouncedAt: third, expiresAt: new Date('2027-02-01T00:00:00Z') } },
    'platform_suppressed',
    'warn',
    'so no shop sends to it until 1 Feb 2027. Check the address with the customer. If it is correct, the operator',
  ],
  [
    'an unsubscription before a bounce',
    { unsubscribedAt: third, suppression: { reason: 'bounced', at: third } },
    'unsubscribed',
    'bad',
    permanent.slice(0, 20),
  ],
]
test.each(emailCases)('email: %s', (_, over, code, tone, words) => {
  const state = describeEmail({ ...email, ...over })
  expect([state.code, state.tone]).toEqual([code, tone])
  expect(`${state.sentence} ${state.change}`).toContain(words)
})

const [sentEmail, bouncedEmail] = [
  describeEmail(email),
  describeEmail({ ...email, suppression: { reason: 'bounced', at: third } }),
]
const agreed: Consent = {
  ...noConsent,
  consentedAt: third,
  consentSource: null,
  optIn: { source: null, obtained_at: null, wording: null },
}
const stopped = (stopSource: Consent['stopSource']): Consent => ({ ...agreed, stoppedAt: third, stopSource })
const text: PaidState = {
  channel: 'sms',
  mode: 'on',
  unsubscribedAt: null,
  consent: agreed,
  numberStop: null,
  withdrawnAt: null,
  hasPhone: true,
  canReceive: true,
  unreachableUntil: null,
}
const whatsapp: PaidState = { ...text, channel: 'whatsapp' }

const paidCases: [what: string, state: PaidState, code: string | null, tone: string, words: string][] = [
  [
    'nothing is against it',
    text,
    null,
    'good',
    'Texts are sent to this number. The customer can stop them by texting STOP, or in the inbox.',
  ],
  ['on request', { ...text, mode: 'on_request' }, null, 'good', 'when a push names the channel'],
  [
    'a stop by text',
    { ...text, consent: stopped('text') },
    'stopped',
    'bad',
    'They stopped texts by texting STOP on 3 Nov 2026. Only they can lift it, by texting START.',
  ],
  [
    'a stop in the inbox',
    { ...text, consent: stopped('inbox') },
    'stopped',
    'bad',
    `They stopped texts in their inbox on 3 Nov 2026. ${permanent} A text with START does not lift it.`,
  ],
  [
    'a stop by a person',
    { ...text, consent: stopped('admin') },
    'stopped',
    'bad',
    `A stop of texts was recorded in the dashboard or by the operator on 3 Nov 2026. ${permanent} A text with START does not lift it.`,
  ],
  [
    'a stop by text that a lasting stop of the number covers',
    { ...text, consent: stopped('text'), numberStop: { at: fourth, source: 'inbox' } },
    'stopped',
    'bad',
    'They stopped texts in their inbox on 4 Nov 2026.',
  ],
  [
    'a stop of the number alone',
    { ...text, numberStop: { at: fourth, source: 'text' } },
    'stopped',
    'bad',
    'Texts to this number were stopped on 4 Nov 2026 by a message with STOP. The stop belongs to the number, and stays when another recipient has it. Only they can lift it, by texting START.',
  ],
  [
    'a stop before a channel that is off',
    { ...text, mode: 'off', consent: stopped('text') },
    'stopped',
    'bad',
    'START',
  ],
  [
    'an unsubscription',
    { ...text, unsubscribedAt: third },
    'unsubscribed',
    'bad',
    `so no texts are sent. ${permanent}`,
  ],
  [
    'a channel that is off',
    { ...text, mode: 'off' },
    'sms_disabled',
    'neutral',
    'The operator of the service can change this.',
  ],
  [
    'a channel that is not enabled',
    { ...whatsapp, mode: 'not_enabled' },
    'whatsapp_not_enabled',
    'neutral',
    'has not been enabled',
  ],
  [
    'no number',
    { ...text, hasPhone: false, canReceive: false },
    'no_phone',
    'warn',
    'Set the number here, or send it with the next push.',
  ],
  ['a landline', { ...text, canReceive: false }, 'country_not_allowed', 'warn', 'cannot get texts'],
  [
    'a reply with STOP',
    { ...whatsapp, consent: stopped('text') },
    'stopped',
    'bad',
    `They stopped WhatsApp messages by replying STOP on 3 Nov 2026. ${permanent}`,
  ],
  ['a withdrawal', { ...whatsapp, withdrawnAt: third }, 'not_opted_in', 'bad', 'A new opt-in is not recorded.'],
  [
    'no opt-in',
    { ...whatsapp, consent: noConsent },
    'not_opted_in',
    'warn',
    'They have not agreed to WhatsApp messages for this number.',
  ],
  [
    'no account',
    { ...whatsapp, unreachableUntil: fourth },
    'not_reachable',
    'warn',
    'It is tried again from 4 Nov 2026.',
  ],
  ['an opt-in', whatsapp, null, 'good', 'WhatsApp messages are sent to this number.'],
]
test.each(paidCases)('a paid channel: %s', (_, state, code, tone, words) => {
  const described = describePaid(state)
  expect([described.code, described.tone]).toEqual([code, tone])
  expect(`${described.sentence} ${described.change}`).toContain(words)
})

for (const [block, described, expected] of [
  [null, sentEmail, ['good', true, null, 'Emails are sent to this address.']],
  [
    'deactivated',
    sentEmail,
    ['neutral', false, 'business_inactive', 'The shop is deactivated, so no emails are sent.'],
  ],
  ['paused', sentEmail, ['neutral', false, 'sending_paused', 'Sending is paused for the shop, so no emails are sent.']],
  ['service_paused', sentEmail, ['neutral', false, null, 'Sending is paused for the whole service, so emails wait.']],
  [
    'plan_lapsed',
    sentEmail,
    ['neutral', false, 'plan_lapsed', 'The plan of the shop has ended, so no emails are sent.'],
  ],
  ['deactivated', describePaid(text), ['neutral', false, 'sending_paused', 'so no texts are sent.']],
  ['paused', describePaid(whatsapp), ['neutral', false, 'sending_paused', 'so no WhatsApp messages are sent.']],
  ['service_paused', describePaid(text), ['neutral', false, null, 'so texts wait.']],
  ['plan_lapsed', describePaid(text), ['good', true, null, 'Texts are sent to this number.']],
  ['paused', bouncedEmail, ['bad', false, 'suppressed', 'An email of this shop bounced']],
  [null, bouncedEmail, ['bad', false, 'suppressed', 'An email of this shop bounced']],
] as const)
  test(`${described.channel} with the code ${described.code} in a shop with ${block ?? 'nothing'} against sending (2.3)`, () => {
    const { tone, isSent, code, sentence, label } = channelState(described, block)
    expect([tone, isSent, code]).toEqual(expected.slice(0, 3))
    expect(sentence).toContain(expected[3])
    expect(label === 'On').toBe(isSent)
  })

test.each([
  ['sms', noConsent, null],
  [
    'sms',
    { ...noConsent, consentedAt: third, consentSource: 'push' },
    'A number was first given on 3 Nov 2026 with a push.',
  ],
  [
    'sms',
    { ...noConsent, consentedAt: third, consentSource: 'admin' },
    'A number was first given on 3 Nov 2026 in the dashboard or by the operator.',
  ],
  ['whatsapp', agreed, 'They agreed. It was recorded on 3 Nov 2026.'],
  [
    'whatsapp',
    { ...agreed, optIn: { source: 'checkout', obtained_at: '2026-11-01T10:00:00Z', wording: 'Updates' } },
    'They agreed at "checkout" on 1 Nov 2026. It was recorded on 3 Nov 2026. The wording was: "Updates"',
  ],
] as const)('the evidence for %s %j is %j', (channel, consent, sentence) => {
  expect(describeConsent(channel, consent)).toBe(sentence)
})
