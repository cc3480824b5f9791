import { expect, test } from 'vitest'
import type { Shop } from '../support/client.ts'
import { pushMessage } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

const { business } = await createTestService({ role: 'api' })
const push = async (shop: Shop, email: string, reference?: string): Promise<string> =>
  (await pushMessage(shop, { recipient_email: email, subject: 's', body: 'b', ...(reference && { reference }) })).id
const list = async (shop: Shop, query: Record<string, string>) =>
  (await shop.call('GET', `/api/v1/messages?${new URLSearchParams(query).toString()}`)).json as {
    items: { id: string }[]
    next_cursor: string | null
  }
const idsOf = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id)

test('reference lists the messages with exactly that reference, newest first, of this business only (2.5)', async () => {
  const [shop, other] = [await business(), await business()]
  const mine = [await push(shop, 'ada@x.example', '#A1'), await push(shop, 'bob@x.example', '#A1')]
  for (const near of ['#A', '#A11', '#a1', undefined]) await push(shop, 'ada@x.example', near)
  await push(other, 'ada@x.example', '#A1')
  expect(await list(shop, { reference: '#A1' })).toMatchObject({ items: mine.toReversed().map((id) => ({ id })) })
  expect(idsOf(await list(shop, { reference: '#A1', recipient_email: ' BOB@x.example' }))).toEqual([mine[1]])
  for (const none of ['', '#A2', 'a b', 'x'.repeat(2_000)])
    expect(idsOf(await list(shop, { reference: none }))).toEqual([])
})

test('reference and cursor: pages continue where the last one ended (2.5)', async () => {
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
