import { describe, expect, test } from 'vitest'
import { createChannels } from '../src/channels/create-channels.ts'
import { createContext } from '../src/context.ts'
import type { Database } from '../src/db/database.ts'
import { statement } from '../src/db/statement.ts'
import { inboxPages } from '../src/http/inbox-pages.ts'
import { merchantOperations, operatorOperations } from '../src/http/operations.ts'
import type { Page, PageRequest } from '../src/http/pages.ts'
import { inboxLink } from '../src/inbox-tokens/tokens.ts'
import { createKeyring } from '../src/keyring.ts'
import { merchantPages } from '../src/service.ts'
import { form, hiddenOn, visitIn } from './spec/6-inbox-client.ts'
import { type RoutedRequest, routesOf, startCellRouter } from './support/cell-router.ts'
import { createClient, type Shop } from './support/client.ts'
import { pushMessage, shippedOrder } from './support/messages.ts'
import { until } from './support/simulator-client.ts'
import { createTestService, type TestService } from './support/test-service.ts'

/** Two cells with a database each. Their data can only be found if each request reaches the right one. */
const operations = [...merchantOperations, ...operatorOperations]
const router = await startCellRouter()
const lower = await createTestService({ cell: { publicUrl: router.url, shards: '00-Uz' } })
const upper = await createTestService({ cell: { publicUrl: router.url, shards: 'V0-zz' } })
const cells = { lower, upper }
const pages = pagesWith(lower.db)
router.start(routesOf(operations, pages), (shard = '00') => (shard >= 'V0' ? upper : lower).url)
const { call } = createClient(router.url, '')

/** All pages with data: health pages are about one process. */
function pagesWith(db: Database): Page[] {
  const unused = {} as never
  const context = createContext(db, unused, unused, unused, lower.config)
  return [...merchantPages(context, createChannels(lower.config, context), operations), ...inboxPages(context)]
}

describe('every route', () => {
  /** A database that fails every call: a page that is served did not use it. */
  const noDatabase = new Proxy({} as Database, {
    get: (_, name) =>
      name === 'as'
        ? () => noDatabase
        : () => {
            throw new Error('the database was used')
          },
  })
  const emptyRequest: PageRequest = {
    params: { token: 'a1-not-a-token', inbox: 'a1-not-an-inbox', code: 'x', nudge_id: 'x', message_id: 'x' },
    query: '',
    headers: { 'content-type': form },
    body: Buffer.alloc(0),
    address: null,
    requestId: 'req_1',
  }

  for (const { name, method, path, rule } of routesOf(operations, pages))
    test(`${method} ${path} is routable: ${name} by ${rule}`, () => {
      if (rule === 'key') expect(path).toMatch(/^\/api\/v1\//)
      if (rule === 'path') expect(path).toMatch(/^\/\w+\/\{(token|inbox)\}/)
      if (rule === 'none')
        expect(path).toMatch(
          /^\/(operator\/v1\/.*|docs.*|llms\.txt|api\/v1\/openapi.json|genuine|inbox(\/open|\/older\/.*|\/settings\/.*)?)$/,
        )
    })

  for (const page of pagesWith(noDatabase).filter(({ name }) => !['inbox.fresh_link', 'verify_text'].includes(name)))
    test(`${page.name} reads no data for a request without what its rule ${page.routing} needs`, async () => {
      expect((await page.serve(emptyRequest)).status).toBeLessThan(500)
    })
})

const findTarget = statement<{ businessId: string }, { businessId: string; recipientId: string }>(
  'routing.find_target',
  `select business_id as "businessId", id as "recipientId" from recipients where business_id = $businessId`,
)

describe('a router that reads paths, queries and headers alone finds the cell', () => {
  const linkIn = (text: string, path: string): string => new RegExp(`${router.url}(/${path}/[\\w-]+)`).exec(text)![1]!
  const requestsOf = (shard: string): RoutedRequest[] => router.requests.filter((one) => one.shard === shard)
  const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call('POST', path, { raw: new URLSearchParams(fields).toString(), headers: { 'Content-Type': form, ...headers } })
  const deliveryOf = async (shop: Shop, id: string) =>
    (await call('GET', `/api/v1/messages/${id}`, { key: shop.key })).json.delivery

  async function sendBy({ business, operator, simulator }: TestService, phone: string) {
    await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
    const created = await business({ sms: 'on', whatsapp: 'on' })
    await operator('POST', `/businesses/${created.id}/credits`, { amount: 10 })
    const shop: Shop = {
      ...created,
      call: (method, path, options) => call(method, path, { key: created.key, ...options }),
    }
    const recipient = { recipient_email: `ada${phone}@simulator.example`, recipient_phone: phone, whatsapp_opt_in: {} }
    const { id } = await pushMessage(shop, shippedOrder({ ...recipient, notify: true }))
    const [email, text] = await Promise.all([
      until('the email', async () => (await simulator.outbox({ channel: 'email', message_id: id }))[0]),
      until('the text', async () => (await simulator.outbox({ channel: 'sms', to: phone }))[0]),
    ])
    return { shop, id, email, text, address: recipient.recipient_email }
  }

  for (const [index, [name, cell]] of Object.entries(cells).entries())
    test(`of a business in the ${name} half of the shards`, async () => {
      const { simulator, db, config } = cell
      const phone = `+44770090${5100 + index}`
      const { shop, id, email, text, address } = await sendBy(cell, phone)
      const { shard } = shop
      expect(shard >= 'V0' ? 'upper' : 'lower').toBe(name)

      await until('the delivery reports', async () => {
        const { delivered, sms, whatsapp } = await deliveryOf(shop, id)
        return delivered && sms?.state === 'delivered' && ['delivered', 'read'].includes(whatsapp?.state)
      })
      for (const [link, ofSession] of [
        [linkIn(email.text, 'inbox'), ['updates', 'settings', 'data-export.json']],
        [linkIn(text.text, 'i'), ['updates']],
      ] as const) {
        const { cookie, path } = visitIn(await call('GET', link))
        const read = async (one: string) => call('GET', `${path}/${one}`, { headers: { Cookie: cookie } })
        for (const one of ofSession) expect((await read(one)).status, one).toBe(200)
        const shown = hiddenOn(await read('updates'), 'shown')
        expect((await submit(`${path}/open`, { shown }, { Cookie: cookie })).status).toBe(shown === '' ? 403 : 303)
      }

      const linkShown = `${router.url}${linkIn(text.text, 'i')}`
      const moved = await submit('/genuine', { clue: linkShown, ending: phone.slice(-4) })
      expect([moved.status, moved.headers['location']]).toEqual([307, `/genuine?shard=${shard}`])
      const verified = await submit(String(moved.headers['location']), { clue: linkShown, ending: phone.slice(-4) })
      expect(verified.text).toContain('id="result" class="yes"')

      const target = (await db.one(findTarget, { businessId: shop.businessId }))!
      const expired = inboxLink(createKeyring(config.secretKeys), '', {
        ...target,
        shard,
        epoch: 0,
        messageId: null,
        expiresAt: new Date(0),
      })
      const stale = (await call('GET', expired)).text
      const action = /id="fresh-link" method="post" action="([^"]*)"/.exec(stale)![1]!
      expect(action).toBe(`/inbox/fresh-link?shard=${shard}`)
      await submit(action, { link: /name="link" value="([^"]*)"/.exec(stale)![1]! })
      await until('the email with a fresh link', async () => (await simulator.outbox({ to: address })).length === 2)

      await simulator.inbound('sms', phone, 'STOP')
      await until('the stop', async () => {
        const recipient = await call('GET', `/api/v1/recipients/${encodeURIComponent(address)}/sms`, { key: shop.key })
        return recipient.json.sms_status === 'stopped'
      })
      expect((await call('POST', linkIn(JSON.stringify(email), 'unsubscribe'))).status).toBe(200)

      const routed = new Set(requestsOf(shard).map(({ rule }) => rule))
      expect([...routed].toSorted()).toEqual(['key', 'path', 'query'])
    })

  test('and only the form with a typed link is first sent to any cell', () => {
    const anywhere = router.requests.filter(({ shard }) => shard === undefined)
    expect(new Set(anywhere.map(({ name }) => name))).toEqual(new Set(['verify_text']))
  })
})
