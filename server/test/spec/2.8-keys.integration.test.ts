import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { retryUnavailable } from '../support/client.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, db, operator, startAnother } = await createTestService()
const shardOf = statement<{ businessId: string }, { shard: string }>(
  'keys.shard_of',
  `select shard from businesses where id = $businessId`,
)
/** The use of a key is recorded after the response. */
const isHourOrNull = (text: string | null): boolean => text === null || text.endsWith(':00:00.000Z')
const isValid = async (key: string): Promise<boolean> => (await call('GET', '/api/v1/credits', { key })).status === 200

describe('a key (2.8)', () => {
  test('is listed masked, newest first, with minted_by', async () => {
    const shop = await business()
    const child = (await shop.call('POST', '/api/v1/keys', { body: { name: 'Till 4' } })).json
    const { items } = (await shop.call('GET', '/api/v1/keys')).json
    const [second, first] = items
    expect(items).toHaveLength(2)
    expect(first).toEqual({
      id: first.id,
      name: 'API key',
      masked: `td_live_****${shop.key.slice(-4)}`,
      created: first.created,
      minted_by: null,
      scopes: null,
      expires_at: null,
      last_used_at: expect.toSatisfy(isHourOrNull),
    })
    expect(second).toEqual({
      id: child.id,
      name: 'Till 4',
      masked: child.masked,
      created: child.created,
      minted_by: first.id,
      scopes: null,
      expires_at: null,
      last_used_at: null,
    })
  })

  test('of a business in test mode starts with td_test_ and the shard', async () => {
    const { businessId, key } = await business({ mode: 'test' })
    const { shard } = (await db.one(shardOf, { businessId }))!
    expect(key).toMatch(new RegExp(`^td_test_${shard}[0-9A-Za-z]{49}$`))
  })

  test('is created by a request without a body', async () => {
    const shop = await business()
    const { status, json } = await shop.call('POST', '/api/v1/keys')
    expect([status, json.name]).toEqual([201, 'API key'])
  })

  for (const name of ['', null])
    test(`with the name ${JSON.stringify(name)} is called API key`, async () => {
      const shop = await business()
      expect((await shop.call('POST', '/api/v1/keys', { body: { name } })).json.name).toBe('API key')
    })

  test('that is revoked invalidates its children on every process at once, but not a detached one', async () => {
    const [shop, secondProcess] = [await business(), await startAnother()]
    const parent = (await shop.call('POST', '/api/v1/keys', { body: {} })).json
    const child = (await call('POST', '/api/v1/keys', { key: parent.key, body: {} })).json
    const detached = (await call('POST', '/api/v1/keys', { key: parent.key, body: { detach: true } })).json
    expect((await secondProcess.call('DELETE', `/api/v1/keys/${parent.id}`, { key: shop.key })).status).toBe(204)
    expect(await Promise.all([parent, child, detached].map(({ key }) => isValid(key)))).toEqual([false, false, true])
    await secondProcess.stop()
  })

  test('of the operator counts toward the 25 of the merchant, and the operator is limited to 100', async () => {
    const shop = await business()
    const mint = async (count: number) => {
      for (let made = 0; made < count; made++)
        expect((await operator('POST', `/businesses/${shop.id}/keys`, { name: 'n' })).status).toBe(201)
    }
    const refusal = { error_code: 'business.key_limit_reached' }
    await mint(23)
    expect((await shop.call('POST', '/api/v1/keys')).status).toBe(201)
    expect((await shop.call('POST', '/api/v1/keys')).json).toEqual(refusal)
    await mint(75)
    expect((await operator('POST', `/businesses/${shop.id}/keys`)).json).toEqual(refusal)
    expect((await shop.call('GET', '/api/v1/keys')).json.items).toHaveLength(100)
  })
})

describe('concurrent requests', () => {
  test('30 creates leave 25 keys', async () => {
    const [shop, secondProcess] = [await business(), await startAnother()]
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        retryUnavailable(() =>
          (index % 2 === 0 ? shop : secondProcess).call('POST', '/api/v1/keys', { key: shop.key, body: {} }),
        ),
      ),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(24)
    expect(responses.filter(({ status }) => status === 409).map(({ json }) => json.error_code)).toEqual(
      Array(6).fill('business.key_limit_reached'),
    )
    expect((await shop.call('GET', '/api/v1/keys')).json.items).toHaveLength(25)
    await secondProcess.stop()
  })

  test('200 seeded races of creating a child against revoking its parent leave no valid child', async () => {
    const next = seededRandom(20261115)
    const shop = await business({ rate_limit_per_second: 10_000 })
    let [created, refused] = [0, 0]
    for (let race = 0; race < 200; race++) {
      const parent = (await shop.call('POST', '/api/v1/keys', { body: {} })).json
      const requests = [
        () => call('POST', '/api/v1/keys', { key: parent.key, body: {} }),
        () => call('POST', '/api/v1/keys', { key: parent.key, body: {} }),
        () => shop.call('DELETE', `/api/v1/keys/${parent.id}`),
      ].toSorted(() => next() - 0.5)
      const responses = await Promise.all(
        requests.map(async (send) => {
          await new Promise((resolve) => setTimeout(resolve, next() * 3))
          return send()
        }),
      )
      for (const { status, json } of responses) {
        if (status === 201)
          expect(await isValid(json.key), `race ${race}: a valid child of a revoked parent`).toBe(false)
        if (status === 201) created++
        if (status === 401) refused++
      }
    }
    // Both outcomes must occur, or the requests did not race.
    expect(created).toBeGreaterThan(10)
    expect(refused).toBeGreaterThan(10)
  })
})
