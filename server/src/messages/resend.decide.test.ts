import { describe, expect, test } from 'vitest'
import type { MessageStatus } from '../message-status.ts'
import { budgetOf } from '../nudges/budget.decide.ts'
import { noTextUsage } from '../quotas/texts.decide.ts'
import { businessOf, recipientOf } from './push/pushes.decide.support.ts'
import { decideResends, type EarlierNudge, pushOfResend, refuseResend } from './resend.decide.ts'

const nudge = (
  channel: EarlierNudge['channel'],
  state: EarlierNudge['state'],
  errorCode: EarlierNudge['errorCode'] = null,
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
  for (const [name, status, earlier, refusal] of [
    ['no earlier nudge', 'active', [], null],
    ['obsolete message', 'obsolete', [], null],
    ['retracted message', 'retracted', [], 'message.retracted'],
    ['only an email was sent', 'active', [nudge('email', 'delivered')], null],
    ['skipped', 'active', [nudge(channel, 'skipped')], null],
    ['cancelled', 'active', [nudge(channel, 'cancelled')], null],
    ['rejected', 'active', [nudge(channel, 'rejected', `${channel}.submit_refused`)], null],
    ['waiting', 'active', [nudge(channel, 'waiting')], `${channel}.already_sent`],
    ['queued', 'active', [nudge(channel, 'queued')], `${channel}.already_sent`],
    ['accepted by the provider', 'active', [nudge(channel, 'accepted')], `${channel}.already_sent`],
    ['delivered', 'active', [nudge(channel, 'delivered')], `${channel}.already_sent`],
    [
      'rejected, then delivered',
      'active',
      [nudge(channel, 'rejected'), nudge(channel, 'delivered')],
      `${channel}.already_sent`,
    ],
    [
      'submission outcome unknown',
      'active',
      [nudge(channel, 'failed', `${channel}.submit_outcome_unknown`)],
      `${channel}.may_have_sent`,
    ],
    [
      'unknown outcome, then rejected',
      'active',
      [nudge(channel, 'failed', `${channel}.submit_outcome_unknown`), nudge(channel, 'rejected')],
      null,
    ],
    ['delivered, then skipped', 'active', [nudge(channel, 'delivered'), nudge(channel, 'skipped')], null],
    [
      'an earlier nudge is waiting, the newest was skipped',
      'active',
      [nudge(channel, 'waiting'), nudge(channel, 'skipped')],
      `${channel}.already_sent`,
    ],
    [
      'an earlier nudge is accepted, the newest was rejected',
      'active',
      [nudge(channel, 'accepted'), nudge(channel, 'rejected')],
      `${channel}.already_sent`,
    ],
    [
      'delivery report timed out',
      'active',
      [nudge(channel, 'failed', `${channel}.no_report`)],
      `${channel}.may_have_sent`,
    ],
  ] as const)
    test(`resend of ${channel}, ${name}: ${refusal ?? 'allowed'} (4)`, () => {
      expect(refuseResend(channel, { messageStatus: status, earlier: [...earlier] })).toBe(refusal)
    })
}
for (const [name, channel, earlier, refusal] of [
  ['carrier reported a failure', 'sms', [nudge('sms', 'failed', 'sms.carrier_failed')], null],
  ['read', 'whatsapp', [nudge('whatsapp', 'read')], 'whatsapp.already_sent'],
  [
    'failed, and the fallback text was delivered',
    'whatsapp',
    [nudge('whatsapp', 'failed', 'whatsapp.platform_failed'), nudge('sms', 'delivered', null, true)],
    'whatsapp.escalated_to_sms',
  ],
  [
    'accepted without a report, and the fallback text was delivered',
    'whatsapp',
    [nudge('whatsapp', 'accepted'), nudge('sms', 'delivered', null, true)],
    'whatsapp.escalated_to_sms',
  ],
  [
    'fallback text delivered, and the WhatsApp message delivered later',
    'whatsapp',
    [nudge('whatsapp', 'delivered'), nudge('sms', 'delivered', null, true)],
    'whatsapp.already_sent',
  ],
  [
    'fallback text of an earlier push delivered',
    'whatsapp',
    [
      nudge('whatsapp', 'rejected'),
      nudge('sms', 'delivered', null, true),
      nudge('whatsapp', 'rejected', null, false, 'push-2'),
    ],
    null,
  ],
  ['fallback text skipped', 'whatsapp', [nudge('whatsapp', 'rejected'), nudge('sms', 'skipped', null, true)], null],
  [
    'a text that is not a fallback was delivered',
    'whatsapp',
    [nudge('whatsapp', 'rejected'), nudge('sms', 'delivered')],
    null,
  ],
] as const)
  test(`resend of ${channel}, ${name}: ${refusal ?? 'allowed'} (4)`, () => {
    expect(refuseResend(channel, { messageStatus: 'active', earlier: [...earlier] })).toBe(refusal)
  })

for (const [name, earlier, pushId] of [
  [
    'the push of the newest nudge of its channel',
    [nudge('sms', 'skipped'), nudge('email', 'delivered', null, false, 'push-2')],
    'push-1',
  ],
  [
    'the push of the newest nudge, when its channel has none',
    [nudge('email', 'delivered', null, false, 'push-2')],
    'push-2',
  ],
  ['no push, when no push has made a nudge', [], null],
] as const)
  test(`a resent text belongs to ${name} (4)`, () => {
    expect(pushOfResend('sms', [...earlier])).toBe(pushId)
  })

describe('resends of one batch are decided in order (4)', () => {
  const catalogue = { templates: new Map(), smsPrices: new Map(), closedDestinations: new Set<string>() }
  const message = (over: Record<string, unknown> = {}) => ({
    businessId: 'shop',
    messageStatus: 'active' as MessageStatus,
    earlier: [] as EarlierNudge[],
    paid: {
      business: businessOf(),
      recipient: recipientOf(),
      unsubscribed: false,
      number: null,
      numberKind: 'mobile' as const,
      message: { reference: null, orderStatus: null },
      requested: 'named' as const,
      phoneConflict: false,
      scheduled: false,
    },
    ...over,
  })
  const sent = { reason: null, price: 1 }
  for (const [name, messages, targets, balance, outcomes] of [
    ['one call', [message()], [0], 5, [sent]],
    [
      'two calls for one message: the second is refused as already sent',
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
      'a second call is not refused as already sent when the first queued nothing',
      [message()],
      [0, 0],
      0,
      [
        { reason: 'insufficient_credit', price: 1 },
        { reason: 'insufficient_credit', price: 1 },
      ],
    ],
    [
      'a refused resend spends no credit',
      [message({ messageStatus: 'retracted' }), message()],
      [0, 1],
      1,
      [{ refused: 'message.retracted' }, sent],
    ],
  ] as const)
    test(name, () => {
      const calls = targets.map((index) => (index === undefined ? undefined : messages[index]))
      const decided = decideResends(catalogue, 'sms', calls, budgetOf(new Map([['shop', balance]]), noTextUsage))
      expect(decided).toEqual(outcomes.map((outcome, call) => ({ message: calls[call] ?? null, ...outcome })))
    })
})
