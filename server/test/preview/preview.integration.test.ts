import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

/** No worker runs, so nothing but the requests of these tests changes the database. */
const service = await createTestService({ role: 'api' })
const { db, operator } = service
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

const settings = { name: 'Rivermill Books', country: 'GB', sms: 'on', whatsapp: 'on' }
const shopWith = (over: Record<string, unknown> = {}, credits = 10): Promise<Shop> =>
  openShop(service, credits, { ...settings, ...over })
const previewPath = '/api/v1/messages/preview'
const preview = (shop: Shop, body: object) => shop.call('POST', previewPath, { body })
const previewBatch = (shop: Shop, messages: unknown[]) =>
  shop.call('POST', `${previewPath}/batch`, { body: { messages } })
const push = (shop: Shop, body: object) => shop.call('POST', '/api/v1/messages', { body, headers: freshKey() })

const phone = '+447700900123'
const order = (fields: object = {}) => shippedOrder({ recipient_email: 'ada@example.com', ...fields })
const everything = order({
  recipient_phone: phone,
  whatsapp_opt_in: { source: 'checkout' },
  channels: ['email', 'sms', 'whatsapp'],
})

const tables = statement<null, { name: string }>(
  'test.tables',
  `select format('%I.%I', table_schema, table_name) as name
     from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`,
)
/** The hour of the last use of a key is recorded for every request. */
const digests = (await db.all(tables)).map(({ name: table }, index) => ({
  table,
  digest: statement<null, { rows: number; digest: string | null }>(
    `test.digest_${index}`,
    `select count(*)::integer as rows, md5(string_agg(md5(row::text), '' order by md5(row::text))) as digest
       from (select to_jsonb(t) - 'last_used_at' as row from ${table} t) rows`,
  ),
}))
async function snapshot(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const { table, digest } of digests) found[table] = await db.one(digest)
  return found
}

describe('a preview stores nothing', () => {
  test('the snapshot of all tables notices a push', async () => {
    const shop = await shopWith()
    const before = await snapshot()
    await pushMessage(shop, everything)
    const after = await snapshot()
    const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
    expect(changed).toEqual(
      expect.arrayContaining(['public.messages', 'public.nudges', 'public.recipients', 'public.message_counts']),
    )
  })

  test('neither a new message, an update, a replaced nudge, an obsolete message nor a refusal', async () => {
    const shop = await shopWith({ messages_per_day: 3, low_balance_threshold: 10 })
    const scheduled = { kind: 'updateable', send_at: new Date(Date.now() + 3_600_000).toISOString() }
    const { id } = await pushMessage(shop, { ...everything, ...scheduled })
    const before = await snapshot()
    const update = { ...everything, kind: 'updateable', notify: true, body: 'It is here.' }
    const replacing = order({ recipient_email: 'bob@example.com', obsoletes: [id], recipient_phone: '+447700900456' })
    const results = [
      await preview(shop, everything),
      await preview(shop, update),
      await preview(shop, replacing),
      await preview(shop, { ...everything, recipient_phone: '0' }),
      await previewBatch(shop, [update, replacing, everything, {}, everything]),
    ]
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 422, 200])
    expect(results[1]!.json).toMatchObject({ id, created: false, sms: { cancels_scheduled: true } })
    expect(results[2]!.json.obsoletes).toEqual([id])
    expect(results[4]!.json.results.map(({ error_code: code }: { error_code: string | null }) => code)).toEqual([
      null,
      null,
      'quota.messages_per_day',
      'common.validation_failed',
      'quota.messages_per_day',
    ])
    expect(await snapshot()).toEqual(before)
  })

  test('nor does a transaction that is a dry run, although it reads its own writes', async () => {
    const before = await snapshot()
    const insert = statement<null>('test.insert', `insert into sms_prices (destination, credits) values ('ZZ', 7)`)
    const count = statement<null, { rows: number }>(
      'test.count_zz',
      `select count(*)::integer as rows from sms_prices where destination = 'ZZ'`,
    )
    const seen = await db.transaction(
      async (tx) => {
        tx.write(insert)
        return (await tx.one(count))!.rows
      },
      { isDryRun: true },
    )
    expect(seen).toBe(1)
    expect(await snapshot()).toEqual(before)
  })
})

describe('a preview shows', () => {
  test('the exact contents, with links that open nothing', async () => {
    const shop = await shopWith()
    const { json } = await preview(shop, everything)
    expect(json).toMatchObject({ created: true, id: null, nudged: true, credits: 2, scheduled_for: null })
    const { content } = json.email
    expect(content).toMatchObject({
      from: 'Rivermill Books <updates@tidings.example>',
      to: 'ada@example.com',
      subject: 'Your order',
      headers: { 'list-unsubscribe': `<${content.unsubscribe_url}>`, to: 'ada@example.com' },
    })
    expect(Object.keys(content.headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(date|message-id|x-tidings-message)$/)]),
    )
    for (const part of [content.text, content.html]) {
      expect(part).toContain('It is on its way.')
      expect(part).toContain(content.link)
    }
    expect(json.sms.content).toMatchObject({ segments: 1, text: expect.stringContaining(json.sms.content.link) })
    expect(json.whatsapp.content).toMatchObject({
      template: 'order_shipped',
      language: 'en',
      parameters: ['Rivermill Books', 'A-1', expect.stringMatching(/^example-/)],
    })
    expect(JSON.stringify(json)).not.toContain(phone)
    const links = [content.link, content.unsubscribe_url, json.sms.content.link, json.whatsapp.content.link]
    for (const link of links) expect(link).toMatch(/\/example-example-[aelmpx-]+$/)
  })

  test('the id of the message in the header of an update', async () => {
    const shop = await shopWith()
    const updateable = order({ kind: 'updateable', notify: true })
    const { id } = await pushMessage(shop, updateable)
    const { json } = await preview(shop, updateable)
    expect([json.id, json.email.content.headers['x-tidings-message']]).toEqual([id, id])
  })

  test('no content of a channel that is skipped, and why it is skipped', async () => {
    const shop = await shopWith({}, 0)
    const { json } = await preview(shop, everything)
    expect(json.sms).toEqual({
      outcome: 'skipped',
      explanation: expect.stringMatching(/credit/),
      sends_at: null,
      cancels_scheduled: false,
      skipped_reason: 'insufficient_credit',
      credits: 0,
      is_fallback: false,
      falls_back_to: null,
      content: null,
    })
  })

  test('the refusals of a push: the same status, body and Retry-After', async () => {
    const shop = await shopWith({ messages_per_day: 1 })
    const invalid = order({ recipient_phone: '0', send_at: '2020-01-01T00:00:00Z' })
    for (const request of [invalid, order({ whatsapp_opt_in: {} }), { subject: 'Your order' }]) {
      const [previewed, pushed] = [await preview(shop, request), await push(shop, request)]
      expect([previewed.status, previewed.json]).toEqual([pushed.status, pushed.json])
    }
    await pushMessage(shop, order())
    const [previewed, pushed] = [await preview(shop, order()), await push(shop, order())]
    expect([previewed.status, previewed.json]).toEqual([429, { error_code: 'quota.messages_per_day' }])
    expect(pushed.json).toEqual(previewed.json)
    const seconds = [previewed, pushed].map(({ headers }) => Number(headers['retry-after']))
    expect(Math.abs(seconds[0]! - seconds[1]!)).toBeLessThan(60)
  })

  test('the contents of the first pushes of a batch that has too many, and states it', async () => {
    const shop = await shopWith()
    const long = order({ body: '<&>"'.repeat(2_500), channels: ['email'] })
    const { status, json, text } = await previewBatch(shop, Array(100).fill(long))
    type Item = { ok: boolean; result: { email: { outcome: string; content: object | null } } }
    const items: Item[] = json.results
    const complete = items.filter(({ result }) => result.email.content !== null)
    expect([status, json.contents_complete, items.every(({ ok }) => ok)]).toEqual([200, false, true])
    expect(items.map(({ result }) => result.email.outcome)).toEqual(Array(100).fill('queued'))
    expect(complete.length).toBeGreaterThan(10)
    expect(complete).toEqual(items.slice(0, complete.length))
    expect(text.length).toBeLessThan(4 * 1024 * 1024)
    expect((await previewBatch(shop, [long])).json.contents_complete).toBe(true)
  })
})
