import { describe, expect, test } from 'vitest'
import { changeBalance } from '../../src/credits/sql.ts'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, db, operator, operatorToken } = await createTestService({ role: 'api' })

describe('the balance (2.9)', () => {
  for (const [balance, low] of [
    [0, true],
    [49, true],
    [50, false],
  ] as const)
    test(`${balance} with the threshold 50: low_balance ${low}`, async () => {
      const shop = await business()
      await operator('POST', `/businesses/${shop.id}/credits`, { amount: balance })
      expect((await shop.call('GET', '/api/v1/credits')).json).toEqual({ balance, low_balance: low, threshold: 50 })
    })

  test('never leaves its range, and a refused change has no effect', async () => {
    const shop = await business()
    const grant = async (amount: number) =>
      (await operator('POST', `/businesses/${shop.id}/credits`, { amount, note: 'n' })).json
    expect(await grant(10)).toEqual({ balance: 10 })
    expect(await grant(-11)).toEqual({ error_code: 'credits.balance_out_of_range' })
    expect(await grant(-10)).toEqual({ balance: 0 })
    expect(await grant(1_000_000_000)).toEqual({ balance: 1_000_000_000 })
    expect(await grant(1_000_000_000)).toEqual({ balance: 2_000_000_000 })
    expect(await grant(1)).toEqual({ error_code: 'credits.balance_out_of_range' })
    expect(
      (await operator('GET', `/businesses/${shop.id}/ledger`)).json.items.map(
        ({ delta, kind }: { delta: number; kind: string }) => [delta, kind],
      ),
    ).toEqual([
      [1_000_000_000, 'grant'],
      [1_000_000_000, 'grant'],
      [-10, 'correction'],
      [10, 'grant'],
    ])
  })

  test('of 160 concurrent corrections by -1 on 50 credits 50 succeed, and the balance is 0', async () => {
    const shop = await business()
    await operator('POST', `/businesses/${shop.id}/credits`, { amount: 50 })
    const responses = await Promise.all(
      Array.from({ length: 160 }, () => operator('POST', `/businesses/${shop.id}/credits`, { amount: -1 })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(50)
    expect((await shop.call('GET', '/api/v1/credits')).json.balance).toBe(0)
    expect(await sumOf(shop.id)).toBe(0)
  })
})

describe('a grant with an idempotency key', () => {
  const granting = (shop: Shop, body: object, key: string) =>
    call('POST', `/operator/v1/businesses/${shop.id}/credits`, {
      key: operatorToken,
      body,
      headers: { 'Idempotency-Key': key },
    })

  test('has one effect, also a year later, and a replay has the same bytes', async () => {
    const shop = await business()
    const first = await granting(shop, { amount: 7, note: 'invoice 1' }, 'k')
    await operator('POST', `/businesses/${shop.id}/credits`, { amount: 1 })
    await operator('POST', '/clock/advance', { seconds: 365 * 86_400 })
    const second = await granting(shop, { amount: 7, note: 'invoice 1' }, 'k')
    expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    expect((await shop.call('GET', '/api/v1/credits')).json.balance).toBe(8)
    const { items } = (await operator('GET', `/audit?business_id=${shop.id}&action=grantCredits`)).json
    expect(items).toHaveLength(2)
  })

  for (const other of [{ amount: 8, note: 'x' }, { amount: 7, note: 'y' }, { amount: 7 }])
    test(`is refused for another request: ${JSON.stringify(other)}`, async () => {
      const shop = await business()
      await granting(shop, { amount: 7, note: 'x' }, 'k')
      const { status, json } = await granting(shop, other, 'k')
      expect([status, json]).toEqual([409, { error_code: 'idempotency.key_reused' }])
      expect((await granting(await business(), other, 'k')).status).toBe(200)
    })

  test('of 30 at once one has an effect', async () => {
    const shop = await business()
    const responses = await Promise.all(Array.from({ length: 30 }, () => granting(shop, { amount: 3 }, 'k')))
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"balance":3}']))
    expect((await shop.call('GET', '/api/v1/credits')).json.balance).toBe(3)
  })

  test('a refused grant does not spend the key', async () => {
    const shop = await business()
    expect((await granting(shop, { amount: -1 }, 'k')).status).toBe(409)
    expect((await granting(shop, { amount: 5 }, 'k')).json).toEqual({ balance: 5 })
  })

  test('a key of 256 characters gets 422', async () => {
    const { status, json } = await granting(await business(), { amount: 1 }, 'k'.repeat(256))
    expect([status, json.detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']])
  })
})

describe('credits.low_balance, threshold 5 (6.3)', () => {
  let recipientCount = 0
  const text = (shop: Shop, channel = 'sms') => {
    const [recipient_email, recipient_phone] = [
      `ada+${++recipientCount}@example.com`,
      `+44770090${1000 + recipientCount}`,
    ]
    return pushMessage(shop, shippedOrder({ recipient_email, recipient_phone, channels: [channel] }))
  }
  const shopWith = (credits: number) =>
    openShop({ business, operator }, credits, { sms: 'on', low_balance_threshold: 5 })
  const credit = (shop: Shop, amount: number) => operator('POST', `/businesses/${shop.id}/credits`, { amount })
  const balances = async (shop: Shop) => (await eventsOf(db, null, shop.id)).map(({ type, data }) => [type, data])
  const low = (balance: number) => ['credits.low_balance', { balance, threshold: 5 }]

  test('is published at the first charge after which the balance is below the threshold, and once', async () => {
    const shop = await shopWith(6)
    await text(shop)
    expect(await balances(shop)).toEqual([])
    for (const _ of [1, 2, 3]) await text(shop)
    expect(await balances(shop)).toEqual([low(4)])
  })
  test('is published at the first charge of an account that never reached the threshold', async () => {
    const shop = await shopWith(3)
    await text(shop, 'email')
    expect(await balances(shop)).toEqual([])
    for (const _ of [1, 2]) await text(shop)
    expect(await balances(shop)).toEqual([low(2)])
  })
  test('is not published by a correction, but by the charge after it', async () => {
    const shop = await shopWith(10)
    await credit(shop, -7)
    expect(await balances(shop)).toEqual([])
    await text(shop)
    expect(await balances(shop)).toEqual([low(2)])
  })
  test('is re-armed by a grant that reaches the threshold, not by one that stays below and not by a refund', async () => {
    const shop = await shopWith(5)
    const { id } = await text(shop)
    await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: { 'Idempotency-Key': 'k' } })
    for (const _ of [1, 2]) await text(shop)
    await credit(shop, 1)
    await text(shop)
    expect(await balances(shop)).toEqual([low(4)])
    await credit(shop, 2)
    await text(shop)
    expect(await balances(shop)).toEqual([low(4), low(4)])
  })
  test('is published once when 40 texts are charged at once', async () => {
    const shop = await shopWith(40)
    await Promise.all(Array.from({ length: 40 }, () => text(shop)))
    // Concurrent calls are handled in batches, and the event shows the balance after a batch.
    expect(await balances(shop)).toEqual([['credits.low_balance', { balance: expect.any(Number), threshold: 5 }]])
  })
})

describe('the ledger (2.9)', () => {
  test('is listed newest first in pages', async () => {
    const shop = await business()
    for (let amount = 1; amount <= 7; amount++) await operator('POST', `/businesses/${shop.id}/credits`, { amount })
    const deltas: number[] = []
    let cursor: string | null = ''
    do {
      const { json }: Awaited<ReturnType<typeof operator>> = await operator(
        'GET',
        `/businesses/${shop.id}/ledger?limit=3${cursor && `&cursor=${cursor}`}`,
      )
      deltas.push(...json.items.map(({ delta }: { delta: number }) => delta))
      cursor = json.next_cursor
    } while (cursor !== null)
    expect(deltas).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  for (const [query, type] of [
    ['limit=0', 'greater_than_equal'],
    ['limit=101', 'less_than_equal'],
    ['limit=x', 'int_parsing'],
    ['limit=', 'int_parsing'],
    ['cursor=x', 'value_error'],
    ['cursor=%00', 'value_error'],
    ['cursor=%FF', 'string_unicode'],
  ] as const)
    test(`?${query} is 422 ${type}`, async () => {
      const shop = await business()
      const { json } = await operator('GET', `/businesses/${shop.id}/ledger?${query}`)
      expect(json.detail.map((entry: { type: string; loc: string[] }) => [entry.type, entry.loc])).toEqual([
        [type, ['query', query.split('=')[0]]],
      ])
    })

  for (const command of [`update credit_ledger set delta = 5`, `delete from credit_ledger`, `truncate credit_ledger`])
    test(`refuses ${command.split(' ')[0]}: it is append-only`, async () => {
      await expect(db.command(command)).rejects.toThrow('append-only')
    })

  test('accepts one charge and one refund per send', async () => {
    const { id } = (await db.one(anyBusiness))!
    const insertEntry = (kind: string, delta: number) =>
      db.command(
        `insert into credit_ledger (business_id, id, delta, kind, send_id) values ('${id}', gen_random_uuid(), ${delta}, '${kind}', '00000000-0000-7000-8000-000000000001')`,
      )
    await insertEntry('charge', -1)
    await insertEntry('refund', 1)
    await expect(insertEntry('charge', -1)).rejects.toThrow('unique')
    await expect(insertEntry('refund', 1)).rejects.toThrow('unique')
    await expect(insertEntry('grant', 1)).rejects.toThrow('check')
  })
})

test('the table refuses a negative balance', async () => {
  const shop = (await db.all(anyBusiness))[0]!
  await expect(db.command(`update credit_balances set balance = -1 where business_id = '${shop.id}'`)).rejects.toThrow(
    'check',
  )
  expect(await db.one(changeBalance, { businessId: shop.id, delta: -2_000_000_001 })).toBeNull()
})

const anyBusiness = statement<null, { id: string }>('probe.any_business', `select id from businesses limit 1`)
async function sumOf(publicId: string): Promise<number> {
  const { json } = await operator('GET', `/businesses/${publicId}/ledger?limit=100`)
  return json.items.reduce((sum: number, { delta }: { delta: number }) => sum + delta, 0)
}
