import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { freshKey, openShop, shippedOrder } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

const { business, db, operator } = await createTestService({ role: 'api' })
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

let recipientCount = 0
const shopWithCredits = () => openShop({ business, operator }, 9, { sms: 'on', whatsapp: 'on' })
const push = async (over: Record<string, unknown>, shop?: Awaited<ReturnType<typeof shopWithCredits>>) => {
  const index = recipientCount++
  const contact = { recipient_email: `ada+${index}@simulator.example`, recipient_phone: `+4477009${10_000 + index}` }
  return (shop ?? (await shopWithCredits())).call('POST', '/api/v1/messages', {
    headers: freshKey(),
    body: shippedOrder({ ...contact, whatsapp_opt_in: {}, ...over }),
  })
}

describe('reference and order_status have up to 1,000 characters (2.1)', () => {
  for (const [field, fits, over] of [
    ['reference', 'x'.repeat(1_000), 'x'.repeat(1_001)],
    ['order_status', '\u{1f4e6}'.repeat(1_000), '\u{1f4e6}'.repeat(1_001)],
  ] as const)
    test(`${field} of 1,000 characters is stored and returned, of 1,001 is string_too_long`, async () => {
      const stored = await push({ [field]: fits })
      expect([stored.status, stored.json[field]]).toEqual([201, fits])
      const refused = await push({ [field]: over })
      expect(refused.json.detail).toEqual([expect.objectContaining({ type: 'string_too_long', loc: ['body', field] })])
    })
  for (const [length, reason] of [
    [64, null],
    [65, 'template_not_sendable'],
  ] as const)
    test(`a reference of ${length} characters ${reason === null ? 'can' : 'cannot'} be displayed`, async () => {
      const { json } = await push({ reference: 'x'.repeat(length), channels: ['whatsapp'] })
      expect([json.reference.length, json.whatsapp.skipped_reason]).toEqual([length, reason])
    })
})

describe('a whatsapp_opt_in with any fields is accepted (2.1)', () => {
  const stored = statement<{ businessId: string }, { whatsapp_opt_in: unknown }>(
    'probe.opt_in',
    `select whatsapp_opt_in from recipients where business_id = $businessId`,
  )
  const nothing = { source: null, obtained_at: null, wording: null }
  for (const [name, given, expected] of [
    ['no fields', {}, nothing],
    [
      'valid and invalid fields',
      { source: 'till', obtained_at: '2026-01-02T03:04:05+01:00', wording: 5 },
      { source: 'till', obtained_at: '2026-01-02T03:04:05+01:00' },
    ],
    ['a time in the future', { source: 'till', obtained_at: '2999-01-01T00:00:00Z' }, { source: 'till' }],
    ['unknown fields', { ip: '127.0.0.1', source: 's'.repeat(121), obtained_at: 'yesterday' }, nothing],
  ] as const)
    test(`with ${name}`, async () => {
      const shop = await shopWithCredits()
      const { status, json } = await push({ whatsapp_opt_in: given, channels: ['whatsapp'] }, shop)
      expect([status, json.whatsapp_opt_in.recorded, json.whatsapp.queued]).toEqual([201, true, true])
      expect((await db.one(stored, shop))!.whatsapp_opt_in).toEqual({ ...nothing, ...expected })
    })
  for (const given of ['yes', true, [], 5])
    test(`${JSON.stringify(given)} is not an object: 422`, async () => {
      const { status, json } = await push({ whatsapp_opt_in: given })
      expect([status, json.detail[0].type, json.detail[0].loc]).toEqual([
        422,
        'model_attributes_type',
        ['body', 'whatsapp_opt_in'],
      ])
    })
})
