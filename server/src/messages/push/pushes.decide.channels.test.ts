import { expect, test } from 'vitest'
import { type ChannelMode, mapPaid } from '../../channels/registry.ts'
import {
  charge,
  decideOne,
  messageOf,
  now,
  queued,
  type RequestFields,
  skipped,
  spent,
} from './pushes.decide.support.ts'

/** The outcome of a paid channel that no other gate refuses (2.1, 2.3): null, queued, or the skip reason. */
const outcomes = {
  not_enabled: { unset: null, named: 'not_enabled', left_out: null },
  off: { unset: null, named: 'disabled', left_out: null },
  on: { unset: 'queued', named: 'queued', left_out: 'disabled_by_request' },
  on_request: { unset: 'disabled_by_request', named: 'queued', left_out: 'disabled_by_request' },
} as const
const modes = ['not_enabled', 'off', 'on', 'on_request'] as const

/** When notify is unset, a new message nudges and an update does not (2.1). */
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

function expectedBlock(channel: 'sms' | 'whatsapp', mode: ChannelMode, requested: 'unset' | 'named' | 'left_out') {
  const outcome = outcomes[mode][requested]
  if (outcome === null) return null
  if (outcome === 'queued') return queued()
  return skipped(outcome === 'disabled_by_request' ? outcome : `${channel}_${outcome}`)
}

for (const kind of ['one_off', 'updateable, creating', 'updateable, updating in place'] as const)
  for (const notify of ['unset', 'null', 'true', 'false'] as const)
    for (const [named, channels, sms, whatsapp] of channelRows)
      test(`${kind}, notify ${notify}, channels ${named}: all pairs of modes (2.1, 2.3)`, () => {
        const request: RequestFields = {
          kind: kind === 'one_off' ? 'one_off' : 'updateable',
          ...notifies[notify],
          ...channels,
        }
        const updates = kind === 'updateable, updating in place'
        const actual: Record<string, unknown> = {}
        const expected: Record<string, unknown> = {}
        for (const smsMode of modes)
          for (const whatsappMode of modes) {
            const given = { business: { sms: smsMode, whatsapp: whatsappMode }, messages: updates ? [messageOf()] : [] }
            const { plan, result } = decideOne(given, request)
            const row = `sms ${smsMode}, whatsapp ${whatsappMode}`
            actual[row] = {
              created: result.created,
              nudged: result.nudged,
              email: result.email,
              sms: result.sms,
              whatsapp: result.whatsapp,
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
        expect(actual).toEqual(expected)
      })

test('naming both paid channels sends two messages and costs two credits (2.1)', () => {
  const { plan } = decideOne({}, { channels: ['sms', 'whatsapp'] })
  expect(plan.charges).toEqual([charge('sms-1'), charge('whatsapp-1')])
})

test('nudged is true when only a paid channel was queued (2.2)', () => {
  const { result } = decideOne({ business: { planLapsed: true } }, { channels: ['sms'] })
  expect([result.nudged, result.email]).toEqual([true, { sending: false, skipped_reason: 'plan_lapsed' }])
})

test('nudged is false when every channel was refused, and each refusal is stored (2.2)', () => {
  const { plan, result } = decideOne({ business: { sendingPaused: true } }, {})
  expect([result.nudged, result.scheduledFor, plan.charges]).toEqual([false, null, []])
  expect(plan.nudges.map(({ channel, state, skippedReason }) => [channel, state, skippedReason])).toEqual([
    ['email', 'skipped', 'sending_paused'],
    ['sms', 'skipped', 'sending_paused'],
    ['whatsapp', 'skipped', 'sending_paused'],
  ])
})

test('the complete plan of a push without options (2.2)', () => {
  const { plan, result } = decideOne({ recipient: null, business: { sms: 'off', whatsapp: 'off' } }, {})
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
    createdKeyId: 'key-1',
    updatedKeyId: null,
    statusChangedAt: null,
  }
  expect(result).toEqual({
    message,
    created: true,
    scheduledFor: null,
    nudged: true,
    email: { sending: true, skipped_reason: null },
    ...mapPaid(() => null),
    optIn: null,
    obsoleted: [],
  })
  expect(plan.messages).toEqual([message])
  expect(plan.recipients.map(({ id, email, businessId, phone }) => ({ id, email, businessId, phone }))).toEqual([
    { id: 'recipient-1', email: 'ada@example.com', businessId: 'shop', phone: null },
  ])
})
