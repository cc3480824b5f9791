import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import type { ApiResponse, Shop } from '../support/client.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { createInboxClient, headingOf, hiddenOn, subjectsOn, type Visit, visitIn } from './6-inbox-client.ts'

/** What the links that were really sent open, and until when. */
const testService = await createTestService()
const { business, call, db, operator, simulator } = testService
const { enter, read, submit, submitIn } = createInboxClient(testService)
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })
const day = 86_400

let count = 0
async function openShop(over: object = {}): Promise<Shop> {
  const shop = await business({ sms: 'on_request', whatsapp: 'on_request', ...over })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })
  return shop
}
const nextPerson = () => ({
  recipient_email: `ada${count}@simulator.example`,
  recipient_phone: `+44770093${1000 + count++}`,
})
type Person = ReturnType<typeof nextPerson>

async function push(shop: Shop, person: Partial<Person>, over: object = {}): Promise<string> {
  const body = {
    subject: 'Your order',
    body: 'On its way.',
    reference: '#1042',
    order_status: 'shipped',
    ...person,
    ...over,
  }
  const response = await shop.call('POST', '/api/v1/messages', {
    body,
    headers: { 'Idempotency-Key': `links${count++}` },
  })
  expect(response.status, response.text).toBe(201)
  return response.json.id
}
/** Pushes a message, waits until it was sent on a channel, and returns the path of its link. */
async function linkOf(
  channel: 'email' | 'sms' | 'whatsapp',
  shop: Shop,
  person: Person,
  over: object = {},
): Promise<string> {
  const consent = channel === 'whatsapp' ? { whatsapp_opt_in: {} } : {}
  const id = await push(shop, person, { channels: [channel], ...consent, ...over })
  const item = await until(`the ${channel}`, async () => (await simulator.outbox({ channel, message_id: id }))[0])
  // The platform appends the last parameter to the address of the template's button.
  return channel === 'whatsapp' ? `/inbox/${item.parameters.at(-1)}` : new URL(item.link).pathname
}
const correctNumber = async (shop: Shop, { recipient_email }: Person, phone: string) =>
  expect((await shop.call('PUT', `/api/v1/recipients/${recipient_email}/phone`, { body: { phone } })).status).toBe(200)
const smsStatus = async (shop: Shop, { recipient_email }: Person) =>
  (await shop.call('GET', `/api/v1/recipients/${recipient_email}/sms`)).json
const messageOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json
const labelled = ({ text }: ApiResponse): string[] =>
  [...text.matchAll(/<span class="label new"[^>]*>New<\/span> (.*?)<\/h[23]>/g)].map(([, subject]) => subject!)
const proofOn = async (visit: Visit, page = '/updates') => hiddenOn(await read(visit, page), 'proof')

describe('a text or WhatsApp message to a wrong number', () => {
  for (const channel of ['sms', 'whatsapp'] as const) {
    test(`${channel}: opens only its order, and shows nothing about the recipient`, async () => {
      const [shop, person] = [await openShop(), nextPerson()]
      await push(shop, person, { subject: 'A private order', reference: '#7', notify: false })
      await push(shop, person, { subject: 'Confirmed', order_status: 'confirmed', notify: false })
      const visit = await enter({ link: await linkOf(channel, shop, person, { subject: 'Shipped' }) })
      expect(visit.path).toMatch(/^\/i\//)
      const page = await read(visit)
      expect(subjectsOn(page)).toEqual(['Shipped', 'Confirmed'])
      expect(page.text).toContain('aria-current="step">Shipped')
      // The style has colours that can contain four digits.
      const content = page.text.replace(/<style>.*?<\/style>/s, '')
      for (const hidden of [person.recipient_email, person.recipient_phone.slice(-4), 'A private order', '#7'])
        expect(content).not.toContain(hidden)
    })

    test(`${channel}: gives no access to the settings, the data export or "stop everything"`, async () => {
      const [shop, person] = [await openShop(), nextPerson()]
      const visit = await enter({ link: await linkOf(channel, shop, person) })
      const proof = await proofOn(visit)
      const mailbox = visitIn(await call('GET', await linkOf('email', shop, person)))
      for (const page of ['/updates', '/settings', '/data-export.json', '/others']) {
        expect((await read(visit, page)).status === 200, page).toBe(page === '/updates')
        expect((await read({ ...mailbox, cookie: visit.cookie }, page)).status, page).toBe(404)
      }
      for (const control of ['everything', 'erasure', 'texts'])
        expect(
          (await submitIn({ ...mailbox, cookie: visit.cookie }, `/settings/${control}`, { proof })).status,
          control,
        ).toBe(403)
      expect(await smsStatus(shop, person)).toMatchObject({ sms_status: 'active' })
    })

    test(`${channel}: opens nothing after the number was corrected, nor does a session from before`, async () => {
      const [shop, person] = [await openShop(), nextPerson()]
      const link = await linkOf(channel, shop, person)
      const visit = await enter({ link })
      const proof = await proofOn(visit)
      const mailLink = await linkOf('email', shop, person)
      const mailbox = await enter({ link: mailLink })
      await correctNumber(shop, person, nextPerson().recipient_phone)
      for (const old of [link, mailLink])
        expect(headingOf(await call('GET', old))).toBe('<h1>This link is not valid any more</h1>')
      for (const session of [visit, mailbox]) expect((await read(session)).status).toBe(404)
      for (const form of ['/stop', '/number']) {
        const response = await submitIn(visit, form, { proof })
        expect([response.status, headingOf(response)]).toEqual([403, '<h1>Nothing was changed</h1>'])
      }
      expect(await smsStatus(shop, person)).toMatchObject({ sms_status: 'active' })
      // What is sent afterwards works.
      for (const next of ['email', 'sms'] as const)
        expect(
          (
            await read(
              await enter({ link: await linkOf(next, shop, { recipient_email: person.recipient_email } as Person) }),
            )
          ).status,
        ).toBe(200)
    })
  }

  test('a message without a reference is shown alone', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    await push(shop, person, { subject: 'Another', reference: null, notify: false })
    const link = await linkOf('sms', shop, person, { subject: 'This one', reference: null })
    expect(subjectsOn(await read(await enter({ link })))).toEqual(['This one'])
  })

  test('"not my number" removes the number, confirms it, and ends every link and session', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    const [link, mailLink] = [await linkOf('sms', shop, person), await linkOf('email', shop, person)]
    const visit = await enter({ link })
    const done = await submitIn(visit, '/number', { proof: await proofOn(visit) })
    expect([done.status, headingOf(done)]).toEqual([200, '<h1>Done: this number was taken off</h1>'])
    expect(await smsStatus(shop, person)).toMatchObject({ phone: null })
    expect([
      (await read(visit)).status,
      (await call('GET', link)).status,
      (await call('GET', mailLink)).status,
    ]).toEqual([404, 404, 404])
  })

  test('"stop" stops only the channel of the message, and the page confirms it', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    const visit = await enter({ link: await linkOf('sms', shop, person, { whatsapp_opt_in: {} }) })
    const stopped = await submitIn(visit, '/stop', { proof: await proofOn(visit) })
    expect([stopped.status, stopped.headers['location']]).toEqual([303, `${visit.path}/updates?done=stop`])
    expect((await read(visit, '/updates?done=stop')).text).toContain('<p id="done" class="yes" role="status">Done.')
    expect(await smsStatus(shop, person)).toMatchObject({ sms_status: 'stopped', sms_stop_source: 'inbox' })
    const { delivery } = await messageOf(shop, await push(shop, person, { channels: ['sms', 'whatsapp'] }))
    expect([delivery.sms.skipped_reason, delivery.whatsapp.skipped_reason]).toEqual(['stopped', null])
  })

  test('the rest is emailed to the recipient, once in ten minutes', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    const visit = await enter({ link: await linkOf('sms', shop, person) })
    await queueIdle(db, shop)
    const mails = () => simulator.outbox({ channel: 'email', to: person.recipient_email })
    const before = (await mails()).length
    const proof = await proofOn(visit)
    for (let times = 0; times < 3; times++)
      expect(headingOf(await submitIn(visit, '/mail', { proof }))).toBe('<h1>Please look into your mail</h1>')
    const mail = await until('the email', async () => (await mails())[before])
    await queueIdle(db, shop)
    expect(await mails()).toHaveLength(before + 1)
    const mailbox = await enter({ link: new URL(/http\S+\/inbox\/\S+/.exec(mail.text)![0]).pathname })
    expect((await read(mailbox, '/settings')).status).toBe(200)
  })
})

describe('the epoch of a recipient', () => {
  const epochOf = statement<{ email: string }, { epoch: number }>(
    'links.epoch',
    'select link_epoch as epoch from recipients where email = $email',
  )
  test('is raised when a number is replaced or cleared, and not when a first or the same number is set', async () => {
    const [shop, { recipient_email: email }] = [await openShop(), nextPerson()]
    const epochs: number[] = []
    const [one, two, three] = [nextPerson(), nextPerson(), nextPerson()].map(({ recipient_phone }) => recipient_phone)
    const steps: (() => Promise<unknown>)[] = [
      () => push(shop, { recipient_email: email }, { notify: false }),
      () => push(shop, { recipient_email: email, recipient_phone: one! }, { notify: false }),
      () => push(shop, { recipient_email: email, recipient_phone: one! }, { notify: false }),
      () => push(shop, { recipient_email: email, recipient_phone: two! }, { notify: false }),
      () => shop.call('PUT', `/api/v1/recipients/${email}/phone`, { body: { phone: two } }),
      () => shop.call('PUT', `/api/v1/recipients/${email}/phone`, { body: { phone: three } }),
      () => shop.call('DELETE', `/api/v1/recipients/${email}/phone`),
      () => shop.call('DELETE', `/api/v1/recipients/${email}/phone`),
      () => shop.call('PUT', `/api/v1/recipients/${email}/phone`, { body: { phone: one } }),
      () => operator('PUT', `/businesses/${shop.id}/recipients/${email}/phone`, { phone: two }),
    ]
    for (const step of steps) {
      await step()
      epochs.push((await db.one(epochOf, { email }))!.epoch)
    }
    expect(epochs).toEqual([0, 0, 0, 1, 1, 2, 3, 3, 3, 4])
  })

  test('"sign out everywhere" ends every link and session, and the page offers a link by email', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    const [textedLink, link] = [await linkOf('sms', shop, person), await linkOf('email', shop, person)]
    const [texted, visit, elsewhere] = [await enter({ link: textedLink }), await enter({ link }), await enter({ link })]
    const done = await submitIn(visit, '/sign-out', { proof: await proofOn(visit, '/settings') })
    expect([done.status, headingOf(done)]).toEqual([200, '<h1>Done: you are signed out everywhere</h1>'])
    for (const session of [texted, visit, elsewhere]) expect((await read(session)).status).toBe(404)
    for (const old of [textedLink, link]) expect((await call('GET', old)).status).toBe(404)
    const before = (await simulator.outbox({ channel: 'email', to: person.recipient_email })).length
    const renewed = await submitIn(visit, '/mail', { proof: hiddenOn(done, 'proof') })
    expect(headingOf(renewed)).toBe('<h1>Please look into your mail</h1>')
    const mail = await until(
      'the email',
      async () => (await simulator.outbox({ channel: 'email', to: person.recipient_email }))[before],
    )
    expect(
      (await read(await enter({ link: new URL(/http\S+\/inbox\/\S+/.exec(mail.text)![0]).pathname }))).status,
    ).toBe(200)
  })
})

describe('two shops in one browser', () => {
  /** The same person at two shops, with an escalation at the first one. */
  async function atTwoShops() {
    const [first, second, person] = [
      await openShop({ name: 'First' }),
      await openShop({ name: 'Second' }),
      nextPerson(),
    ]
    const id = await push(first, person, { channels: ['sms'], escalate_if_unread_after_minutes: 60 })
    const mail = await until('the email', async () => (await simulator.outbox({ channel: 'email', message_id: id }))[0])
    const visits = [
      await enter({ link: new URL(mail.link).pathname }),
      await enter({ link: await linkOf('email', second, person) }),
    ]
    return { first, second, person, id, visits }
  }

  test('a stop at the first shop, after the link of the second was followed, stops texts of the first', async () => {
    const { first, second, person, visits } = await atTwoShops()
    const cookies = visits.map(({ cookie }) => cookie).join('; ')
    const visit = { ...visits[0]!, cookie: cookies }
    const stopped = await submitIn(visit, '/settings/texts', { proof: await proofOn(visit, '/settings') })
    const page = await call('GET', String(stopped.headers['location']), { headers: { Cookie: cookies } })
    expect(page.text).toContain('Done. <bdi>First</bdi> will not text you any more.')
    expect((await smsStatus(first, person)).sms_status).toBe('stopped')
    expect((await smsStatus(second, person)).sms_status).toBe('active')
  })

  test('an open at the first shop is counted, and no paid text is sent', async () => {
    const { first, id, person, visits } = await atTwoShops()
    const page = await read(visits[0]!)
    const opened = await submitIn(visits[0]!, '/open', { shown: hiddenOn(page, 'shown') })
    expect([opened.status, opened.headers['location']]).toEqual([303, `${visits[0]!.path}/updates`])
    await advance(2 * 3600)
    await queueIdle(db, first)
    const { delivery } = await messageOf(first, id)
    expect([delivery.opened, delivery.sms.state]).toEqual([true, null])
    expect(await simulator.outbox({ channel: 'sms', to: person.recipient_phone })).toEqual([])
  })

  test('a form with the session or the token of the other shop says that nothing was changed', async () => {
    const { first, person, visits } = await atTwoShops()
    const [proof, otherProof] = [await proofOn(visits[0]!, '/settings'), await proofOn(visits[1]!, '/settings')]
    for (const [cookie, given] of [
      [visits[1]!.cookie, proof],
      [visits[0]!.cookie, otherProof],
    ] as const) {
      const response = await submit(`${visits[0]!.path}/settings/texts`, { proof: given }, { Cookie: cookie })
      expect([response.status, headingOf(response)]).toEqual([403, '<h1>Nothing was changed</h1>'])
    }
    expect((await smsStatus(first, person)).sms_status).toBe('active')
  })

  test('the link of a text replaces neither the session of an email nor that of another text', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    const links = [
      await linkOf('email', shop, person),
      await linkOf('sms', shop, person, { reference: '#1' }),
      await linkOf('sms', shop, person, { reference: '#2' }),
    ]
    const visits = await Promise.all(links.map((link) => enter({ link })))
    expect(new Set(visits.map(({ path }) => path)).size).toBe(3)
    for (const visit of visits) expect((await read(visit)).status).toBe(200)
  })
})

describe('the announced order', () => {
  test('is first and marked as new; the others follow, newest first, each once', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    await push(shop, person, { subject: 'Confirmed', order_status: 'confirmed', notify: false })
    const link = await linkOf('email', shop, person, { subject: 'Shipped' })
    for (let number = 1; number <= 30; number++)
      await push(shop, person, { subject: `Other ${number}`, reference: `#${number}`, notify: false })
    const visit = await enter({ link })
    const first = await read(visit)
    expect(subjectsOn(first).slice(0, 3)).toEqual(['Shipped', 'Confirmed', 'Other 30'])
    expect(labelled(first)).toEqual(['Shipped'])
    const pages = [subjectsOn(first)]
    for (let next = olderOn(first); next !== undefined; ) {
      const page: ApiResponse = await read(visit, next)
      pages.push(subjectsOn(page))
      next = olderOn(page)
    }
    expect(pages.flat()).toEqual([
      'Shipped',
      'Confirmed',
      ...Array.from({ length: 30 }, (_, index) => `Other ${30 - index}`),
    ])
  })
  const olderOn = ({ text }: ApiResponse): string | undefined =>
    /href="\/inbox\/[\w-]+(\/(?:older\/\w+|others))"/.exec(text)?.[1]

  test('with more messages than fit on a page leads to the others, and every message is shown once', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    for (let number = 1; number <= 23; number++) await push(shop, person, { subject: `Step ${number}`, notify: false })
    await push(shop, person, { subject: 'Another order', reference: '#9', notify: false })
    const visit = await enter({ link: await linkOf('email', shop, person, { subject: 'Shipped' }) })
    const pages: ApiResponse[] = [await read(visit)]
    for (let next = olderOn(pages[0]!); next !== undefined; next = olderOn(pages.at(-1)!))
      pages.push(await read(visit, next))
    expect(olderOn(pages[0]!)).toBe('/others')
    expect(pages.flatMap(subjectsOn).toSorted()).toEqual(
      ['Shipped', 'Another order', ...Array.from({ length: 23 }, (_, index) => `Step ${index + 1}`)].toSorted(),
    )
  })

  test('only what was displayed is opened; an open by a text cancels the escalation of its message', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    const other = await push(shop, person, { subject: 'Another', reference: '#8', notify: false })
    const link = await linkOf('sms', shop, person, { subject: 'Shipped' })
    const escalated = await push(shop, person, {
      subject: 'Delayed',
      channels: ['whatsapp'],
      whatsapp_opt_in: {},
      escalate_if_unread_after_minutes: 60,
    })
    const visit = await enter({ link })
    const page = await read(visit)
    expect([subjectsOn(page), labelled(page)]).toEqual([['Delayed', 'Shipped'], ['Shipped']])
    expect((await submitIn(visit, '/open', { shown: hiddenOn(page, 'shown') })).status).toBe(303)
    const opened = await Promise.all([other, escalated].map(async (id) => (await messageOf(shop, id)).delivery))
    expect(opened.map(({ opened: isOpened }) => isOpened)).toEqual([false, true])
    await advance(2 * 3600)
    await queueIdle(db, shop)
    expect((await messageOf(shop, escalated)).delivery.whatsapp.state).toBeNull()
    expect(labelled(await read(visit))).toEqual([])
  })

  test('"is this text real?" checks the text of the link, not another one to the same number', async () => {
    const [shop, person] = [await openShop(), nextPerson()]
    const link = await linkOf('sms', shop, person)
    const ending = person.recipient_phone.slice(-4)
    const path = `/genuine?shard=${shop.shard}`
    const verify = async () =>
      /id="result" class="(\w+)"/.exec((await submit(path, { clue: link.slice('/i/'.length), ending })).text)?.[1]
    await until('the delivery', async () => (await verify()) === 'yes')
    await db.all(refuse, { phone: person.recipient_phone })
    await linkOf('sms', shop, person, { reference: '#2' })
    await queueIdle(db, shop)
    expect(await verify()).toBe('unknown')
  })
  /** As if the provider had refused all texts to this number so far. */
  const refuse = statement<{ phone: string }>(
    'links.refuse',
    `update nudges n set state = 'rejected', charged = false from messages m join recipients r on r.id = m.recipient_id
      where n.message_id = m.id and r.phone = $phone and n.channel = 'sms'`,
  )
})

test('a session never outlives its link: entered on day 89, it ends on day 90', async () => {
  const [shop, person] = [await openShop(), nextPerson()]
  const links = [await linkOf('email', shop, person), await linkOf('sms', shop, person)]
  await advance(89 * day)
  const visits = await Promise.all(links.map((link) => enter({ link })))
  for (const visit of visits) expect((await read(visit)).status).toBe(200)
  // The link of a text contains the day of its expiry.
  await advance(2 * day)
  for (const visit of visits) expect((await read(visit)).status).toBe(404)
  await advance(87 * day)
  for (const visit of visits) expect((await read(visit)).status).toBe(404)
})
