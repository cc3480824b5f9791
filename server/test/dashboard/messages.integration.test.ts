import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'
import type { MemberRole } from '../../src/member-role.ts'
import type { ApiResponse, Shop } from '../support/client.ts'
import { createMember, type SignedInMember } from '../support/dashboard.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { call, simulator } = service
const open = (credits: number, settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop(service, credits, { country: 'ES', countries: ['ES'], ...settings })

type Visitor = SignedInMember & { get: (path: string) => Promise<ApiResponse> }
async function visitor(shop: Shop, role: MemberRole = 'support'): Promise<Visitor> {
  const member = await createMember(service, shop, role)
  return { ...member, get: (path) => call('GET', `${member.path}${path}`, { headers: { Cookie: member.cookie } }) }
}
const hidden = (text: string, name: string, within = ''): string =>
  new RegExp(`${within}[\\s\\S]*?name="${name}" value="([^"]*)"`).exec(text)![1]!

/** Submits the form of a page with this action, and returns the page that follows. */
async function submit(from: Visitor, page: string, action: string): Promise<{ status: number; text: string }> {
  const { text } = await from.get(page)
  const within = `action="${from.path}${action}"`
  const raw = new URLSearchParams({ csrf: hidden(text, 'csrf', within), once: hidden(text, 'once', within) }).toString()
  return send(from, action, raw)
}
async function send(from: Visitor, action: string, raw: string): Promise<{ status: number; text: string }> {
  const headers = { Cookie: from.cookie, 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await call('POST', `${from.path}${action}`, { raw, headers })
  if (response.status !== 303) return response
  const followed = await call('GET', String(response.headers['location']), { headers: { Cookie: from.cookie } })
  return { status: response.status, text: followed.text }
}
const subjects = (text: string): string[] =>
  [...text.matchAll(/<td [^>]*class="title"[^>]*>.*?<a class="row-link" [^>]*><span [^>]*>([^<]*)</g)].map(
    ([, subject]) => subject!,
  )
const linkTo = (text: string, rel: 'next' | 'prev'): string | null =>
  new RegExp(`href="([^"]*)" rel="${rel}"`).exec(text)?.[1]!.replaceAll('&amp;', '&') ?? null

describe('a search', async () => {
  const shop = await open(5, { sms: 'on' })
  const person = await visitor(shop)
  const order = (reference: string, email: string, phone?: string) =>
    pushMessage(shop, {
      ...shippedOrder({ reference, subject: reference }),
      recipient_email: email,
      ...(phone && { recipient_phone: phone }),
    })
  const first = await order('#1001', 'ana@example.com', '+34612345001')
  await order('A-2002', 'ben@example.com', '+34612341001')
  await order('A-3003', 'ben@example.com')
  await order('77', 'cleo@münchen.example')
  await order('ord-7f3a', 'dan@example.com')

  for (const [typed, expected] of [
    ['A-2002', 'A-2002'],
    ['#A-2002', 'A-2002'],
    ['a-2002', 'A-2002'],
    ['ORD-7F3A', 'ord-7f3a'],
    ['\u200BA-2002\u200B', 'A-2002'],
    ['ana@example.com', '#1001'],
    ['CLEO@xn--mnchen-3ya.example', '77'],
    ['612 345 001', '#1001'],
    ['+34 612 345 001', '#1001'],
    ['\u202A+34 612 345 001\u202C', '#1001'],
    ['+34 (0)612 345 001', '#1001'],
    ['#1001', '#1001'],
  ] as const)
    test(`${typed} that finds one message leads to it`, async () => {
      const { status, headers } = await person.get(`/messages?q=${encodeURIComponent(typed)}`)
      expect(status).toBe(303)
      const { text: page } = await call('GET', String(headers['location']), { headers: { Cookie: person.cookie } })
      expect(page).toContain(`<h1><span lang="" dir="auto">${expected}</span></h1>`)
    })
  test('a message id leads to the message', async () => {
    const { status, headers } = await person.get(`/messages?q=${first.id.toLowerCase()}`)
    expect([status, headers['location']]).toEqual([303, `${person.path}/messages/${first.id}`])
  })
  test('digits are searched as an order number and as the end of a number', async () => {
    const { text } = await person.get('/messages?q=1001')
    expect(subjects(text)).toEqual(['A-3003', 'A-2002', '#1001'])
    expect(text).toContain('Numbers that end with 1001')
    expect(text).toContain(`${person.path}/recipients/ben%40example.com`)
  })
  test('an address with several messages lists them, newest first', async () => {
    expect(subjects((await person.get('/messages?q=ben%40example.com')).text)).toEqual(['A-3003', 'A-2002'])
  })
  for (const typed of [
    'msg_01JC3Z6V6Q8K3T2Y5W9X7N4M1B',
    'nobody@example.com',
    'A-4004',
    '9999',
    'two words',
    '\u0000?',
  ])
    test(`${JSON.stringify(typed)} that finds nothing says what was searched`, async () => {
      const { status, text } = await person.get(`/messages?q=${encodeURIComponent(typed)}`)
      expect(status).toBe(200)
      expect(text).toMatch(/The search was for|This is not an order number/)
    })
  test('another shop is not searched', async () => {
    const other = await visitor(await open(0))
    for (const typed of [first.id, 'ana@example.com', '%231001', '345001'])
      expect((await other.get(`/messages?q=${typed}`)).text).toMatch(/No message has this id|Nothing was found/)
  })
})

describe('a message that does not exist', async () => {
  const [shop, other] = [await open(0), await open(0)]
  const person = await visitor(shop)
  const erased = await pushMessage(shop, shippedOrder({ recipient_email: 'erased@example.com' }))
  await shop.call('POST', '/api/v1/recipients/erased@example.com/erase', { headers: freshKey() })
  const ofOther = await pushMessage(other, shippedOrder({ recipient_email: 'ana@example.com' }))

  for (const [what, id] of [
    ['of an erased recipient', erased.id],
    ['of another shop', ofOther.id],
    ['that never existed', 'msg_01JC3Z6V6Q8K3T2Y5W9X7N4M1B'],
    ['with a wrong id', 'msg_x'],
  ] as const)
    for (const page of ['', '/retract'])
      test(`${what}${page} is a page of the shop that says why`, async () => {
        const { status, text } = await person.get(`/messages/${id}${page}`)
        expect(status).toBe(404)
        expect(text).toContain('No message has this id')
        expect(text).toContain('or its recipient was erased')
        expect(text).toContain(`href="${person.path}/messages"`)
        expect(text).not.toContain('not a member of this shop')
      })
})

describe('the commands of a page work as they are copied', async () => {
  const shop = await open(0)
  const person = await visitor(shop)
  async function commandOf(page: string, title: string): Promise<string> {
    const { text } = await person.get(page)
    const shown = new RegExp(`${title}(?:(?!<pre)[^])*<pre[^>]*><code[^>]*>([^<]*)</code>`).exec(text)![1]!
    return shown.replaceAll(/&(#39|quot|lt|gt|amp);/g, (_, name: keyof typeof characters) => characters[name])
  }
  /** Runs a command in a shell that has the key of the shop, and returns what it printed. */
  async function run(command: string): Promise<Record<string, unknown>> {
    const env = { ...process.env, TIDINGS_API_KEY: shop.key }
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env })
    return JSON.parse(stdout) as Record<string, unknown>
  }
  const characters = { '#39': "'", quot: '"', lt: '<', gt: '>', amp: '&' }

  test('the first push, which is not repeated when the command runs twice', async () => {
    const command = await commandOf('/messages', 'No messages yet')
    const first = await run(command)
    expect(await run(command)).toEqual(first)
    expect(first).toMatchObject({ reference: '#1001', order_status: 'shipped' })
    expect((await shop.call('GET', '/api/v1/messages')).json['items']).toHaveLength(1)
  })

  test('a push of the same content, whatever it contains, and a read', async () => {
    const content = {
      subject: `It's "here" $(id) \\ <b>&amp;</b> 📦`,
      body: "First line\n'second' `line`",
      reference: '#1',
    }
    const original = await pushMessage(shop, shippedOrder({ recipient_email: 'ana@example.com', ...content }))
    const again = await run(await commandOf(`/messages/${original.id}`, 'Push this content again'))
    expect(again['id']).not.toBe(original.id)
    const read = await run(await commandOf(`/messages/${String(again['id'])}`, 'Read this message'))
    expect(read).toMatchObject({ id: again['id'], ...content })
  })
})

describe('the list', () => {
  test('a shop without messages gets the request for the first one', async () => {
    const { status, text } = await (await visitor(await open(0))).get('/messages')
    expect(status).toBe(200)
    expect(text).toContain('No messages yet')
    expect(text).toContain('curl -sS --fail-with-body &#39;')
  })

  test('pages have no gaps and no repeats while pushes arrive, in both directions', async () => {
    const shop = await open(0)
    const person = await visitor(shop)
    const push = (number: number) =>
      pushMessage(shop, {
        recipient_email: `c${number}@example.com`,
        subject: `Order ${number}`,
        body: 'x',
        notify: false,
      })
    for (let number = 0; number < 120; number++) await push(number)
    const seen: string[] = []
    let [page, pages] = [(await person.get('/messages')).text, 0]
    const lengths: number[] = []
    for (;;) {
      seen.push(...subjects(page))
      lengths.push(subjects(page).length)
      const next = linkTo(page, 'next')
      if (next === null) break
      await push(1000 + pages++)
      page = (await call('GET', next, { headers: { Cookie: person.cookie } })).text
    }
    expect(lengths).toEqual([50, 50, 20])
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `Order ${119 - index}`))
    const back = (await call('GET', linkTo(page, 'prev')!, { headers: { Cookie: person.cookie } })).text
    expect(subjects(back)).toEqual(seen.slice(50, 100))
    const top = (await call('GET', linkTo(back, 'prev')!, { headers: { Cookie: person.cookie } })).text
    expect(subjects(top)).toEqual(seen.slice(0, 50))
    const beyond = (await call('GET', linkTo(top, 'prev')!, { headers: { Cookie: person.cookie } })).text
    expect(subjects(beyond).slice(0, 3)).toEqual(['Order 1001', 'Order 1000', 'Order 119'])
  }, 60_000)

  test('the rows of new messages are sent once', async () => {
    const shop = await open(0)
    const person = await visitor(shop)
    const since = new Date().toISOString()
    const path = `/messages/newer?since=${encodeURIComponent(since)}`
    expect((await person.get(path)).status).toBe(204)
    await pushMessage(shop, { recipient_email: 'a@example.com', subject: 'New', body: 'x', notify: false })
    const { status, text, headers } = await person.get(path)
    expect([status, subjects(text)]).toEqual([200, ['New']])
    const again = await call('GET', person.path + path, {
      headers: { Cookie: person.cookie, 'If-None-Match': String(headers['etag']) },
    })
    expect([again.status, again.text]).toEqual([304, ''])
    for (const wrong of ['', 'x', '0001-01-01', '+275760-09-13T00:00:00.000Z'])
      expect((await person.get(`/messages/newer?since=${encodeURIComponent(wrong)}`)).status).toBe(204)
  })
})

describe('a filter', async () => {
  const shop = await open(1, { sms: 'on' })
  const person = await visitor(shop)
  const push = (subject: string, more: object) =>
    pushMessage(shop, { ...shippedOrder({ subject, recipient_email: `${subject}@example.com` }), ...more })
  await push('no-phone', {})
  await push('sent', { recipient_phone: '+34612345101' })
  await push('no-credit', { recipient_phone: '+34612345102' })
  await push('silent', { notify: false })
  await push('email-only', { channels: ['email'] })
  const today = new Date().toISOString().slice(0, 10)

  for (const [query, expected] of [
    ['outcome=not_sent', ['no-credit', 'no-phone']],
    ['outcome=not_sent.no_phone', ['no-phone']],
    ['outcome=not_sent.insufficient_credit&channel=sms', ['no-credit']],
    ['outcome=not_sent.insufficient_credit&channel=email', []],
    ['outcome=not_sent&q=no-phone%40example.com', ['no-phone']],
    ['outcome=bounced', []],
    ['outcome=failed', []],
    ['outcome=opened', []],
    ['channel=whatsapp', []],
    ['channel=sms', ['no-credit', 'sent', 'no-phone']],
    ['from=0026-01-01&outcome=bounced', []],
    ['to=0026-01-01&outcome=failed', []],
    ['to=9999-12-31&outcome=complained', []],
    [`from=${today}&to=${today}`, ['email-only', 'silent', 'no-credit', 'sent', 'no-phone']],
    ['to=2020-01-01', []],
    ['from=2999-01-01', []],
    ['from=nonsense&outcome=unknown', ['email-only', 'silent', 'no-credit', 'sent', 'no-phone']],
  ] as const)
    test(`${query} shows ${expected.join(', ') || 'nothing'}`, async () => {
      const { status, text } = await person.get(`/messages?${query}`)
      const own = subjects(text)
      expect(status).toBe(200)
      expect(own).toEqual(expected)
      if (expected.length === 0) expect(text).toContain('No message passes the filter')
    })
})

describe('a filter for problems with a period', async () => {
  const shop = await open(0)
  const person = await visitor(shop)
  const ids: string[] = []
  for (const subject of ['first', 'second', 'third']) {
    const { id } = await pushMessage(shop, {
      ...shippedOrder({ subject, recipient_email: `bounced+${subject}@simulator.example` }),
    })
    ids.push(id)
  }
  await until('the bounces', async () => subjects((await person.get('/messages?outcome=bounced')).text).length === 3)
  const move = (id: string, days: number) => service.db.one(moveMessage, { id: parseId('msg', id)!, days })
  const dayText = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

  test('finds by the time of the message, also if the ids do not follow it', async () => {
    const found = async (query: string) => subjects((await person.get(`/messages?outcome=bounced&${query}`)).text)
    expect(await found(`from=${dayText(1)}`)).toEqual(['third', 'second', 'first'])
    expect(await found(`to=${dayText(2)}`)).toEqual([])
    await move(ids[0]!, 20)
    await move(ids[1]!, 10)
    expect(await found(`from=${dayText(1)}`)).toEqual(['third'])
    expect(await found(`to=${dayText(5)}`)).toEqual(['second', 'first'])
    expect(await found(`from=${dayText(15)}&to=${dayText(5)}`)).toEqual(['second'])
    expect(await found(`to=${dayText(30)}`)).toEqual([])
  })

  test('a page after the last match says that there is no further one', async () => {
    const last = Buffer.from(`0000000000000.${parseId('msg', ids[0]!)}`).toString('base64url')
    const { text } = await person.get(`/messages?outcome=bounced&channel=email&before=${last}`)
    expect(text).toContain('No further message passes the filter')
  })
})
const moveMessage = statement<{ id: string; days: number }>(
  'test.move_message',
  `update messages set created_at = created_at - make_interval(days => $days::integer) where id = $id`,
)
/** The provider may have reported the delivery before the page was loaded. */
const sendSucceeded = /The text is on its way\.|The text was sent and has arrived\./

describe('the page of a message', () => {
  test('the page of a shop without texts and WhatsApp states why neither can be sent', async () => {
    const shop = await open(5)
    const person = await visitor(shop)
    const { id } = await pushMessage(shop, shippedOrder({ recipient_email: 'a@example.com' }))
    const { text } = await person.get(`/messages/${id}`)
    expect(text).not.toMatch(new RegExp(`action="${person.path}/messages/${id}/(sms|whatsapp)"`))
    expect(text).toContain('It cannot be sent now: texts are not enabled.')
    expect(text).toContain('It cannot be sent now: WhatsApp is not enabled.')
  })

  test('an update whose text was skipped is not hidden by the text before it', async () => {
    const shop = await open(1, { sms: 'on' })
    const person = await visitor(shop)
    const order = shippedOrder({
      recipient_email: 'a@example.com',
      recipient_phone: '+34612345678',
      kind: 'updateable',
      notify: true,
    })
    const { id } = await pushMessage(shop, order)
    await pushMessage(shop, { ...order, body: 'It arrives tomorrow.' })
    const { text } = await person.get(`/messages/${id}`)
    expect(text).toContain('The text was not sent: the balance was empty.')
    expect(text).toContain('An earlier text ')
    expect(text).not.toContain(`action="${person.path}/messages/${id}/sms"`)
    expect(subjects((await person.get('/messages?outcome=not_sent&channel=sms')).text)).toEqual(['Your order'])
  })

  test('a text that replaced a WhatsApp message comes first, and the WhatsApp message is not offered', async () => {
    await service.operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
    const shop = await open(5, { sms: 'on', whatsapp: 'on', country: 'GB', countries: ['GB'] })
    const person = await visitor(shop)
    const { id } = await pushMessage(shop, {
      ...shippedOrder({ recipient_email: 'a@example.com', recipient_phone: '+447700900005' }),
      channels: ['whatsapp'],
      whatsapp_opt_in: {},
      sms_if_whatsapp_fails: true,
    })
    const text = await until('the fallback text', async () => {
      const page = await person.get(`/messages/${id}`)
      return page.text.includes('A text replaced it') && page.text.includes('text arrived.') ? page.text : null
    })
    expect(text.indexOf('text arrived.')).toBeLessThan(text.indexOf('The WhatsApp message '))
    expect(text).toContain('A text replaced it, so it is not sent again.')
    expect(text).not.toContain(`action="${person.path}/messages/${id}/whatsapp"`)
  })

  test('the result of a form is not shown when the message has another state', async () => {
    const shop = await open(5, { sms: 'on' })
    const person = await visitor(shop)
    const { id } = await pushMessage(shop, shippedOrder({ recipient_email: 'a@example.com' }))
    for (const query of ['act=sms&result=queued', 'act=retract&result=done'])
      expect((await person.get(`/messages/${id}?${query}`)).text).not.toContain('role="status"')
    const refused = await person.get(`/messages/${id}?act=sms&result=insufficient_credit`)
    expect(refused.text).toContain('Top up the balance. Then send it again.')
  })

  test('a stop of the number is shown', async () => {
    const shop = await open(5, { sms: 'on' })
    const person = await visitor(shop)
    const { id } = await pushMessage(shop, {
      ...shippedOrder({ recipient_email: 'a@example.com', recipient_phone: '+34612345678' }),
      channels: ['email'],
    })
    await service.operator('POST', `/businesses/${shop.id}/recipients/a@example.com/stop`, { channel: 'sms' })
    expect((await person.get(`/messages/${id}`)).text).toContain('It cannot be sent now: the customer opted out.')
  })

  test('it states why the text was not sent, and sends it after the number was set', async () => {
    const shop = await open(5, { sms: 'on' })
    const person = await visitor(shop)
    const { id } = await pushMessage(shop, { ...shippedOrder({ recipient_email: 'ana@example.com' }) })
    const { status, text } = await person.get(`/messages/${id}`)
    expect(status).toBe(200)
    expect(text).toContain('The text was not sent: no number.')
    expect(text).toContain(`${person.path}/recipients/ana%40example.com#number`)
    expect(text).not.toContain(`action="${person.path}/messages/${id}/sms"`)
    await service.operator('PUT', `/businesses/${shop.id}/recipients/ana@example.com/phone`, { phone: '+34612345678' })
    const sent = await submit(person, `/messages/${id}`, `/messages/${id}/sms`)
    expect(sent.text).toMatch(sendSucceeded)
    expect(sent.text).not.toContain('The text was not sent')
    expect(sent.text).toContain('A resend of the text was requested in the dashboard.')
  })

  test('a form that is submitted twice sends one text', async () => {
    const shop = await open(5, { sms: 'on_request' })
    const person = await visitor(shop)
    const { id } = await pushMessage(shop, {
      ...shippedOrder({ recipient_email: 'a@example.com', recipient_phone: '+34612345678' }),
    })
    const { text } = await person.get(`/messages/${id}`)
    const within = `action="${person.path}/messages/${id}/sms"`
    const raw = new URLSearchParams({
      csrf: hidden(text, 'csrf', within),
      once: hidden(text, 'once', within),
    }).toString()
    const [one, other] = [
      await send(person, `/messages/${id}/sms`, raw),
      await send(person, `/messages/${id}/sms`, raw),
    ]
    expect([one.text, other.text].every((page) => sendSucceeded.test(page))).toBe(true)
    const refused = await send(person, `/messages/${id}/sms`, raw.replace(/once=[^&]*/, `once=${randomUUID()}`))
    expect(refused.text).toContain('Nothing was sent: it is on its way or has arrived.')
    const { json } = await shop.call('GET', '/api/v1/credits')
    expect(json.balance).toBe(4)
  })

  test('it is retracted after a confirmation, and nothing can be sent then', async () => {
    const shop = await open(5, { sms: 'on' })
    const person = await visitor(shop)
    const { id } = await pushMessage(shop, { ...shippedOrder({ recipient_email: 'a@example.com' }) })
    const done = await submit(person, `/messages/${id}/retract`, `/messages/${id}/retract`)
    expect(done.text).toContain('The message was retracted.')
    expect(done.text).not.toContain(`<form method="post" action="${person.path}/messages/${id}`)
    expect((await shop.call('GET', `/api/v1/messages/${id}`)).json.status).toBe('retracted')
  })

  test('it shows the contents, the key, the webhooks and the commands', async () => {
    const shop = await open(5, { sms: 'on', whatsapp: 'on' })
    const person = await visitor(shop)
    await shop.call('POST', '/api/v1/webhook-endpoints', {
      body: { url: 'https://hooks.example.com/tidings', event_types: ['message.not_sent'] },
    })
    const { id } = await pushMessage(shop, {
      ...shippedOrder({
        recipient_email: "o'neil@example.com",
        recipient_phone: '+34612345678',
        body: "It's on its way: https://track.example/1",
      }),
      whatsapp_opt_in: { source: 'checkout' },
    })
    const { text } = await person.get(`/messages/${id}`)
    for (const part of [
      'has been shipped',
      'Reply STOP',
      'A-1',
      'td_live_',
      `/api/v1/messages/${id}`,
      'It&#39;\\&#39;&#39;s on its way',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain(shop.key)
  })

  test('an attempt to post a webhook shows the host of the endpoint, and not the rest of its address', async () => {
    const shop = await open(0)
    const person = await visitor(shop)
    const receiver = await simulator.receiver('fail')
    const secret = 'token-of-the-shop'
    await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: `${receiver.url}?key=${secret}` } })
    const { id } = await pushMessage(shop, shippedOrder({ recipient_email: 'ada@simulator.example' }))
    const text = await until('the attempt on the page', async () => {
      const page = await person.get(`/messages/${id}`)
      return page.text.includes('status 500') ? page.text : null
    })
    expect(text).toContain(new URL(receiver.url).host)
    expect(text).not.toContain(new URL(receiver.url).pathname)
    expect(text).not.toContain(secret)
  })

  test('the frames are inert: no script, no form, no link, nothing recorded', async () => {
    const shop = await open(0)
    const person = await visitor(shop)
    const { id } = await pushMessage(shop, {
      ...shippedOrder({ recipient_email: 'a@example.com', subject: 'Parcel <7>' }),
    })
    for (const frame of ['email', 'inbox']) {
      const { status, text, headers } = await person.get(`/messages/${id}/${frame}`)
      expect(status).toBe(200)
      expect(text).toContain('Parcel &lt;7&gt;')
      expect(text).not.toMatch(/<script|<form|<button|href=/)
      expect(headers['content-security-policy']).toMatch(/sandbox(;|$)/)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
      expect(headers['set-cookie']).toBeUndefined()
    }
    expect((await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery.opened).toBe(false)
  })

  test('a viewer reads it without forms', async () => {
    const shop = await open(0, { sms: 'on' })
    const { id } = await pushMessage(shop, { ...shippedOrder({ recipient_email: 'a@example.com' }) })
    const viewer = await visitor(shop, 'viewer')
    const { status, text } = await viewer.get(`/messages/${id}`)
    expect(status).toBe(200)
    expect(text).not.toContain(`action="${viewer.path}/messages/`)
    expect((await viewer.get(`/messages/${id}/retract`)).status).toBe(403)
  })

  test('an unknown id, one of another shop and one of an erased recipient look the same', async () => {
    const shop = await open(0)
    const person = await visitor(shop)
    const push = (to: Shop) => pushMessage(to, { ...shippedOrder({ recipient_email: 'a@example.com' }) })
    const [foreign, erased] = [await push(await open(0)), await push(shop)]
    await shop.call('POST', '/api/v1/recipients/a@example.com/erase', { headers: freshKey() })
    const ids = [foreign.id, erased.id, 'msg_01JC3Z6V6Q8K3T2Y5W9X7N4M1B', 'nonsense']
    for (const suffix of ['', '/email', '/inbox', '/retract']) {
      const pages = await Promise.all(ids.map((id) => person.get(`/messages/${id}${suffix}`)))
      expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404])
      expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    }
  })
})
