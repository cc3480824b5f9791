import { describe, expect, test } from 'vitest'
import { paidChannels, registry } from '../../src/channels/registry.ts'
import { statement } from '../../src/db/statement.ts'
import { controls } from '../../src/inbox/settings.decide.ts'
import type { ApiResponse, Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { type Customer, createInboxClient, headingOf, hiddenOn, type Visit } from './6-inbox-client.ts'

const testService = await createTestService()
const { business, call, db, operator, simulator } = testService
const { customerOf, enter, push, read, submit, submitIn } = createInboxClient(testService)
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

const clock = statement<null, { now: Date }>('probe.clock', 'select clock_now() as now')
let numbers = 1000
const nextNumber = (): string => `+44770090${numbers++}`

async function shopWith(settings: Record<string, unknown> = {}): Promise<Shop> {
  const shop = await business({ name: 'Fernwood', sms: 'on', whatsapp: 'on', ...settings })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })
  return shop
}
const paid = { reference: 'A-1', order_status: 'shipped', channels: ['sms', 'whatsapp'] }
/** A customer whom the shop has texted, so that an inbound text applies to the shop. */
async function textedBy(shop: Shop): Promise<Customer & { phone: string }> {
  const phone = nextNumber()
  const customer = await customerOf(shop, { recipient_phone: phone, whatsapp_opt_in: {} })
  const { id } = await push(customer, paid)
  await until('the text', async () => (await simulator.outbox({ channel: 'sms', to: phone, message_id: id }))[0])
  return { ...customer, phone }
}
const settings = async (visit: Visit, query = '') => read(visit, `/settings${query}`)
async function use(customer: Customer, control: string): Promise<ApiResponse> {
  const visit = await enter(customer)
  const proof = hiddenOn(await settings(visit), 'proof')
  const { status, headers } = await submitIn(visit, `/settings/${control}`, { proof })
  expect([status, headers['location']]).toEqual([303, `${visit.path}/settings?done=${control}`])
  // Disowning a number ends the session, and the reader continues with another.
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? visit.cookie
  return settings({ ...visit, cookie }, `?done=${control}`)
}
const confirmationOn = ({ text }: ApiResponse): string | undefined =>
  /<p id="done"[^>]*>(.*?)<\/p>/.exec(text)?.[1]?.replaceAll(/<[^>]*>/g, '')
const smsOf = async ({ shop, email }: Customer) => (await shop.call('GET', `/api/v1/recipients/${email}/sms`)).json

describe('a stop in the inbox (2.10)', () => {
  test('of texts stops only texts, also for the number, and START does not lift it (3.4)', async () => {
    const customer = await textedBy(await shopWith())
    expect(confirmationOn(await use(customer, 'texts'))).toBe('Done. Fernwood will not text you any more.')
    expect(await smsOf(customer)).toMatchObject({ sms_status: 'stopped', sms_stop_source: 'inbox' })

    await simulator.inbound('sms', customer.phone, 'START')
    const sent = await push(customer, paid)
    expect([sent.sms.skipped_reason, sent.whatsapp.queued, sent.email.sending]).toEqual(['stopped', true, true])
    await customer.shop.call('DELETE', `/api/v1/recipients/${customer.email}/phone`)
    const other = await customerOf(customer.shop, { recipient_phone: customer.phone, ...paid, notify: true })
    expect((await push(other, paid)).sms.skipped_reason).toBe('stopped')
  })

  test('replaces a texted stop, which START could have lifted', async () => {
    const customer = await textedBy(await shopWith())
    await simulator.inbound('sms', customer.phone, 'STOP')
    await until('the stop', async () => (await smsOf(customer)).sms_status === 'stopped')
    expect((await settings(await enter(customer))).text).toContain('You stopped texts by replying STOP')
    await use(customer, 'texts')
    await simulator.inbound('sms', customer.phone, 'START')
    expect(await smsOf(customer)).toMatchObject({ sms_status: 'stopped', sms_stop_source: 'inbox' })
  })

  test('of WhatsApp stops only WhatsApp', async () => {
    const customer = await textedBy(await shopWith())
    expect(confirmationOn(await use(customer, 'whatsapp'))).toBe(
      'Done. Fernwood will not write to you on WhatsApp any more.',
    )
    const sent = await push(customer, paid)
    expect([sent.sms.queued, sent.whatsapp.skipped_reason, sent.email.sending]).toEqual([true, 'stopped', true])
  })

  test('of everything stops all channels, and the inbox is still available', async () => {
    const customer = await textedBy(await shopWith())
    expect(confirmationOn(await use(customer, 'everything'))).toBe('Done. Fernwood will not write to you any more.')
    const sent = await push(customer, paid)
    expect([sent.sms.skipped_reason, sent.whatsapp.skipped_reason, sent.email.skipped_reason]).toEqual([
      'unsubscribed',
      'unsubscribed',
      'unsubscribed',
    ])
    expect((await read(await enter(customer))).text).toContain('You have stopped all updates from <bdi>Fernwood</bdi>')
  })

  for (const [control, reason] of [
    ['texts', 'stopped'],
    ['number', 'no_phone'],
    ['everything', 'unsubscribed'],
  ] as const)
    test(`of ${control} rejects a scheduled text with ${reason}`, async () => {
      const customer = await textedBy(await shopWith())
      const { now } = (await db.one(clock))!
      const { id } = await push(customer, { ...paid, send_at: new Date(now.getTime() + 3_600_000).toISOString() })
      await use(customer, control)
      await operator('POST', '/clock/advance', { seconds: 3700 })
      const { delivery } = (await customer.shop.call('GET', `/api/v1/messages/${id}`)).json
      expect([delivery.sms.state, delivery.sms.skipped_reason, delivery.sms.credits]).toEqual(['rejected', reason, 0])
      expect(await simulator.outbox({ channel: 'sms', to: customer.phone })).toHaveLength(1)
    })

  test('does not apply to another shop', async () => {
    const customer = await textedBy(await shopWith())
    for (const control of ['texts', 'whatsapp', 'everything']) await use(customer, control)
    const customerOfAnother = await customerOf(await shopWith(), { recipient_email: customer.email })
    const sent = await push(customerOfAnother, { ...paid, recipient_phone: customer.phone, whatsapp_opt_in: {} })
    expect([sent.sms.queued, sent.whatsapp.queued, sent.email.sending]).toEqual([true, true, true])
  })
})

test('“This is not my number” removes the number and stops it for this shop; another number works', async () => {
  const customer = await textedBy(await shopWith())
  expect((await settings(await enter(customer))).text).toContain(`ending in ${customer.phone.slice(-4)} is taken off`)
  expect(confirmationOn(await use(customer, 'number'))).toBe(
    'Done. The number was taken off, and Fernwood does not write to it any more.',
  )
  expect(await smsOf(customer)).toMatchObject({ phone: null, sms_status: 'active' })
  await simulator.inbound('sms', customer.phone, 'START')
  const same = await push(customer, { ...paid, recipient_phone: customer.phone, whatsapp_opt_in: {} })
  expect([same.sms.skipped_reason, same.whatsapp.skipped_reason]).toEqual(['stopped', 'stopped'])
  const other = await push(customer, { ...paid, recipient_phone: nextNumber() })
  expect([other.sms.queued, other.email.sending]).toEqual([true, true])
})

describe('a recipient requests erasure', () => {
  const eventsOfShop = ({ shop }: Customer) => eventsOf(db, null, shop.id)
  const noticesOf = async ({ shop }: Customer) =>
    (await operator('GET', '/notices')).json.items.filter((one: { business_id: string }) => one.business_id === shop.id)

  test('the shop gets an event and an email, at most once a day, and nothing is erased', async () => {
    const owner = `owner${numbers++}@example.com`
    const customer = await customerOf(await shopWith({ contact_email: owner }))
    const page = await use(customer, 'erasure')
    expect(confirmationOn(page)).toBe('Done. Fernwood has been told that you want your data erased.')
    await use(customer, 'erasure')
    const [event, ...more] = await eventsOfShop(customer)
    expect(more).toEqual([])
    expect(event).toEqual({
      type: 'recipient.erasure_requested',
      data: { recipient_email: customer.email, requested_at: expect.stringMatching(/^20.*Z$/) },
    })
    const [email] = await until('the email', async () => {
      const items = await simulator.outbox({ to: owner })
      return items.length > 0 ? items : null
    })
    expect(email.subject).toBe('A customer asks to be erased')
    expect(email.text).toContain(customer.email)
    const notices = await noticesOf(customer)
    expect(notices.map(({ kind }: { kind: string }) => kind)).toEqual(['erasure_requested'])
    expect(JSON.stringify(notices)).not.toContain(customer.email)

    await operator('POST', '/clock/advance', { seconds: 86_401 })
    await use(customer, 'erasure')
    expect(await eventsOfShop(customer)).toHaveLength(2)
  })

  test('20 concurrent requests are one', async () => {
    const customer = await customerOf(await shopWith())
    const visit = await enter(customer)
    const proof = hiddenOn(await settings(visit), 'proof')
    await Promise.all(Array.from({ length: 20 }, () => submitIn(visit, '/settings/erasure', { proof })))
    expect(await eventsOfShop(customer)).toHaveLength(1)
  })
})

describe('the forms of the settings page', () => {
  test('without the cookie, the CSRF token or the right origin change nothing', async () => {
    const customer = await customerOf(await shopWith(), { recipient_phone: nextNumber(), whatsapp_opt_in: {} })
    const other = await customerOf(customer.shop)
    const [visit, otherVisit] = [await enter(customer), await enter(other)]
    const [proof, otherProof] = await Promise.all(
      [visit, otherVisit].map(async (one) => hiddenOn(await settings(one), 'proof')),
    )
    expect(proof).toMatch(/^[\w-]{22}$/)
    const before = await customer.snapshot()
    for (const control of controls)
      for (const [given, headers] of [
        [proof, { Cookie: '' }],
        [proof, { Cookie: otherVisit.cookie }],
        [proof, { Cookie: `__Secure-inbox=${customer.link.slice('/inbox/'.length)}` }],
        ['', {}],
        [otherProof, {}],
        [proof, { 'Sec-Fetch-Site': 'same-site' }],
        [proof, { 'Sec-Fetch-Site': 'cross-site' }],
        [proof, { 'Content-Type': 'text/plain' }],
      ] as const) {
        const response = await submitIn(visit, `/settings/${control}`, { proof: given! }, headers)
        expect([response.status, headingOf(response)]).toEqual([403, '<h1>Nothing was changed</h1>'])
      }
    expect(await customer.snapshot()).toEqual(before)
  })

  test('confirm a change only if it was made', async () => {
    const visit = await enter(await customerOf(await shopWith(), { recipient_phone: nextNumber() }))
    for (const control of [...controls, 'nonsense', '<script>'])
      expect(confirmationOn(await settings(visit, `?done=${encodeURIComponent(control)}`)), control).toBeUndefined()
  })

  test('refuse a body over 8 KiB', async () => {
    for (const path of [...controls.map((control) => `/inbox/x/settings/${control}`), '/inbox/fresh-link', '/genuine'])
      expect((await submit(path, { proof: 'x'.repeat(8192) })).status, path).toBe(413)
  })
})

describe('the data export', () => {
  test('contains the record, stops, messages with their sends, and replies, but no digest and no internal id', async () => {
    const customer = await textedBy(await shopWith())
    const [whatsapp] = await until('WhatsApp', async () => {
      const items = await simulator.outbox({ channel: 'whatsapp', to: customer.phone })
      return items.length > 0 ? items : null
    })
    await simulator.inbound('whatsapp', customer.phone, 'Thank you!', whatsapp.id)
    await use(customer, 'texts')
    const { status, headers, json, text } = await until('the deliveries and the reply', async () => {
      const response = await read(await enter(customer), '/data-export.json')
      const sends = response.json.messages[0].sends as { state: string }[]
      return sends.every(({ state }) => state === 'delivered') && response.json.replies.length > 0 ? response : null
    })
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'attachment; filename="data-export.json"',
    ])
    const moment = expect.stringMatching(/^20\d\d-.*(Z|\+00:00)$/)
    expect(json).toEqual({
      shop: 'Fernwood',
      made_at: moment,
      you: {
        email: customer.email,
        phone: customer.phone,
        known_since: moment,
        unsubscribed_at: null,
        erasure_asked_at: null,
        fresh_link_asked_at: null,
      },
      ...Object.fromEntries(paidChannels.map((channel) => [registry[channel].exportedAs, expect.any(Object)])),
      text_messages: {
        number_first_given_at: moment,
        number_first_given_by: 'push',
        stopped_at: moment,
        stopped_by: 'inbox',
      },
      whatsapp: {
        agreed_at: moment,
        agreement: { source: null, obtained_at: null, wording: null },
        stopped_at: null,
        stopped_by: null,
        withdrawn_at: null,
      },
      kept_beside_this_record: [
        { about: 'number', what: 'first_reply_acknowledged', source: null, at: moment },
        { about: 'number', what: 'sms_last_written_to', source: null, at: moment },
        { about: 'number', what: 'sms_stopped', source: 'inbox', at: moment },
        { about: 'number', what: 'whatsapp_last_written_to', source: null, at: moment },
      ],
      messages: [
        {
          id: expect.stringMatching(/^msg_/),
          status: 'active',
          subject: 'Your order',
          body: 'On its way.',
          reference: 'A-1',
          order_status: 'shipped',
          opened_at: null,
          created_at: moment,
          updated_at: moment,
          sends: ['email', 'sms', 'whatsapp'].map((channel) => ({
            channel,
            state: 'delivered',
            reason: null,
            made_at: moment,
            delivered_at: moment,
            read_at: null,
            bounced_at: null,
            complained_at: null,
            ended_at: null,
          })),
        },
        expect.objectContaining({ sends: [] }),
      ],
      replies: [
        {
          id: expect.stringMatching(/^rpl_/),
          message_id: json.messages[0].id,
          text: 'Thank you!',
          received_at: moment,
        },
      ],
    })
    for (const internalId of [customer.target.recipientId, customer.target.businessId])
      expect(text).not.toContain(internalId)
    expect(text).not.toMatch(/digest|\\\\x[0-9a-f]{8}/)
  })

  test('is 404 without a session', async () => {
    expect((await call('GET', '/inbox/x/data-export.json')).status).toBe(404)
  })
})
