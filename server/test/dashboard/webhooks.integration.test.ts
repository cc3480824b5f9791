import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import type { ApiResponse, Shop } from '../support/client.ts'
import { createMember, type SignedInMember } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { pushMessage, shippedOrder } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

/** What the pages about webhooks show and do, beyond what is tested for every page. */
const service = await createTestService()
const { business, db, simulator } = service
const { read, submit } = createDashboardClient(service)

type Endpoint = { id: string; url: string; path: string; receiver: string }
async function endpointOf(shop: Shop, owner: SignedInMember, behaviour = 'ok'): Promise<Endpoint> {
  const receiver = await simulator.receiver(behaviour)
  const { json } = await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
  return {
    id: json.id,
    url: receiver.url,
    path: `${owner.path}/webhooks/endpoints/${json.id}`,
    receiver: receiver.id,
  }
}
async function shopWithOwner(): Promise<{ shop: Shop; owner: SignedInMember }> {
  const shop = await business({ country: 'GB' })
  return { shop, owner: await createMember(service, shop, 'owner') }
}
/** Each message is delivered, so each has one event. */
async function push(shop: Shop, count = 1): Promise<void> {
  const before = await countEvents(shop)
  for (let index = 0; index < count; index++)
    await pushMessage(shop, shippedOrder({ recipient_email: `ada${index}@example.com`, reference: `A-${index}` }))
  await until('the events', async () => ((await countEvents(shop)) >= before + count ? true : null))
  await queueIdle(db, shop)
}
const countEvents = async (shop: Shop): Promise<number> =>
  (await shop.call('GET', '/api/v1/events?limit=100')).json.items.length
const textOf = ({ text }: ApiResponse): string =>
  text
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' .', '.')

const disable = statement<{ id: string }>(
  'test.disable_endpoint',
  `update webhook_endpoints set disabled_at = clock_now(), consecutive_failures = 20 where id = $id`,
)

describe('the health of an endpoint', () => {
  test('one that works, one that fails and one that is disabled', async () => {
    const { shop, owner } = await shopWithOwner()
    const [works, fails, disabled] = [
      await endpointOf(shop, owner),
      await endpointOf(shop, owner, 'fail'),
      await endpointOf(shop, owner),
    ]
    expect(textOf(await read(owner, works.path))).toContain('Nothing posted yet')
    await push(shop)
    await db.all(disable, { id: parseId('whe', disabled.id)! })
    const list = textOf(await read(owner, `${owner.path}/webhooks`))
    for (const state of ['Works', 'Failing', 'Disabled', 'http_status 500']) expect(list).toContain(state)
    expect(textOf(await read(owner, works.path))).toContain('100 %')
    const failing = textOf(await read(owner, fails.path))
    expect(failing).toContain('This endpoint does not accept events')
    expect(failing).toMatch(/Attempt \d of 8 at|The next attempt is queued/)
    expect(failing).toMatch(/Status 500 after \d+ ms/)
    expect(textOf(await read(owner, disabled.path))).toContain('This endpoint is disabled')
  })

  test('is enabled by a form, and continues with the next event', async () => {
    const { shop, owner } = await shopWithOwner()
    const endpoint = await endpointOf(shop, owner)
    await db.all(disable, { id: parseId('whe', endpoint.id)! })
    const { status, headers } = await submit(owner, `${endpoint.path}/enable`)
    expect([status, headers['location']]).toEqual([303, `${endpoint.path}?done=enabled`])
    await push(shop)
    expect(textOf(await read(owner, endpoint.path))).toContain('100 %')
  })
})

describe('the log of an endpoint', () => {
  test('filters by state, and leads from a delivery to its event', async () => {
    const { shop, owner } = await shopWithOwner()
    const endpoint = await endpointOf(shop, owner)
    await push(shop)
    const { text } = await read(owner, `${endpoint.path}?show=delivered`)
    const [, event] = /href="([^"]*\/webhooks\/events\/evt_[^"]*)"/.exec(text)!
    const page = textOf(await read(owner, event!))
    expect(page).toContain('message.delivered')
    expect(page).toContain('A-0')
    expect(page).toContain(new URL(endpoint.url).host)
    expect(textOf(await read(owner, `${endpoint.path}?show=failed`))).toContain('There are no such deliveries')
  })

  test('has pages of 25 deliveries', async () => {
    const { shop, owner } = await shopWithOwner()
    const endpoint = await endpointOf(shop, owner)
    await push(shop, 27)
    const first = (await read(owner, endpoint.path)).text
    const [, older] = /href="([^"]*after=[^"]*)"/.exec(first)!
    const second = (await read(owner, older!.replaceAll('&amp;', '&'))).text
    const rows = [first, second].map((text) => text.match(/class="row-link"/g)!.length)
    expect(rows).toEqual([25, 2])
  })
})

describe('the event log', () => {
  test('filters by type and by message, and an id that is none of a message has no events', async () => {
    const { shop, owner } = await shopWithOwner()
    await push(shop, 2)
    const id = (await shop.call('GET', '/api/v1/messages')).json.items[0].id
    const log = async (query: string) =>
      (await read(owner, `${owner.path}/webhooks/events${query}`)).text.match(/class="row-link"/g)?.length ?? 0
    expect(await log('')).toBe(2)
    expect(await log('?type=message.delivered')).toBe(2)
    expect(await log('?type=message.bounced')).toBe(0)
    expect(await log(`?message=${id}`)).toBe(1)
    expect(await log('?message=msg_unknown')).toBe(0)
  })

  test('sends an event again to every endpoint that is enabled', async () => {
    const { shop, owner } = await shopWithOwner()
    const endpoint = await endpointOf(shop, owner)
    await push(shop)
    const { text } = await read(owner, `${owner.path}/webhooks/events`)
    const [, event] = /href="([^"]*\/webhooks\/events\/evt_[^"]*)"/.exec(text)!
    const { headers } = await submit(owner, `${event}/redeliver`)
    expect(headers['location']).toBe(`${event}?deliveries=1`)
    await queueIdle(db, shop)
    const page = textOf(await read(owner, String(headers['location'])))
    expect(page).toContain('It is posted to 1 endpoint.')
    expect(page.match(/Delivered/g)).toHaveLength(2)
    await db.all(disable, { id: parseId('whe', endpoint.id)! })
    const again = await submit(owner, `${event}/redeliver`)
    expect(textOf(await read(owner, String(again.headers['location'])))).toContain('No endpoint gets this event')
  })
})

describe('what an endpoint missed', () => {
  test('is counted, sent once, and sent again to no other endpoint', async () => {
    const { shop, owner } = await shopWithOwner()
    const [missing, other] = [await endpointOf(shop, owner), await endpointOf(shop, owner)]
    await push(shop)
    await db.all(disable, { id: parseId('whe', missing.id)! })
    await push(shop, 2)
    const path = `${missing.path}/redeliver`
    expect(textOf(await read(owner, path))).toContain('The endpoint is disabled')
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const refused = await submit(owner, `${path}-missed`, { since })
    expect([refused.status, textOf(refused)]).toEqual([409, expect.stringContaining('Nothing was sent')])
    await submit(owner, `${missing.path}/enable`)
    expect(textOf(await read(owner, `${path}?since=${since}`))).toContain('Send 2 events?')
    const { headers } = await submit(owner, `${path}-missed`, { since })
    await queueIdle(db, shop)
    const after = textOf(await read(owner, String(headers['location'])))
    expect(after).toContain('2 events are on the way')
    expect(after).toContain('Nothing was missed')
    const again = await shop.call('POST', `/api/v1/webhook-endpoints/${missing.id}/redeliver-missed`, {
      body: { since },
    })
    expect(again.json).toEqual({ deliveries: 0, examined: 3, next_since: null })
    for (const { id } of [missing, other]) {
      const { items } = (await shop.call('GET', `/api/v1/webhook-endpoints/${id}/deliveries`)).json
      expect(items.map(({ state }: { state: string }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
    }
  })
})

describe('adding an endpoint', () => {
  test('shows what is wrong with the address, and keeps what was typed', async () => {
    const { owner } = await shopWithOwner()
    const fields = { url: 'http://shop.example/hooks', description: 'Till', type: 'message.bounced' }
    const { status, text } = await submit(owner, `${owner.path}/webhooks/new`, fields)
    expect(status).toBe(422)
    for (const typed of [
      'http://shop.example/hooks',
      'Till',
      'value="message.bounced" checked',
      'No endpoint was added',
    ])
      expect(text).toContain(typed)
  })

  test('stores the types and the note, and no more than 10', async () => {
    const { shop, owner } = await shopWithOwner()
    const { url } = await simulator.receiver('ok')
    const fields = { url, description: 'Till', type: 'message.bounced' }
    expect(textOf(await submit(owner, `${owner.path}/webhooks/new`, fields))).toContain('The endpoint was added')
    const [stored] = (await shop.call('GET', '/api/v1/webhook-endpoints')).json.items
    expect(stored).toMatchObject({ url, description: 'Till', event_types: ['message.bounced'] })
    for (let count = 1; count < 10; count++) await submit(owner, `${owner.path}/webhooks/new`, { url })
    expect((await submit(owner, `${owner.path}/webhooks/new`, { url })).status).toBe(409)
  })
})

test('a test posts a signed ping and shows the response, also that of an endpoint that refuses', async () => {
  const { shop, owner } = await shopWithOwner()
  const [accepts, refuses] = [await endpointOf(shop, owner), await endpointOf(shop, owner, 'fail')]
  expect(textOf(await submit(owner, `${accepts.path}/test`))).toContain('The endpoint accepted the test')
  expect(textOf(await submit(owner, `${refuses.path}/test`))).toContain('The endpoint did not accept the test')
})

test('deleting an endpoint deletes its log, and keeps the events', async () => {
  const { shop, owner } = await shopWithOwner()
  const endpoint = await endpointOf(shop, owner)
  await push(shop)
  const { headers } = await submit(owner, `${endpoint.path}/delete`)
  expect(textOf(await read(owner, String(headers['location'])))).toContain('The endpoint was deleted')
  expect((await read(owner, endpoint.path)).status).toBe(404)
  expect(textOf(await read(owner, `${owner.path}/webhooks/events`))).toContain('message.delivered')
})

test('a viewer sees the host of an endpoint and not its path, which can be a secret', async () => {
  const { shop, owner } = await shopWithOwner()
  const endpoint = await endpointOf(shop, owner)
  const viewer = await createMember(service, shop, 'viewer')
  for (const path of [`${owner.path}/webhooks`, endpoint.path]) {
    const page = (await read(viewer, path)).text
    expect(page).not.toContain(endpoint.url)
    expect(page).toContain(new URL(endpoint.url).host)
    expect(page).not.toContain('<form method="post" action="/dashboard/0')
  }
})

test('a signing secret is in the response to the form alone: in no later page, audit row, address or line of the log', async () => {
  const { shop, owner } = await shopWithOwner()
  const { url } = await simulator.receiver('ok')
  const created = await submit(owner, `${owner.path}/webhooks/new`, { url: `${url}?token=in-the-address` })
  const [first] = /whsec_[\w+/=]{40,}/.exec(created.text)!
  const [, path] = /href="([^"]*\/webhooks\/endpoints\/whe_[^"]*)"/.exec(created.text)!
  const rotated = await submit(owner, `${path}/rotate`)
  const [second] = /whsec_[\w+/=]{40,}/.exec(rotated.text)!
  expect(second).not.toBe(first)
  await push(shop)
  const pages = await Promise.all(
    [`${owner.path}/webhooks`, path!, `${path}/rotate`, `${path}/delete`, `${owner.path}/audit`].map((one) =>
      read(owner, one),
    ),
  )
  const rows = JSON.stringify(await db.all(auditRows, { businessId: shop.businessId }))
  expect(rows).toContain('createWebhookEndpoint')
  expect(rows).toContain('rotateWebhookSecret')
  expect(rows).not.toContain('in-the-address')
  for (const secret of [first, second])
    for (const text of [...pages.map((page) => page.text), rows, service.logged()]) expect(text).not.toContain(secret)
  expect(textOf(pages[1]!)).toContain('The one before is valid until')
})
const auditRows = statement<{ businessId: string }, { row: unknown }>(
  'test.audit_rows_of_business',
  `select to_jsonb(a) as row from audit_log a where business_id = $businessId`,
)
