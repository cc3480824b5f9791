import { expect, test } from 'vitest'
import { mapPaid } from '../../channels/registry.ts'
import type { ChannelMode } from '../../nudges/gates.ts'
import { type Asked, charge, decideOne, messageOf, now, queued, skipped, spent } from './pushes.decide.support.ts'

/** What 2.1 and 2.3 say of one paid channel that no other gate refuses: null, queued, or why not. */
const outcome = {
  not_enabled: { unset: null, named: '*_not_enabled', left_out: null },
  off: { unset: null, named: '*_disabled', left_out: null },
  on: { unset: 'queued', named: 'queued', left_out: 'disabled_by_request' },
  on_request: { unset: 'disabled_by_request', named: 'queued', left_out: 'disabled_by_request' },
} as const
const modes = ['not_enabled', 'off', 'on', 'on_request'] as const

/** What 2.1 says of notify: unset, a new message nudges and an update is silent. */
const wantsNudge = {
  one_off: { unset: true, null: true, true: true, false: false },
  'updateable, creating': { unset: true, null: true, true: true, false: false },
  'updateable, updating in place': { unset: false, null: false, true: true, false: false },
} as const
const notifies = { unset: {}, null: { notify: null }, true: { notify: true }, false: { notify: false } } as const

const channelRows = [
  ['unset', {}, 'unset', 'unset'],
  ['null', { channels: null }, 'unset', 'unset'],
  ['empty', { channels: [] }, 'left_out', 'left_out'],
  ['email', { channels: ['email'] }, 'left_out', 'left_out'],
  ['sms', { channels: ['sms'] }, 'named', 'left_out'],
  ['whatsapp', { channels: ['whatsapp'] }, 'left_out', 'named'],
  ['sms and whatsapp', { channels: ['sms', 'whatsapp'] }, 'named', 'named'],
  ['all three', { channels: ['email', 'sms', 'whatsapp'] }, 'named', 'named'],
] as const

function expectedBlock(channel: 'sms' | 'whatsapp', mode: ChannelMode, asked: 'unset' | 'named' | 'left_out') {
  const said = outcome[mode][asked]
  if (said === null) return null
  return said === 'queued' ? queued() : skipped(said.replace('*', channel))
}

for (const kind of ['one_off', 'updateable, creating', 'updateable, updating in place'] as const)
  for (const notify of ['unset', 'null', 'true', 'false'] as const)
    for (const [named, channels, sms, whatsapp] of channelRows)
      test(`${kind}, notify ${notify}, channels ${named}: every pair of modes (2.1, 2.3)`, () => {
        const request: Asked = {
          kind: kind === 'one_off' ? 'one_off' : 'updateable',
          ...notifies[notify],
          ...channels,
        }
        const updates = kind === 'updateable, updating in place'
        const got: Record<string, unknown> = {}
        const expected: Record<string, unknown> = {}
        for (const smsMode of modes)
          for (const whatsappMode of modes) {
            const given = { business: { sms: smsMode, whatsapp: whatsappMode }, messages: updates ? [messageOf()] : [] }
            const { plan, answer } = decideOne(given, request)
            const row = `sms ${smsMode}, whatsapp ${whatsappMode}`
            got[row] = {
              created: answer.created,
              nudged: answer.nudged,
              email: answer.email,
              sms: answer.sms,
              whatsapp: answer.whatsapp,
              spent: spent(plan),
              stored: plan.nudges.map(({ channel, state, skippedReason }) => [channel, state, skippedReason]),
            }
            const wanted = wantsNudge[kind][notify]
            const blocks = {
              sms: wanted ? expectedBlock('sms', smsMode, sms) : null,
              whatsapp: wanted ? expectedBlock('whatsapp', whatsappMode, whatsapp) : null,
            }
            expected[row] = {
              created: !updates,
              nudged: wanted,
              email: wanted ? { sending: true, skipped_reason: null } : null,
              ...blocks,
              spent: (blocks.sms?.credits ?? 0) + (blocks.whatsapp?.credits ?? 0),
              stored: [
                ...(wanted ? [['email', 'queued', null]] : []),
                ...(['sms', 'whatsapp'] as const).flatMap((channel) => {
                  const block = blocks[channel]
                  return block === null ? [] : [[channel, block.queued ? 'queued' : 'skipped', block.skipped_reason]]
                }),
              ],
            }
          }
        expect(got).toEqual(expected)
      })

test('naming both sends two messages and costs two credits (2.1)', () => {
  const { plan } = decideOne({}, { channels: ['sms', 'whatsapp'] })
  expect(plan.charges).toEqual([charge('sms-1'), charge('whatsapp-1')])
})

test('nudged is true when only a paid channel was queued (2.2)', () => {
  const { answer } = decideOne({ business: { planLapsed: true } }, { channels: ['sms'] })
  expect([answer.nudged, answer.email]).toEqual([true, { sending: false, skipped_reason: 'plan_lapsed' }])
})

test('nudged is false when every channel was refused, and each refusal is kept (2.2)', () => {
  const { plan, answer } = decideOne({ business: { sendingPaused: true } }, {})
  expect([answer.nudged, answer.scheduledFor, plan.charges]).toEqual([false, null, []])
  expect(plan.nudges.map(({ channel, state, skippedReason }) => [channel, state, skippedReason])).toEqual([
    ['email', 'skipped', 'sending_paused'],
    ['sms', 'skipped', 'sending_paused'],
    ['whatsapp', 'skipped', 'sending_paused'],
  ])
})

test('a push without options: the whole plan (2.2)', () => {
  const { plan, answer } = decideOne({ recipient: null, business: { sms: 'off', whatsapp: 'off' } }, {})
  const message = {
    businessId: 'shop',
    id: 'message-1',
    recipientId: 'recipient-1',
    kind: 'one_off',
    status: 'active',
    subject: 'Your order',
    body: 'It is on its way.',
    reference: 'A-1',
    orderStatus: 'shipped',
    createdAt: now,
    updatedAt: now,
  }
  expect(answer).toEqual({
    message,
    created: true,
    scheduledFor: null,
    nudged: true,
    email: { sending: true, skipped_reason: null },
    ...mapPaid(() => null),
    optIn: null,
  })
  expect(plan.messages).toEqual([message])
  expect(plan.recipients.map(({ id, email, businessId, phone }) => ({ id, email, businessId, phone }))).toEqual([
    { id: 'recipient-1', email: 'ada@example.com', businessId: 'shop', phone: null },
  ])
})
