import { describe, expect, test } from 'vitest'
import { freshKey } from './support/messages.ts'
import { createTestService } from './support/test-service.ts'

const { business, operator } = await createTestService({ role: 'api' })

type Named = { id: string; name: string }
const search = async (query: string) => (await operator('GET', `/businesses?${query}`)).json

describe('the list of businesses', () => {
  test('is searched by a part of the name or of the contact address, in any case, or by the id', async () => {
    const baker = await business({ name: 'Bäckerei Müller', contact_email: 'owner@muller.example' })
    const butcher = await business({ name: '100%_Butcher' })
    for (const [query, found] of [
      ['MÜLLER', [baker.id]],
      ['owner@MULLER', [baker.id]],
      [butcher.id, [butcher.id]],
      ['0%_b', [butcher.id]],
      ['%', [butcher.id]],
      ['no such name', []],
    ] as const)
      expect(
        (await search(`query=${encodeURIComponent(query)}`)).items.map(({ id }: Named) => id),
        query,
      ).toEqual(found)
  })

  test('is paged, newest first, without the keys', async () => {
    for (const name of ['Page 1', 'Page 2', 'Page 3']) await business({ name })
    const first = await search('query=Page&limit=2')
    const second = await search(`query=Page&limit=2&cursor=${first.next_cursor}`)
    expect([...first.items, ...second.items].map(({ name }: Named) => name)).toEqual(['Page 3', 'Page 2', 'Page 1'])
    expect(second.next_cursor).toBeNull()
    expect(Object.keys(first.items[0])).not.toContain('api_key')
  })
})

describe('messages', () => {
  const pushed = async (shop: Awaited<ReturnType<typeof business>>, email: string, reference: string) =>
    (
      await shop.call('POST', '/api/v1/messages', {
        headers: freshKey(),
        body: { recipient_email: email, subject: 'Your order', body: 'On its way', reference },
      })
    ).json.id

  test('are searched within a business by address and reference, and read by id without their text', async () => {
    const [shop, other] = [await business(), await business()]
    const ids = [await pushed(shop, 'ada@example.com', 'A-1'), await pushed(shop, 'bob@example.com', 'A-2')]
    await pushed(other, 'ada@example.com', 'A-1')
    const find = async (query: string) =>
      (await operator('GET', `/businesses/${shop.id}/messages?${query}`)).json.items.map(({ id }: Named) => id)
    expect(await find('')).toEqual([ids[1], ids[0]])
    expect(await find('recipient_email=ADA%40example.com')).toEqual([ids[0]])
    expect(await find('reference=A-2')).toEqual([ids[1]])
    const { json } = await operator('GET', `/messages/${ids[0]}`)
    expect(json).toMatchObject({ id: ids[0], business_id: shop.id, recipient_email: 'ada@example.com' })
    expect(json).not.toHaveProperty('body')
    const { body: _, ...view } = (await shop.call('GET', `/api/v1/messages/${ids[0]}`)).json
    expect(json).toEqual({ ...view, business_id: shop.id })
  })

  test('an unknown id gets 404, and a malformed business id an empty list', async () => {
    expect((await operator('GET', '/messages/msg_01KA00000000000000000000ZZ')).json).toEqual({
      error_code: 'message.not_found',
    })
    expect((await operator('GET', '/businesses/none/messages')).json).toEqual({ items: [], next_cursor: null })
  })
})

test('notices are filtered by business and kind, and paged', async () => {
  const shops = [await business({ stored_messages: 1 }), await business({ stored_messages: 1 })]
  for (const shop of shops)
    await shop.call('POST', '/api/v1/messages', {
      headers: freshKey(),
      body: { recipient_email: 'ada@example.com', subject: 's', body: 'b' },
    })
  const found = async (query: string) => (await operator('GET', `/notices?${query}`)).json
  const of = async (query: string) =>
    (await found(query)).items.map((item: Record<string, string>) => [item['business_id'], item['kind']])
  expect(await of(`business_id=${shops[0]!.id}`)).toEqual([[shops[0]!.id, 'quota_reached']])
  expect(await of('kind=quota_reached')).toHaveLength(2)
  expect(await of('kind=sending_paused')).toEqual([])
  expect(await of('business_id=nonsense')).toEqual([])
  const { next_cursor: cursor } = await found('limit=1')
  expect(await of(`limit=1&cursor=${cursor}`)).toEqual([[shops[0]!.id, 'quota_reached']])
})

test('templates are listed with their states', async () => {
  await operator('PUT', '/whatsapp-templates/delayed', { state: 'paused' })
  const { items } = (await operator('GET', '/whatsapp-templates')).json
  expect(items).toContainEqual({ order_status: 'delayed', state: 'paused' })
  expect(items).toHaveLength(7)
})
