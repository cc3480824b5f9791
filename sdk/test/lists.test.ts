import { expect, test } from 'vitest'
import { failed, json, startScriptedServer } from './scripted-server.ts'

const message = (id: string) => ({ id })
const pages = [
  json(200, { items: [message('a'), message('b')], next_cursor: 'second page&' }),
  json(200, { items: [], next_cursor: 'third' }),
  json(200, { items: [message('c')], next_cursor: null }),
]

test('a list iterates over the items of all pages, with the filters of the first', async () => {
  const { requests, client } = await startScriptedServer(...pages)
  const ids: string[] = []
  for await (const { id } of client().messages.list({ reference: 'A-1', limit: 2 })) ids.push(id)
  expect(ids).toEqual(['a', 'b', 'c'])
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/v1/messages?reference=A-1&limit=2',
    '/api/v1/messages?reference=A-1&limit=2&cursor=second+page%26',
    '/api/v1/messages?reference=A-1&limit=2&cursor=third',
  ])
})

test('a list gives whole pages, and continues at a cursor', async () => {
  const { requests, client } = await startScriptedServer(...pages)
  const cursors: (string | null)[] = []
  for await (const page of client().events.list({ cursor: 'first' }).pages()) cursors.push(page.next_cursor)
  expect(cursors).toEqual(['second page&', 'third', null])
  expect(requests[0]!.path).toBe('/api/v1/events?cursor=first')
})

test('page reads one page', async () => {
  const { requests, client } = await startScriptedServer(...pages)
  expect(await client().test.outbox().page()).toEqual({
    items: [{ id: 'a' }, { id: 'b' }],
    next_cursor: 'second page&',
  })
  expect(requests).toHaveLength(1)
})

test('a list is read lazily: nothing before the first item, and no page after a break', async () => {
  const { requests, client } = await startScriptedServer(...pages)
  const list = client().messages.list()
  expect(requests).toEqual([])
  for await (const { id } of list) if (id === 'b') break
  expect(requests).toHaveLength(1)
})

test('a page that fails ends the iteration with its error', async () => {
  const { client } = await startScriptedServer(pages[0]!, failed(401, 'business.invalid_api_key'))
  const ids: string[] = []
  const read = async (): Promise<void> => {
    for await (const { id } of client().messages.list()) ids.push(id)
  }
  await expect(read()).rejects.toMatchObject({ code: 'business.invalid_api_key' })
  expect(ids).toEqual(['a', 'b'])
})
