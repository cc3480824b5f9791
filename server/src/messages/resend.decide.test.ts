import { describe, expect, test } from 'vitest'
import type { MessageStatus } from '../message-status.ts'
import { budgetOf } from '../nudges/budget.decide.ts'
import { businessOf, recipientOf } from './push/pushes.decide.support.ts'
import { decideResends, type EarlierNudge, pushOfResend, refuseResend } from './resend.decide.ts'

const nudge = (
  channel: EarlierNudge['channel'],
  state: EarlierNudge['state'],
  errorCode: string | null = null,
  fallback = false,
  pushId = 'push-1',
) => ({
  pushId,
  channel,
  state,
  errorCode,
  fallback,
})

for (const channel of ['sms', 'whatsapp'] as const) {
  for (const [what, status, earlier, refusal] of [
    ['nothing went before', 'active', [], null],
    ['of an obsolete message', 'obsolete', [], null],
    ['of a retracted message', 'retracted', [], 'message.retracted'],
    ['only an email went', 'active', [nudge('email', 'delivered')], null],
    ['it was skipped', 'active', [nudge(channel, 'skipped')], null],
    ['it was called off', 'active', [nudge(channel, 'cancelled')], null],
    ['it was rejected', 'active', [nudge(channel, 'rejected', `${channel}.submit_refused`)], null],
    ['it waits', 'active', [nudge(channel, 'waiting')], `${channel}.already_sent`],
    ['it is queued', 'active', [nudge(channel, 'queued')], `${channel}.already_sent`],
    ['it is with the provider', 'active', [nudge(channel, 'accepted')], `${channel}.already_sent`],
    ['it was delivered', 'active', [nudge(channel, 'delivered')], `${channel}.already_sent`],
    [
      'rejected first, delivered then',
      'active',
      [nudge(channel, 'rejected'), nudge(channel, 'delivered')],
      `${channel}.already_sent`,
    ],
    [
      'it ended without an answer',
      'active',
      [nudge(channel, 'failed', `${channel}.submit_outcome_unknown`)],
      `${channel}.may_have_sent`,
    ],
    [
      'unknown first, rejected then',
      'active',
      [nudge(channel, 'failed', `${channel}.submit_outcome_unknown`), nudge(channel, 'rejected')],
      null,
    ],
    ['delivered first, skipped then', 'active', [nudge(channel, 'delivered'), nudge(channel, 'skipped')], null],
    [
      'an earlier one waits, the newest was skipped',
      'active',
      [nudge(channel, 'waiting'), nudge(channel, 'skipped')],
      `${channel}.already_sent`,
    ],
    [
      'an earlier one is with the provider, the newest was rejected',
      'active',
      [nudge(channel, 'accepted'), nudge(channel, 'rejected')],
      `${channel}.already_sent`,
    ],
    [
      'no report came in time',
      'active',
      [nudge(channel, 'failed', `${channel}.no_report`)],
      `${channel}.may_have_sent`,
    ],
  ] as const)
    test(`resend ${channel}, ${what}: ${refusal ?? 'goes on'} (4)`, () => {
      expect(refuseResend(channel, { messageStatus: status, earlier: [...earlier] })).toBe(refusal)
    })
}
for (const [what, channel, earlier, refusal] of [
  ['the carrier reported a failure', 'sms', [nudge('sms', 'failed', 'sms.carrier_failed')], null],
  ['it was read', 'whatsapp', [nudge('whatsapp', 'read')], 'whatsapp.already_sent'],
  [
    'the text went instead',
    'whatsapp',
    [nudge('whatsapp', 'failed', 'whatsapp.platform_failed'), nudge('sms', 'delivered', null, true)],
    'whatsapp.escalated_to_sms',
  ],
  [
    'it stays silent and the fallback text went',
    'whatsapp',
    [nudge('whatsapp', 'accepted'), nudge('sms', 'delivered', null, true)],
    'whatsapp.escalated_to_sms',
  ],
  [
    'the fallback text went, and it was delivered after all',
    'whatsapp',
    [nudge('whatsapp', 'delivered'), nudge('sms', 'delivered', null, true)],
    'whatsapp.already_sent',
  ],
  [
    'the fallback text of an earlier push went',
    'whatsapp',
    [
      nudge('whatsapp', 'rejected'),
      nudge('sms', 'delivered', null, true),
      nudge('whatsapp', 'rejected', null, false, 'push-2'),
    ],
    null,
  ],
  [
    'the text instead was refused',
    'whatsapp',
    [nudge('whatsapp', 'rejected'), nudge('sms', 'skipped', null, true)],
    null,
  ],
  ['a text of the push itself went', 'whatsapp', [nudge('whatsapp', 'rejected'), nudge('sms', 'delivered')], null],
] as const)
  test(`resend ${channel}, ${what}: ${refusal ?? 'goes on'} (4)`, () => {
    expect(refuseResend(channel, { messageStatus: 'active', earlier: [...earlier] })).toBe(refusal)
  })

for (const [what, earlier, pushId] of [
  [
    'of the newest nudge of its channel',
    [nudge('sms', 'skipped'), nudge('email', 'delivered', null, false, 'push-2')],
    'push-1',
  ],
  ['of the newest nudge where its channel has none', [nudge('email', 'delivered', null, false, 'push-2')], 'push-2'],
  ['none where no push has made a nudge', [], null],
] as const)
  test(`a resent text belongs to the push ${what} (4)`, () => {
    expect(pushOfResend('sms', [...earlier])).toBe(pushId)
  })

describe('a set of resends is judged in order (4)', () => {
  const catalogue = { templates: new Map(), smsPrices: new Map() }
  const message = (over: Record<string, unknown> = {}) => ({
    businessId: 'shop',
    messageStatus: 'active' as MessageStatus,
    earlier: [] as EarlierNudge[],
    paid: {
      business: businessOf(),
      recipient: recipientOf(),
      unsubscribed: false,
      number: null,
      message: { reference: null, orderStatus: null },
      asked: 'named' as const,
      phoneConflict: false,
      held: false,
    },
    ...over,
  })
  const sent = { reason: null, price: 1 }
  for (const [what, messages, asks, balance, answers] of [
    ['one call', [message()], [0], 5, [sent]],
    [
      'two calls for one message: the second finds it on its way',
      [message()],
      [0, 0],
      5,
      [sent, { refused: 'sms.already_sent' }],
    ],
    ['no such message', [], [undefined], 5, [{ refused: 'message.not_found' }]],
    [
      'two messages and one credit',
      [message(), message()],
      [0, 1],
      1,
      [sent, { reason: 'insufficient_credit', price: 1 }],
    ],
    [
      'nothing was queued, so nothing is on its way',
      [message()],
      [0, 0],
      0,
      [
        { reason: 'insufficient_credit', price: 1 },
        { reason: 'insufficient_credit', price: 1 },
      ],
    ],
    [
      'one that is refused spends nothing',
      [message({ messageStatus: 'retracted' }), message()],
      [0, 1],
      1,
      [{ refused: 'message.retracted' }, sent],
    ],
  ] as const)
    test(what, () => {
      const calls = asks.map((place) => (place === undefined ? undefined : messages[place]))
      const decided = decideResends(catalogue, 'sms', calls, budgetOf(new Map([['shop', balance]])))
      expect(decided).toEqual(answers.map((answer, call) => ({ message: calls[call] ?? null, ...answer })))
    })
})
