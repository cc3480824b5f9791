import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import { inboxLink, unsubscribeUrl } from '../../src/inbox-tokens/tokens.ts'
import type { ApiResponse, Shop } from '../support/client.ts'
import { createTestService } from '../support/test-service.ts'
import {
  type Customer,
  createInboxClient,
  form,
  headingOf,
  hiddenOn,
  subjectsOn,
  type Visit,
  visitIn,
} from './6-inbox-client.ts'

const testService = await createTestService()
const { business, call, db, logged, operator } = testService
const { customerOf, keyring, enter, push, read, submitIn } = createInboxClient(testService)
const soon = new Date(Date.now() + 86_400_000)

const shownOn = (response: ApiResponse): string => hiddenOn(response, 'shown')
const open = (visit: Visit, shown: string, headers: Record<string, string> = {}) =>
  submitIn(visit, '/open', { shown }, headers)
const olderOn = ({ text }: ApiResponse): string | undefined => /href="[^"]*(\/older\/[^"]*)"/.exec(text)?.[1]
const openedAt = async (shop: Shop, id: string): Promise<string | null> =>
  (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery.opened_at

const eventsOf = statement<{ businessId: string }, { type: string; data: unknown }>(
  'probe.events',
  `select type, body::json -> 'data' as data from events where business_id = $businessId order by id`,
)
const eventsOfShop = (shop: Shop) => db.all(eventsOf, shop)

describe('the link does not leak', () => {
  test('it is exchanged for a cookie and a redirect without the token', async () => {
    const customer = await customerOf(await business())
    const response = await call('GET', customer.link)
    const { cookie, path } = visitIn(response)
    expect([path, response.text]).toEqual([expect.stringMatching(/^\/inbox\/[\w-]{24}$/), ''])
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Secure-inbox=[\w-]{97}; Path=\S+; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/),
    ])
    for (const begin of [cookie.slice('__Secure-inbox='.length), path.slice('/inbox/'.length)])
      expect(begin).toMatch(new RegExp(`^${customer.shop.shard}`))
    for (const given of [cookie, path]) expect(given).not.toContain(customer.link.slice('/inbox/'.length))
  })

  test('pages are not cached, send no referrer and load nothing from another origin', async () => {
    const customer = await customerOf(await business())
    const visit = await enter(customer)
    for (const path of [
      `${visit.path}/updates`,
      `${visit.path}/settings`,
      `${visit.path}/data-export.json`,
      '/genuine',
      customer.link,
      customer.unsubscribe,
      '/inbox/nonsense',
    ]) {
      const { headers } = await call('GET', path, { headers: { Cookie: visit.cookie } })
      expect([headers['cache-control'], headers['referrer-policy']], path).toEqual(['no-store', 'no-referrer'])
    }
    const { headers, text } = await read(visit)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(text).not.toMatch(/<(img|link|iframe)|src=/)
  })

  test('tokens are not logged', async () => {
    const customer = await customerOf(await business())
    const visit = await enter(customer)
    await open(visit, shownOn(await read(visit)))
    await call('POST', customer.unsubscribe)
    for (const secret of [customer.link, customer.unsubscribe, visit.cookie].map((text) => text.slice(-40)))
      expect(logged()).not.toContain(secret)
  })
})

describe('the inbox (1.1)', () => {
  test('shows the text of the shop as text and links', async () => {
    const customer = await customerOf(await business({ name: 'Fern & Wood' }))
    await push(customer, {
      subject: '<i>Hello',
      body: '<script>alert(1)</script> javascript:alert(1) https://a.example/b',
    })
    const { status, headers, text } = await read(await enter(customer))
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<h1 lang="" dir="auto">Fern &amp; Wood</h1>')
    expect(text).toContain('&lt;i&gt;Hello')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; javascript:alert(1) <a href="https://a.example/b"')
  })

  test('shows obsolete and retracted messages with a label and their body (3.1)', async () => {
    const customer = await customerOf(await business())
    const [old, wrong] = [
      await push(customer, { body: 'The old one.' }),
      await push(customer, { body: 'The wrong one.' }),
    ]
    await push(customer, { obsoletes: [old.id] })
    await customer.shop.call('POST', `/api/v1/messages/${wrong.id}/retract`, { headers: { 'Idempotency-Key': 'r' } })
    const { text } = await read(await enter(customer))
    for (const expected of ['Out of date', 'The old one.', 'Taken back by the shop', 'The wrong one.'])
      expect(text).toContain(expected)
  })

  test('has pages of 20, newest first, that contain each message once', async () => {
    const customer = await customerOf(await business())
    for (let number = 1; number < 45; number++) await push(customer, { subject: `Number ${number}`, notify: false })
    const visit = await enter(customer)
    const pages: string[][] = []
    for (let path: string | undefined = '/updates'; path !== undefined; ) {
      const response: ApiResponse = await read(visit, path)
      pages.push(subjectsOn(response))
      path = olderOn(response)
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5])
    expect(pages.flat()).toEqual([...Array.from({ length: 44 }, (_, index) => `Number ${44 - index}`), 'Your order'])
  })

  test('groups the messages of an order and shows its current status on every page (1.1)', async () => {
    const customer = await customerOf(await business(), {
      subject: 'Confirmed',
      reference: '#7',
      order_status: 'confirmed',
    })
    for (let number = 1; number <= 20; number++) await push(customer, { subject: `Other ${number}`, notify: false })
    await push(customer, { subject: 'Shipped', reference: '#7', order_status: 'shipped', notify: false })
    const wrong = await push(customer, {
      subject: 'Delivered',
      reference: '#7',
      order_status: 'delivered',
      notify: false,
    })
    await customer.shop.call('POST', `/api/v1/messages/${wrong.id}/retract`, { headers: { 'Idempotency-Key': 'r' } })
    const visit = await enter(customer)
    const newest = await read(visit)
    const older = await read(visit, olderOn(newest))
    const orderOn = ({ text }: ApiResponse): string[] =>
      [...(/<section.*?<\/section>/s.exec(text)?.[0] ?? '').matchAll(/>([^<>]+)<\/(bdi|li|h3)/g)].map(([, entry]) =>
        entry!.trim(),
      )
    const line = ['#7', 'Confirmed', 'Shipped', 'Delivered']
    expect(orderOn(newest)).toEqual([...line, 'Delivered', 'Shipped'])
    expect(orderOn(older)).toEqual([...line, 'Confirmed'])
    expect([newest, older].map(({ text }) => /<li[^>]*aria-current="step">(.*?)<\/li>/.exec(text)?.[1])).toEqual([
      'Shipped',
      'Shipped',
    ])
  })

  for (const [accepted, lang, expected] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'die neuesten zuerst'],
    ['ja', 'en', 'newest first'],
  ] as const)
    test(`is in the reader's language: ${accepted} → ${lang}`, async () => {
      const visit = await enter(await customerOf(await business()))
      const { text } = await read(visit, '/updates', { 'Accept-Language': accepted })
      expect(text).toContain(`<html lang="${lang}">`)
      expect(text).toContain(expected)
    })

  test('does not show messages of another shop to the same email address (1.3)', async () => {
    const ada = await customerOf(await business({ name: 'One' }), { recipient_email: 'ada@example.com' })
    const same = await customerOf(await business({ name: 'Two' }), { recipient_email: 'ada@example.com' })
    const { id } = await push(ada, { subject: 'Of the first shop' })
    const visit = await enter(same)
    expect(subjectsOn(await read(visit))).toEqual(['Your order'])
    expect(subjectsOn(await read(visit, `/older/${id}`))).toEqual([])
  })
})

describe('an invalid link', () => {
  test('shows the same page for every cause, which repeats only the requested token', async () => {
    const customer = await customerOf(await business())
    const unknownRecipientId = '019a8400-0000-7000-8000-000000000000'
    const linkOf = (over: object, expiresAt = soon): string =>
      inboxLink(keyring, '', { ...customer.target, epoch: 0, messageId: null, expiresAt, ...over })
    const good = customer.link
    const links = [
      '/inbox/nonsense',
      `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
      linkOf({}, new Date(Date.now() - 1000)),
      linkOf({ recipientId: unknownRecipientId }),
      linkOf({ epoch: 1 }),
      linkOf({ businessId: parseId('biz', (await business()).id)! }),
      customer.unsubscribe.replace('unsubscribe', 'inbox'),
      '/i/nonsense',
    ]
    const visited = await Promise.all(links.map((link) => call('GET', link)))
    const withoutToken = visited.map(({ text }, index) => {
      const token = links[index]!.split('/').at(-1)!
      return text.replaceAll(token, '…').replace(`?shard=${token.slice(0, 2)}`, '')
    })
    expect(new Set(withoutToken).size).toBe(1)
    expect(hiddenOn(visited[2]!, 'link')).toBe(links[2]!.slice('/inbox/'.length))

    const { path } = await enter(customer)
    const withoutSession = await Promise.all([
      call('GET', '/inbox'),
      call('GET', '/inbox/older/msg_1'),
      call('GET', `${path}/updates`),
      call('GET', `${path}/settings`),
      call('GET', `${path}/data-export.json`),
      call('GET', `${path}/updates`, { headers: { Cookie: `__Secure-inbox=${good.slice('/inbox/'.length)}` } }),
      call('GET', good.replace('inbox', 'unsubscribe')),
      call('POST', '/unsubscribe/nonsense'),
    ])
    expect(new Set(withoutSession.map(({ text }) => text)).size).toBe(1)
    for (const response of [...visited, ...withoutSession])
      expect([response.status, headingOf(response), response.headers['set-cookie']]).toEqual([
        404,
        '<h1>This link is not valid any more</h1>',
        undefined,
      ])
  })

  test('repeats the requested token as escaped text', async () => {
    const { text } = await call('GET', '/inbox/%22%3E%3Cscript%3E')
    expect(hiddenOn({ text } as ApiResponse, 'link')).toBe('%22%3E%3Cscript%3E')
    expect((await call('GET', '/inbox/"><script>alert(1)')).text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)"')
  })
})

describe('an open', () => {
  test('is not recorded by GET, HEAD or a prefetch, and the link still works afterwards', async () => {
    const customer = await customerOf(await business())
    const before = await customer.snapshot()
    const visit = await enter(customer)
    for (const path of [
      customer.link,
      ...['updates', 'others', 'open', 'settings?done=everything', 'settings/everything', 'sign-out', 'mail'].map(
        (page) => `${visit.path}/${page}`,
      ),
      `${visit.path}/data-export.json`,
      '/inbox/fresh-link',
      '/genuine',
      customer.unsubscribe,
    ])
      for (const headers of [{}, {}, {}, { 'Sec-Purpose': 'prefetch' }, { Purpose: 'prefetch', 'X-Moz': 'prefetch' }]) {
        await call('GET', path, { headers: { Cookie: visit.cookie, ...headers } })
        await call('HEAD', path, { headers: { Cookie: visit.cookie, ...headers } })
      }
    expect(await customer.snapshot()).toEqual(before)
    expect(subjectsOn(await read(await enter(customer)))).toEqual(['Your order'])
  })

  test('is recorded once by the form of the page, for the messages it showed, and published once (6.3)', async () => {
    const customer = await customerOf(await business())
    const { id } = await push(customer, { reference: '#7', notify: false })
    const visit = await enter(customer)
    const page = await read(visit)
    const response = await open(visit, shownOn(page))
    expect([response.status, response.headers['location']]).toEqual([303, `${visit.path}/updates`])
    const opened = await openedAt(customer.shop, id)
    expect(opened).toMatch(/^20.*Z$/)
    await open(visit, shownOn(page))
    expect(await openedAt(customer.shop, id)).toBe(opened)
    expect(shownOn(await read(visit))).toBe('')

    const events = await eventsOfShop(customer.shop)
    expect(events).toHaveLength(2)
    expect(events).toContainEqual({
      type: 'message.opened',
      data: { message_id: id, recipient_email: customer.email, reference: '#7', opened_at: opened },
    })
  })

  test('is recorded once by 20 concurrent requests', async () => {
    const customer = await customerOf(await business())
    const visit = await enter(customer)
    const shown = shownOn(await read(visit))
    await Promise.all(Array.from({ length: 20 }, () => open(visit, shown)))
    expect((await eventsOfShop(customer.shop)).map(({ type }) => type)).toEqual(['message.opened'])
  })

  test('is not recorded for a message that was pushed, updated or retracted after the page was rendered', async () => {
    const customer = await customerOf(await business())
    const updated = await push(customer, { kind: 'updateable', subject: 'Window', body: 'Nine.', notify: false })
    const retracted = await push(customer, { notify: false })
    const unchanged = await push(customer, { notify: false })
    const visit = await enter(customer)
    const shown = shownOn(await read(visit))
    const later = await push(customer, { notify: false })
    await push(customer, { kind: 'updateable', subject: 'Window', body: 'Ten.', notify: false })
    await customer.shop.call('POST', `/api/v1/messages/${retracted.id}/retract`, {
      headers: { 'Idempotency-Key': 'r' },
    })
    await open(visit, shown)
    const opened = await Promise.all(
      [unchanged, later, updated, retracted].map(async ({ id }) => (await openedAt(customer.shop, id)) !== null),
    )
    expect(opened).toEqual([true, false, false, false])
  })

  test('is not requested by a page that shows only retracted messages', async () => {
    const customer = await customerOf(await business())
    const { items } = (await customer.shop.call('GET', '/api/v1/messages')).json
    const visit = await enter(customer)
    expect(shownOn(await read(visit))).not.toBe('')
    await customer.shop.call('POST', `/api/v1/messages/${items[0].id}/retract`, { headers: { 'Idempotency-Key': 'r' } })
    expect(shownOn(await read(visit))).toBe('')
  })

  test('is requested again after an update with an escalation (2.1)', async () => {
    const customer = await customerOf(await business({ sms: 'on' }))
    const window = { kind: 'updateable', subject: 'Window', notify: true }
    await push(customer, window)
    const visit = await enter(customer)
    await open(visit, shownOn(await read(visit)))
    expect(shownOn(await read(visit))).toBe('')
    const escalated = { recipient_phone: '+447700900123', channels: ['sms'], escalate_if_unread_after_minutes: 60 }
    await push(customer, { ...window, ...escalated })
    expect(shownOn(await read(visit))).not.toBe('')
  })

  test('is not recorded without the cookie, the signed token or the right origin', async () => {
    const customer = await customerOf(await business())
    const other = await customerOf(customer.shop)
    const [visit, otherVisit] = [await enter(customer), await enter(other)]
    const shown = shownOn(await read(visit))
    const withCookie = (cookie: string): Visit => ({ ...visit, cookie })
    const before = await customer.snapshot()
    const responses = [
      await open(withCookie(''), shown),
      await open(withCookie('__Secure-inbox=nonsense'), shown),
      await open(withCookie(`__Secure-inbox=${customer.link.slice('/inbox/'.length)}`), shown),
      await open(withCookie(otherVisit.cookie), shown),
      await open(otherVisit, shown),
      await open(visit, ''),
      await open(visit, `${shown.slice(0, -1)}!`),
      await open(visit, shownOn(await read(otherVisit))),
      await open(visit, shown, { 'Sec-Fetch-Site': 'cross-site' }),
      await open(visit, shown, { 'Sec-Fetch-Site': 'same-site' }),
      await open(visit, shown, { 'Sec-Fetch-Site': 'none' }),
      await open(visit, shown, { 'Content-Type': 'text/plain' }),
    ]
    expect(responses.map((response) => [response.status, headingOf(response)])).toEqual(
      responses.map(() => [403, '<h1>Nothing was changed</h1>']),
    )
    expect(await customer.snapshot()).toEqual(before)
    await open(visit, shown)
    expect(await customer.snapshot()).not.toEqual(before)
  })
})

describe('only a POST unsubscribes', () => {
  const nextEmail = async (customer: Customer) => (await push(customer)) as { email: object }

  test('a GET only shows the page; a one-click POST without a cookie unsubscribes, and the inbox stays available', async () => {
    const customer = await customerOf(await business({ name: 'Fernwood' }))
    const page = await call('GET', customer.unsubscribe)
    expect([page.status, headingOf(page)]).toEqual([200, '<h1>Stop all updates from <bdi>Fernwood</bdi>?</h1>'])
    expect((await nextEmail(customer)).email).toEqual({ sending: true, skipped_reason: null })

    const oneClick = { raw: 'List-Unsubscribe=One-Click', headers: { 'Content-Type': form } }
    const responses = [await call('POST', customer.unsubscribe, oneClick), await call('POST', customer.unsubscribe)]
    expect(responses.map((response) => [response.status, headingOf(response)])).toEqual(
      responses.map(() => [200, '<h1>Done: <bdi>Fernwood</bdi> will not write to you any more</h1>']),
    )
    expect((await nextEmail(customer)).email).toEqual({ sending: false, skipped_reason: 'unsubscribed' })
    expect(subjectsOn(await read(await enter(customer)))).toHaveLength(3)
  })

  test('a second POST changes nothing', async () => {
    const customer = await customerOf(await business())
    await call('POST', customer.unsubscribe)
    const before = await customer.snapshot()
    await call('POST', customer.unsubscribe)
    expect(await customer.snapshot()).toEqual(before)
  })

  test('a POST does not affect other recipients of the shop', async () => {
    const shop = await business()
    const [customer, other] = [await customerOf(shop), await customerOf(shop)]
    await call('POST', customer.unsubscribe)
    expect((await nextEmail(other)).email).toEqual({ sending: true, skipped_reason: null })
  })

  test('a POST for an unknown recipient gets the same response', async () => {
    const shop = await business({ name: 'Fernwood' })
    const target = {
      shard: shop.shard,
      businessId: parseId('biz', shop.id)!,
      recipientId: '019a8400-0000-7000-8000-000000000000',
    }
    const customer = await customerOf(shop)
    const [gone, known] = [
      await call('POST', unsubscribeUrl(keyring, '', target)),
      await call('POST', customer.unsubscribe),
    ]
    expect([gone.status, gone.text]).toEqual([known.status, known.text])
  })
})

test('a session lasts as long as its link', async () => {
  const customer = await customerOf(await business())
  const expiresAt = new Date((await db.one(clock))!.now.getTime() + 90 * 86_400_000)
  customer.link = inboxLink(keyring, '', { ...customer.target, epoch: 0, messageId: null, expiresAt })
  const visit = await enter(customer)
  const shown = shownOn(await read(visit))
  await operator('POST', '/clock/advance', { seconds: 90 * 86_400 - 60 })
  expect((await read(visit)).status).toBe(200)
  await operator('POST', '/clock/advance', { seconds: 120 })
  expect((await read(visit)).status).toBe(404)
  const before = await customer.snapshot()
  expect((await open(visit, shown)).status).toBe(403)
  expect(await customer.snapshot()).toEqual(before)
})
const clock = statement<null, { now: Date }>('probe.clock', 'select clock_now() as now')
