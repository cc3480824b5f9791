import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { composeKey } from '../../src/keys/key-format.ts'
import type { Shop } from '../support/client.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, db, operator, startAnother } = await createTestService()
const isValid = async (key: string): Promise<boolean> => (await call('GET', '/api/v1/credits', { key })).status === 200
const advance = async (seconds: number): Promise<Date> =>
  new Date((await operator('POST', '/clock/advance', { seconds })).json.now)
const inSeconds = async (seconds: number): Promise<string> =>
  new Date((await advance(0)).getTime() + seconds * 1000).toISOString()
const create = (shop: Shop, body: object, key = shop.key) => call('POST', '/api/v1/keys', { key, body })
const revokeMinted = (key: string, id: string) => call('DELETE', `/api/v1/keys/${id}?minted=true`, { key })

test('keys create at most 1,000 keys in 24 hours, and the operator more (5)', async () => {
  const shop = await business()
  const { id } = (await create(shop, {})).json
  await db.all(plantRevoked, { businessId: shop.businessId, creatorId: parseId('key', id)!, count: 998 })
  expect((await create(shop, {})).status).toBe(201)
  expect((await create(shop, {})).json).toEqual({ error_code: 'business.key_limit_reached' })
  expect((await operator('POST', `/businesses/${shop.id}/keys`, {})).status).toBe(201)
  await advance(86_401)
  expect((await create(shop, {})).status).toBe(201)
})
const plantRevoked = statement<{ businessId: string; creatorId: string; count: number }>(
  'test.plant_revoked_keys',
  `insert into api_keys (business_id, id, hash, masked, name, minted_by, revoked_at)
   select $businessId, gen_random_uuid(), sha256(uuid_send(gen_random_uuid())), 'masked', 'Junk', $creatorId, clock_now()
     from generate_series(1, $count::integer)`,
)

describe('expires_at (2.8)', () => {
  test('an expired key is refused with the same bytes as an unknown one, on every process, and is not listed', async () => {
    const [shop, secondProcess] = [await business(), await startAnother()]
    const end = await inSeconds(60)
    const { json } = await create(shop, { expires_at: end })
    expect(json.expires_at).toBe(end)
    expect(await isValid(json.key)).toBe(true)
    await advance(61)
    const unknown = await call('GET', '/api/v1/credits', { key: composeKey('live', '00', Buffer.alloc(32, 3)) })
    for (const client of [shop, secondProcess]) {
      const expired = await client.call('GET', '/api/v1/credits', { key: json.key })
      expect([expired.status, expired.text]).toEqual([401, unknown.text])
    }
    expect((await shop.call('GET', '/api/v1/keys')).json.items).toHaveLength(1)
    expect((await shop.call('DELETE', `/api/v1/keys/${json.id}`)).json).toEqual({ error_code: 'api_key.not_found' })
    await secondProcess.stop()
  })

  test('expired keys do not count among the 25', async () => {
    const shop = await business()
    const end = await inSeconds(60)
    for (let made = 1; made < 25; made++) expect((await create(shop, { expires_at: end })).status).toBe(201)
    expect((await create(shop, {})).status).toBe(409)
    await advance(61)
    expect((await create(shop, {})).status).toBe(201)
  })

  for (const [given, type] of [
    ['2020-01-01T00:00:00Z', 'datetime_future'],
    ['9999-12-31T23:59:59-12:00', 'value_error'],
    ['2030-01-01T00:00:00', 'timezone_aware'],
    ['tomorrow', 'datetime_from_date_parsing'],
    [5, 'datetime_type'],
  ] as const)
    test(`${JSON.stringify(given)} gets 422 ${type}, from the merchant and from the operator`, async () => {
      const shop = await business()
      for (const { status, json } of [
        await create(shop, { expires_at: given }),
        await operator('POST', `/businesses/${shop.id}/keys`, { expires_at: given }),
      ])
        expect([status, json.detail.map((entry: { type: string; loc: string[] }) => [entry.type, entry.loc])]).toEqual([
          422,
          [[type, ['body', 'expires_at']]],
        ])
      expect((await shop.call('GET', '/api/v1/keys')).json.items).toHaveLength(1)
    })
})

describe('last_used_at (2.8)', () => {
  const lastUse = async (shop: Shop, id: string): Promise<string | null> =>
    (await operator('GET', `/businesses/${shop.id}/keys`)).json.items.find((item: { id: string }) => item.id === id)
      .last_used_at
  const hourOf = (time: Date): string => `${time.toISOString().slice(0, 13)}:00:00.000Z`

  test('is null, and then the hour of the last use, also of a use outside of the scope', async () => {
    const shop = await business()
    const { id, key } = (await create(shop, { scopes: ['erasure'] })).json
    expect(await lastUse(shop, id)).toBeNull()
    const now = await advance(0)
    expect((await call('GET', '/api/v1/credits', { key })).status).toBe(403)
    const first = await until('the use to be recorded', () => lastUse(shop, id))
    expect([hourOf(now), hourOf(await advance(0))]).toContain(first)
    await advance(3600)
    await call('GET', '/api/v1/credits', { key })
    await until('the next use to be recorded', async () => (await lastUse(shop, id)) !== first)
  })

  test('1,000 requests in an hour write once, and once more in the next hour', async () => {
    // A trigger counts the writes of all processes.
    await db.command(`
      create table key_writes (id uuid not null);
      create function count_key_write() returns trigger language plpgsql as $$
        begin insert into key_writes values (new.id); return new; end $$;
      create trigger count_key_writes after update on api_keys for each row execute function count_key_write();`)
    const countOf = statement<{ id: string }, { count: number }>(
      'test.key_writes',
      `select count(*)::integer as count from key_writes w join api_keys k on k.id = w.id where k.business_id = $id`,
    )
    const shop = await business({ rate_limit_per_second: 10_000 })
    // The first use is a minute after the start of an hour, so that the requests are in the same hour.
    const seconds = (await advance(0)).getTime() / 1000
    await advance(3600 - (seconds % 3600) + 60)
    const writes = async () => (await db.one(countOf, { id: shop.businessId }))!.count
    const useOften = async (times: number) => {
      for (let sent = 0; sent < times; sent += 50)
        await Promise.all(Array.from({ length: 50 }, () => isValid(shop.key)))
    }
    await useOften(1_000)
    await until('the write', async () => (await writes()) > 0)
    await useOften(100)
    expect(await writes()).toBe(1)
    await advance(3600)
    await useOften(100)
    await until('the write of the next hour', async () => (await writes()) > 1)
    expect(await writes()).toBe(2)
  })
})

describe('DELETE /keys/{key_id}?minted=true (2.8)', () => {
  /** leaked ─ child ─ (detached) grandchild ─ great; and a key that the leaked one did not mint. */
  async function family() {
    const shop = await business()
    const leaked = (await create(shop, {})).json
    const child = (await create(shop, {}, leaked.key)).json
    const grandchild = (await create(shop, { detach: true }, child.key)).json
    const great = (await create(shop, { detach: true }, grandchild.key)).json
    const innocent = (await create(shop, { detach: true })).json
    return { shop, leaked, child, grandchild, great, innocent }
  }
  const validity = (keys: { key: string }[]) => Promise.all(keys.map(({ key }) => isValid(key)))

  test('revokes everything that the key ever minted, detached keys too', async () => {
    const { shop, leaked, child, grandchild, great, innocent } = await family()
    expect((await revokeMinted(shop.key, leaked.id)).status).toBe(204)
    expect(await validity([leaked, child, grandchild, great, innocent, shop])).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ])
  })

  test('reaches through keys that are already revoked, and works on a revoked key, also twice', async () => {
    const { shop, leaked, child, grandchild, great, innocent } = await family()
    await shop.call('DELETE', `/api/v1/keys/${leaked.id}`)
    await shop.call('DELETE', `/api/v1/keys/${grandchild.id}`)
    expect(await validity([leaked, child, grandchild, great])).toEqual([false, false, false, true])
    expect((await shop.call('DELETE', `/api/v1/keys/${leaked.id}`)).status).toBe(404)
    expect((await revokeMinted(shop.key, leaked.id)).status).toBe(204)
    expect(await validity([great, innocent])).toEqual([false, true])
    expect((await revokeMinted(shop.key, leaked.id)).status).toBe(204)
  })

  test('works on a key that has expired', async () => {
    const shop = await business()
    const leaked = (await create(shop, { expires_at: await inSeconds(60) })).json
    await advance(61)
    expect((await revokeMinted(shop.key, leaked.id)).status).toBe(204)
  })

  test('minted=false is the cascade of the contract', async () => {
    const { shop, leaked, child, grandchild, great } = await family()
    expect((await shop.call('DELETE', `/api/v1/keys/${leaked.id}?minted=false`)).status).toBe(204)
    expect(await validity([leaked, child, grandchild, great])).toEqual([false, false, true, true])
  })

  for (const given of ['1', 'TRUE', 'yes', ''])
    test(`minted=${given} gets 422 bool_parsing`, async () => {
      const { shop, leaked } = await family()
      const { status, json } = await shop.call('DELETE', `/api/v1/keys/${leaked.id}?minted=${given}`)
      expect([status, json.detail]).toEqual([
        422,
        [
          {
            type: 'bool_parsing',
            loc: ['query', 'minted'],
            msg: 'Input should be a valid boolean, unable to interpret input',
            input: given,
          },
        ],
      ])
      expect(await isValid(leaked.key)).toBe(true)
    })
})
