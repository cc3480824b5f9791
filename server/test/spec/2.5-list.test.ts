import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { readId } from '../../src/ids.ts'
import { listMessages, listMessagesByReference, listMessagesOfRecipient } from '../../src/messages/sql.ts'
import type { Shop } from '../support/client.ts'
import { pushMessage } from '../support/messages.ts'
import { createWorld } from '../support/world.ts'

const { business, db } = await createWorld({ role: 'api' })
const push = async (shop: Shop, email: string, reference?: string): Promise<string> =>
  (await pushMessage(shop, { recipient_email: email, subject: 's', body: 'b', ...(reference && { reference }) })).id
const list = async (shop: Shop, query: Record<string, string>) =>
  (await shop.call('GET', `/api/v1/messages?${new URLSearchParams(query).toString()}`)).json as {
    items: { id: string }[]
    next_cursor: string | null
  }
const idsOf = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id)

test('2.5 reference lists the messages with exactly that reference, newest first, of this business only', async () => {
  const [shop, other] = [await business(), await business()]
  const mine = [await push(shop, 'ada@x.example', '#A1'), await push(shop, 'bob@x.example', '#A1')]
  for (const near of ['#A', '#A11', '#a1', undefined]) await push(shop, 'ada@x.example', near)
  await push(other, 'ada@x.example', '#A1')
  expect(await list(shop, { reference: '#A1' })).toMatchObject({ items: mine.toReversed().map((id) => ({ id })) })
  expect(idsOf(await list(shop, { reference: '#A1', recipient_email: ' BOB@x.example' }))).toEqual([mine[1]])
  for (const none of ['', '#A2', 'a b', 'x'.repeat(2_000)])
    expect(idsOf(await list(shop, { reference: none }))).toEqual([])
})

test('2.5 reference and cursor: pages continue where the last one ended', async () => {
  const shop = await business()
  const ids: string[] = []
  for (let index = 0; index < 5; index++) {
    ids.unshift(await push(shop, 'ada@x.example', 'A1'))
    await push(shop, 'ada@x.example', 'A2')
  }
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(shop, { reference: 'A1', limit: '2', ...(cursor && { cursor }) })
    seen.push(...idsOf(page))
    cursor = page.next_cursor
  }
  expect(seen).toEqual(ids)
})

describe('2.5 a page of a business with 500 recipients and 3,000 messages, in tables that were never analyzed', async () => {
  const shop = await business()
  const businessId = readId('biz', shop.id)!
  await db.all(manyMessages, [businessId])
  const firstPage = [businessId, null, null, 51]
  for (const [{ name, text }, filter, rows, mostPages] of [
    [listMessages, [], 51, 800],
    [listMessagesOfRecipient, ['customer7@x.example'], 6, 200],
    [listMessagesByReference, ['A7', null], 51, 800],
    [listMessagesByReference, ['A7', 'customer7@x.example'], 6, 800],
  ] as const)
    test.for(['force_custom_plan', 'force_generic_plan'])(
      `${name} with ${JSON.stringify(filter)} reads at most ${mostPages} database pages (%s)`,
      async (mode) => {
        const plan = await db.transaction(async (tx) => {
          await tx.command(`set local plan_cache_mode = ${mode}`)
          return tx.one(explained(text), [...firstPage, ...filter])
        })
        const [{ Plan: executed }] = plan!['QUERY PLAN']
        expect(executed['Actual Rows']).toBe(rows)
        expect(executed['Shared Hit Blocks'] + executed['Shared Read Blocks']).toBeLessThan(mostPages)
      },
    )
})

type Executed = { 'Actual Rows': number; 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
let explanations = 0
const explained = (text: string) =>
  statement<{ 'QUERY PLAN': [{ Plan: Executed }] }>(
    `probe.explain_${explanations++}`,
    `explain (analyze, buffers, format json) ${text}`,
  )

/** Six of each recipient with one reference; every message has an email. */
const manyMessages = statement<never>(
  'probe.many_messages',
  `with people as (
          insert into recipients (business_id, id, email, created_at)
          select $1::uuid, uuidv7(), 'customer' || number || '@x.example', clock_now() from generate_series(1, 500) number
          returning id),
        stored as (
          insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
          select $1::uuid, uuidv7(), id, 'one_off', 'active', 'Shipped', 'On its way', 'A7', 'shipped', clock_now(), clock_now()
            from people, generate_series(1, 6)
          returning id)
   insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, delivered_at, ended_at)
   select $1::uuid, uuidv7(), id, 'email', 'delivered', 0, false, false, clock_now(), clock_now(), clock_now() from stored`,
)
