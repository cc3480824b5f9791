import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mapPaid } from '../src/channels/registry.ts'
import { statement } from '../src/db/statement.ts'
import { formatId } from '../src/ids.ts'
import { runMaintenance } from '../src/scheduling/maintenance.ts'
import type { Shop } from './support/client.ts'
import { greenLogo } from './support/png.ts'
import { createTestService } from './support/test-service.ts'

const { business, call, db, operator, sides } = await createTestService({ role: 'api' })

const read = async (id: string) => (await operator('GET', `/businesses/${id}`)).json
const ledgerOf = async (id: string) => (await operator('GET', `/businesses/${id}/ledger`)).json.items
const testGrant = {
  id: expect.any(String),
  delta: 1000,
  kind: 'grant',
  send_id: null,
  note: 'Test credits',
  at: expect.any(String),
}

describe('a live business', () => {
  test('is created with a test side of the same shard, name and country, with channels, credits and a key of its own', async () => {
    const { live, test: side } = await sides({
      name: 'Bäckerei',
      country: 'DE',
      contact_email: 'a@example.com',
      sms: 'off',
    })
    expect(side.shard).toBe(live.shard)
    expect(side.key).toMatch(/^td_test_/)
    expect(await read(live.id)).toMatchObject({ mode: 'live', test_business_id: side.id, live_business_id: null })
    expect(await read(side.id)).toMatchObject({
      mode: 'test',
      test_business_id: null,
      live_business_id: live.id,
      name: 'Bäckerei',
      country: 'DE',
      contact_email: 'a@example.com',
      active: true,
      ...mapPaid(() => 'on'),
      sms_warmup_cap: 10_000,
      sms_per_prefix_per_hour: 10_000,
      messages_per_day: 10_000,
      stored_messages: 10_000,
    })
    expect((await side.call('GET', '/api/v1/credits')).json.balance).toBe(1000)
    expect(await ledgerOf(side.id)).toEqual([testGrant])
    expect([(await live.call('GET', '/api/v1/credits')).json.balance, await ledgerOf(live.id)]).toEqual([0, []])
  })

  test('its creation and its test side are one row in the audit log', async () => {
    const { live, test: side } = await sides()
    const { items } = (await operator('GET', `/audit?business_id=${live.id}`)).json
    expect(items).toMatchObject([{ action: 'createBusiness', after: { name: 'Shop', test_business_id: side.id } }])
  })

  test('name, country, contact address and activity apply to both sides, other settings to one', async () => {
    const { live, test: side } = await sides()
    const before = await read(side.id)
    const shared = { name: 'Other', country: 'FR', contact_email: 'b@example.com', active: false }
    await operator('PATCH', `/businesses/${live.id}`, { ...shared, plan: 'lapsed', sms: 'off', sending_paused: true })
    expect(await read(side.id)).toEqual({ ...before, ...shared })
    expect((await side.call('GET', '/api/v1/credits')).json).toEqual({ error_code: 'business.inactive' })
    await operator('PATCH', `/businesses/${live.id}`, { active: true })
    expect((await side.call('GET', '/api/v1/credits')).status).toBe(200)
  })

  test('a change of the test side does not apply to it', async () => {
    const { live, test: side } = await sides()
    const before = await read(live.id)
    await operator('PATCH', `/businesses/${side.id}`, { name: 'Side', active: false, plan: 'past_due' })
    expect(await read(live.id)).toEqual(before)
    expect(await read(side.id)).toMatchObject({ name: 'Side', active: false, plan: 'past_due' })
  })

  test('the operator creates further keys of the test side, and finds it by its id only', async () => {
    const { live, test: side } = await sides({ name: 'Findable' })
    const { key } = (await operator('POST', `/businesses/${side.id}/keys`, { name: 'CI' })).json
    expect(key).toMatch(/^td_test_/)
    expect((await call('GET', '/api/v1/credits', { key })).json.balance).toBe(1000)
    const found = async (query: string) =>
      (await operator('GET', `/businesses?query=${query}`)).json.items.map(({ id }: { id: string }) => id)
    expect([await found('Findable'), await found(side.id)]).toEqual([[live.id], [side.id]])
  })
})

describe('a key of one side', () => {
  test('creates and revokes keys of that side only', async () => {
    const { live, test: side } = await sides()
    for (const [own, prefix, other] of [
      [live, /^td_live_/, side],
      [side, /^td_test_/, live],
    ] as const) {
      const { id, key } = (await own.call('POST', '/api/v1/keys', { body: { name: 'Minted' } })).json
      expect(key).toMatch(prefix)
      const listed = async (shop: Shop) =>
        (await shop.call('GET', '/api/v1/keys')).json.items.some((item: { id: string }) => item.id === id)
      expect([await listed(own), await listed(other)]).toEqual([true, false])
      expect((await other.call('DELETE', `/api/v1/keys/${id}?minted=true`)).json).toEqual({
        error_code: 'api_key.not_found',
      })
      expect((await call('GET', '/api/v1/credits', { key })).json.balance).toBe(own === live ? 0 : 1000)
    }
  })

  test('spends idempotency keys and credits of that side only', async () => {
    const { live, test: side } = await sides()
    const headers = { 'Idempotency-Key': 'one' }
    const body = { recipient_email: 'ada@example.com', subject: 's', body: 'b', notify: false }
    const ids = [live, side].map(
      async (shop) => (await shop.call('POST', '/api/v1/messages', { body, headers })).json.id,
    )
    expect(new Set(await Promise.all(ids)).size).toBe(2)
    await operator('POST', `/businesses/${live.id}/credits`, { amount: 7 })
    expect((await side.call('GET', '/api/v1/credits')).json.balance).toBe(1000)
  })
})

describe('a test business without a live one', () => {
  test('has the defaults of a business and the test credits', async () => {
    const { status, json } = await operator('POST', '/businesses', { name: 'Alone', mode: 'test', whatsapp: 'on' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      mode: 'test',
      test_business_id: null,
      live_business_id: null,
      sms: 'not_enabled',
      whatsapp: 'on',
      sms_warmup_cap: 100,
      messages_per_day: 1_000_000,
      api_key: expect.stringMatching(/^td_test_/),
      test_api_key: null,
    })
    expect(await ledgerOf(json.id)).toEqual([testGrant])
    expect((await operator('POST', `/businesses/${json.id}/credits`, { amount: 10 })).json).toEqual({ balance: 1010 })
  })

  test('is listed, and has no test side after the maintenance', async () => {
    const shop = await business({ mode: 'test', name: 'Alone and listed' })
    await runMaintenance(db, ['maintenance.test_sides'])
    expect((await operator('GET', '/businesses?query=Alone and listed'.replaceAll(' ', '%20'))).json.items).toEqual([
      await read(shop.id),
    ])
  })
})

describe('a business that the release before created', () => {
  /** Its statements, which name neither the new column nor a ledger entry. */
  const insertBusiness = statement<{ id: string; active: boolean }>(
    'test.insert_business_of_release_before',
    `with made as (
       insert into businesses (id, shard, mode, name, active) values ($id, 'a1', 'live', 'Older', $active) returning id
     )
     insert into credit_balances (business_id) select id from made`,
  )
  const older = async (active = true): Promise<string> => {
    const id = randomUUID()
    await db.all(insertBusiness, { id, active })
    return formatId('biz', id)
  }

  test('gets one test side, however many processes run the maintenance at once', async () => {
    const id = await older()
    expect((await read(id)).test_business_id).toBeNull()
    const reports = await Promise.all([1, 2, 3, 4].map(() => runMaintenance(db, ['maintenance.test_sides'])))
    const created = reports.flat().map((report) => ('counts' in report ? report.counts['created']! : Number.NaN))
    expect(created.reduce((sum, count) => sum + count)).toBe(1)
    const { test_business_id: sideId } = await read(id)
    expect(await read(sideId)).toMatchObject({ mode: 'test', live_business_id: id, name: 'Older', sms: 'on' })
    expect(await ledgerOf(sideId)).toEqual([testGrant])
    const { key } = (await operator('POST', `/businesses/${sideId}/keys`, {})).json
    expect(key).toMatch(/^td_test_a1/)
    expect((await call('GET', '/api/v1/credits', { key })).json.balance).toBe(1000)
  })

  test('that has a brand gets a test side with the same', async () => {
    const id = await older()
    const brand = { sender_name: 'Fern & Wood', brand_colour: '#0b57a4', customer_contact: 'Call us', language: 'de' }
    await operator('PATCH', `/businesses/${id}`, brand)
    await operator('PUT', `/businesses/${id}/logo`, { png: greenLogo.toString('base64') })
    await runMaintenance(db, ['maintenance.test_sides'])
    expect(await read((await read(id)).test_business_id)).toMatchObject({ ...brand, has_logo: true })
  })

  test('that is inactive gets an inactive test side', async () => {
    const id = await older(false)
    await runMaintenance(db, ['maintenance.test_sides'])
    expect((await read((await read(id)).test_business_id)).active).toBe(false)
  })
})
