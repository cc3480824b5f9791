import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { countLockWaiters } from './support/locks.ts'
import { freshKey, shippedOrder } from './support/messages.ts'
import { createTestService } from './support/test-service.ts'

/** The previous release uses the names from before migration 0020 while both releases run. */
const { business, config, db } = await createTestService({ role: 'api' })
const previousRelease = new pg.Client({ connectionString: config.databaseUrl })
await previousRelease.connect()
afterAll(() => previousRelease.end())

const query = async (text: string, values: unknown[] = []) => (await previousRelease.query(text, values)).rows

test('a response stored by the previous release is replayed by this one', async () => {
  const shop = await business()
  const request = { headers: freshKey(), body: shippedOrder({ recipient_email: 'ada@example.com' }) }
  const first = await shop.call('POST', '/api/v1/messages', request)
  const columns = 'business_id, operation, key_digest, fingerprint, body, error_code, recipient_ids'
  const stored = await query(`select ${columns} from stored_answers where business_id = $1`, [shop.businessId])
  expect(stored).toMatchObject([{ body: first.text }])

  await query(`delete from stored_responses where business_id = $1`, [shop.businessId])
  await query(`insert into stored_answers (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`, Object.values(stored[0]))
  const second = await shop.call('POST', '/api/v1/messages', request)
  expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
})

test('an erasure by the previous release clears the stored response', async () => {
  const shop = await business()
  const request = { headers: freshKey(), body: shippedOrder({ recipient_email: 'ada@example.com' }) }
  await shop.call('POST', '/api/v1/messages', request)
  await query(`update stored_answers set body = null, error_code = null where business_id = $1`, [shop.businessId])
  expect((await shop.call('POST', '/api/v1/messages', request)).status).toBe(404)
})

for (const [written, read] of [
  ['low_balance_told', 'low_balance_notified'],
  ['low_balance_notified', 'low_balance_told'],
])
  test(`a change of ${written} is visible in ${read}`, async () => {
    const { businessId } = await business()
    for (const value of [true, true, false, true])
      expect([
        await query(`update credit_balances set ${written} = $2 where business_id = $1 returning ${read} as value`, [
          businessId,
          value,
        ]),
        await query(
          `update credit_balances set balance = balance + 1 where business_id = $1 returning ${read} as value`,
          [businessId],
        ),
      ]).toEqual([[{ value }], [{ value }]])
  })

test('a pause of sending by either release is visible to both', async () => {
  const names = { old: 'place, held_since, held_because', current: 'location, paused_since, pause_reason' }
  const [before] = await query(`select ${names.current} from installation`)
  const states = async () => [
    Object.values((await query(`select ${names.old} from installation`))[0]),
    Object.values((await query(`select ${names.current} from installation`))[0]),
  ]
  const at = new Date('2026-11-17T00:00:00Z')
  await query(`update installation set held_since = $1, held_because = 'went_back'`, [at])
  expect(await states()).toEqual([
    [before.location, at, 'went_back'],
    [before.location, at, 'went_back'],
  ])
  await query(`update installation set paused_since = null, pause_reason = null, location = 'elsewhere'`)
  expect(await states()).toEqual([
    ['elsewhere', null, null],
    ['elsewhere', null, null],
  ])
  await query(`delete from installation`)
  await query(`insert into installation (place, seen_at) values ('here', now())`)
  expect(await states()).toEqual([
    ['here', null, null],
    ['here', null, null],
  ])
})

test('the migration runs beside a push, which locks its balance before it writes its response, and can be repeated', async () => {
  const { businessId } = await business()
  const file = join(import.meta.dirname, '../migrations/0020_conventional-names.sql')
  const migration = new pg.Client({ connectionString: config.databaseUrl })
  await migration.connect()
  await query('begin')
  await query('update credit_balances set balance = balance + 1 where business_id = $1', [businessId])
  const migrated = migration.query(`begin; ${readFileSync(file, 'utf8')} commit;`)
  await expect.poll(() => countLockWaiters(db)).toBe(1)
  await query(
    `insert into stored_answers (business_id, operation, key_digest, fingerprint, body, recipient_ids)
     values ($1, 1, sha256('key'), sha256('request'), '{}', '{}')`,
    [businessId],
  )
  await query('commit')
  await migrated
  await migration.end()
})
