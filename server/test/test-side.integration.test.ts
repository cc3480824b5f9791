import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { plainBrand } from '../src/brand/brand.ts'
import { createChannels } from '../src/channels/create-channels.ts'
import type { Submission } from '../src/channels/submission.ts'
import { statement } from '../src/db/statement.ts'
import { emailIdentity } from '../src/email.ts'
import { parseId } from '../src/ids.ts'
import { createTestChannels } from '../src/test-side/provider.ts'
import { recordTestSubmissions } from '../src/test-side/record-test-submissions.ts'
import type { Shop } from './support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { createTestService } from './support/test-service.ts'
import { contextOf, liveContextOf, sendAll, submitJobs } from './support/test-sides.ts'

/** The service has no worker: the tests run the steps of a worker of test sides themselves. */
const service = await createTestService({ role: 'api' })
const { business, db, operator, simulator } = service
beforeAll(() => operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' }))

const openSide = (settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop(service, settings['mode'] === 'live' ? 1_000 : 0, {
    mode: 'test',
    country: 'GB',
    sms: 'on',
    whatsapp: 'on',
    ...settings,
  })
const optIn = { at: '2026-01-01T00:00:00Z', method: 'checkout' }
let people = 0
const order = (fields: Record<string, unknown>) =>
  shippedOrder({
    recipient_email: `ada${people++}@example.com`,
    ...('recipient_phone' in fields && { whatsapp_opt_in: optIn }),
    ...fields,
  })
const outboxOf = async (side: Shop, query: Record<string, string> = {}) =>
  (await side.call('GET', `/api/v1/test/outbox?${new URLSearchParams(query).toString()}`)).json
const viewOf = async (side: Shop, id: string) => (await side.call('GET', `/api/v1/messages/${id}`)).json.delivery
const eventsOf = async (side: Shop): Promise<string[]> =>
  (await side.call('GET', '/api/v1/events')).json.items.map(({ type }: { type: string }) => type).toReversed()
const balanceOf = async (side: Shop): Promise<number> => (await side.call('GET', '/api/v1/credits')).json.balance

describe('an email of a test side', () => {
  for (const [local, events, sent] of [
    ['ada', ['message.delivered'], 1],
    ['bounced', ['message.bounced'], 1],
    ['complained', ['message.delivered', 'message.complained'], 1],
    ['unknown', ['message.failed'], 1],
  ] as const)
    test(`to ${local}+…@simulator.example publishes ${events.join(', ')}`, async () => {
      const side = await openSide()
      const to = `${local}+1@simulator.example`
      await pushMessage(side, order({ recipient_email: to, channels: ['email'] }))
      await sendAll(contextOf(service))
      expect(await eventsOf(side)).toEqual(events)
      expect((await outboxOf(side, { to })).items).toHaveLength(sent)
    })

  test('that bounced suppresses the address for this side only (2.3)', async () => {
    const [side, other, live] = [await openSide(), await openSide(), await business()]
    const message = order({ recipient_email: 'bounced+shared@simulator.example', channels: ['email'] })
    await pushMessage(side, message)
    await sendAll(contextOf(service))
    const skipped = async (shop: Shop) => (await pushMessage(shop, message)).email.skipped_reason
    expect([await skipped(side), await skipped(other), await skipped(live)]).toEqual(['suppressed', null, null])
    expect((await operator('GET', '/suppressions/bounced%2Bshared@simulator.example')).json.platform).toBe(null)
  })

  test('is not affected by a suppression that live businesses share (2.3)', async () => {
    const [side, live] = [await openSide(), await business()]
    const message = order({ recipient_email: 'bounced+live@simulator.example', channels: ['email'] })
    const bouncer = await business()
    await pushMessage(bouncer, message)
    // What the built-in provider reports about a live business stands for the report of a real provider.
    await sendAll(liveContextOf(service))
    const skipped = async (shop: Shop) => (await pushMessage(shop, message)).email.skipped_reason
    expect([await skipped(live), await skipped(side)]).toEqual(['platform_suppressed', null])
  })
})

describe('a paid message of a test side', () => {
  for (const [channel, ending, state, events, sent, balance] of [
    ['sms', '100', 'delivered', ['sms.delivered'], 1, 999],
    ['sms', '002', 'failed', ['sms.failed'], 1, 999],
    ['sms', '003', 'rejected', ['sms.rejected'], 0, 1_000],
    ['sms', '004', 'failed', ['sms.failed'], 1, 999],
    ['sms', '005', 'delivered', ['sms.delivered'], 1, 999],
    ['whatsapp', '100', 'delivered', ['whatsapp.delivered'], 1, 999],
    ['whatsapp', '002', 'failed', ['whatsapp.failed'], 1, 999],
    ['whatsapp', '003', 'rejected', ['whatsapp.rejected'], 0, 1_000],
    ['whatsapp', '004', 'failed', ['whatsapp.failed'], 1, 999],
    ['whatsapp', '005', 'failed', ['whatsapp.failed'], 1, 999],
    ['whatsapp', '006', 'queued', [], 1, 999],
  ] as const)
    test(`${channel} to a number ending ${ending} is ${state}`, async () => {
      const side = await openSide()
      const phone = `+447700900${ending}`
      const { id } = await pushMessage(side, order({ recipient_phone: phone, channels: [channel] }))
      await sendAll(contextOf(service))
      const paidEvents = (await eventsOf(side)).filter((type) => type.startsWith(channel))
      expect([(await viewOf(side, id))[channel].state, paidEvents]).toEqual([state, events])
      expect((await outboxOf(side, { to: phone, channel })).items).toHaveLength(sent)
      expect(await balanceOf(side)).toBe(balance)
    })

  test('to a number that is not on WhatsApp causes the fallback text, which is delivered (3.3)', async () => {
    const side = await openSide()
    const phone = '+447700900005'
    const { id } = await pushMessage(
      side,
      order({ recipient_phone: phone, channels: ['whatsapp'], sms_if_whatsapp_fails: true }),
    )
    await sendAll(contextOf(service))
    const { whatsapp, sms } = await viewOf(side, id)
    expect([whatsapp.state, sms.state]).toEqual(['failed', 'delivered'])
    const channels = (await outboxOf(side, { message_id: id })).items.map((item: { channel: string }) => item.channel)
    expect(channels.toSorted()).toEqual(['email', 'sms', 'whatsapp'])
  })

  for (const channel of ['sms', 'whatsapp'] as const)
    test(`${channel} to a number ending 007: the recipient replies STOP, to this side only (2.10)`, async () => {
      const [side, other, live] = [await openSide(), await openSide(), await openSide({ mode: 'live' })]
      const message = order({ recipient_phone: '+447700900007', channels: [channel] })
      await pushMessage(other, { ...message, channels: ['email'] })
      await pushMessage(live, { ...message, channels: ['email'] })
      await pushMessage(side, message)
      await sendAll(contextOf(service))
      const skipped = async (shop: Shop) => (await pushMessage(shop, message))[channel].skipped_reason
      expect([await skipped(side), await skipped(other), await skipped(live)]).toEqual(['stopped', null, null])
      expect((await eventsOf(side)).filter((type) => type.startsWith(channel))).toEqual(
        channel === 'sms' ? ['sms.delivered'] : ['whatsapp.delivered', 'whatsapp.inbound_message'],
      )
    })

  test('leaves no contact by which an inbound message finds the side, also after an erasure (2.10)', async () => {
    const side = await openSide()
    const message = order({ recipient_phone: '+447700900007', channels: ['sms'] })
    await pushMessage(side, message)
    await sendAll(contextOf(service))
    await side.call('POST', `/api/v1/recipients/${message.recipient_email}/erase`, { headers: freshKey() })
    const contacts = statement<{ businessId: string }, { count: number }>(
      'probe.contacts',
      `select count(*)::integer as count from number_contacts where business_id = $businessId`,
    )
    expect(await db.one(contacts, side)).toEqual({ count: 0 })
    const { sms } = await pushMessage(side, { ...message, recipient_email: 'other@example.com' })
    expect(sms.skipped_reason).toBe('stopped')
  })

  test('is not stopped or started by a phone that writes to a live business (2.10)', async () => {
    const [side, live] = [await openSide(), await openSide({ mode: 'live' })]
    const phone = '+447700900150'
    const message = order({ recipient_phone: phone, channels: ['sms'] })
    for (const shop of [side, live]) await pushMessage(shop, { ...message, channels: ['email'] })
    await simulator.inbound('sms', phone, 'STOP')
    const skipped = async (shop: Shop) => (await pushMessage(shop, message)).sms.skipped_reason
    expect([await skipped(live), await skipped(side)]).toEqual(['stopped', null])
    await operator('POST', `/businesses/${side.id}/recipients/${message.recipient_email}/stop`, { channel: 'sms' })
    await simulator.inbound('sms', phone, 'START')
    expect([await skipped(live), await skipped(side)]).toEqual([null, 'stopped'])
  })
})

describe('recording', () => {
  const nudgeStates = statement<{ businessId: string }, { state: string; delivered: boolean }>(
    'probe.nudge_states',
    `select state, delivered_at is not null as delivered from nudges where business_id = $businessId and state <> 'skipped'`,
  )
  test('twice, as after a lost commit confirmation, has no further effect', async () => {
    const [context, side] = [contextOf(service), await openSide()]
    await pushMessage(side, order({ recipient_phone: '+447700900007', channels: ['whatsapp'] }))
    const jobs = await context.queue.take('nudges.whatsapp')
    const submitted = await submitJobs(context, 'whatsapp', side.businessId, jobs)
    await recordTestSubmissions(context, 'whatsapp', submitted)
    const once = [await eventsOf(side), await balanceOf(side), await outboxOf(side)]
    await recordTestSubmissions(context, 'whatsapp', submitted)
    expect([await eventsOf(side), await balanceOf(side), await outboxOf(side)]).toEqual(once)
  })

  test('a process that ends after the submission leaves an unknown outcome, and no report without it', async () => {
    const [context, side] = [contextOf(service), await openSide()]
    await pushMessage(side, order({ channels: ['email'] }))
    const jobs = await context.queue.take('nudges.email')
    const mine = jobs.filter(({ businessId }) => businessId === side.businessId)
    const submitted = await submitJobs(context, 'email', side.businessId, mine)
    expect(await db.all(nudgeStates, side)).toEqual([{ state: 'submitting', delivered: false }])
    await recordTestSubmissions(context, 'email', submitted)
    expect(await db.all(nudgeStates, side)).toEqual([{ state: 'delivered', delivered: true }])
  })
})

describe('the content', () => {
  const recipientOf = statement<{ id: string }, { recipientId: string }>(
    'probe.recipient_of',
    `select recipient_id as "recipientId" from messages where id = $id`,
  )
  const nudge = (side: Shop) => ({
    id: randomUUID(),
    businessId: side.businessId,
    shard: side.shard,
    businessName: 'Grün & Co',
    brand: plainBrand,
    recipientId: randomUUID(),
    linkEpoch: 0,
    messageId: randomUUID(),
    reference: 'A-1',
    orderStatus: 'shipped',
    at: new Date('2026-11-14T22:41:00Z'),
  })
  /** Submits the same nudges to the simulator by the real channels, and to the built-in provider. */
  async function submitBoth() {
    const [context, side] = [contextOf(service), await openSide()]
    const { id } = await pushMessage(side, order({ channels: ['email'] }))
    const { recipientId } = (await db.one(recipientOf, { id: parseId('msg', id)! }))!
    const common = { ...nudge(side), recipientId }
    const mail = { ...common, to: emailIdentity('ada@example.com'), subject: 'Größe: #1', body: 'One\n\nTwo' }
    const text = { ...common, id: randomUUID(), to: '+447700900123', destination: 'GB' }
    const whatsapp = { ...text, id: randomUUID() }
    const plain = {
      id: randomUUID(),
      to: emailIdentity('owner@example.com'),
      subject: 'A notice',
      text: 'Hello',
      at: common.at,
      recipientId: null,
    }
    const real = createChannels(service.config, context)
    const builtIn = createTestChannels(context, side.businessId)
    const results: Submission[] = []
    for (const { email, paid } of [real, builtIn])
      results.push(
        await email.submit(mail),
        await email.submitPlain(plain),
        await paid.get('sms')!.submit(text),
        await paid.get('whatsapp')!.submit(whatsapp),
      )
    await real.close()
    expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => 'accepted'))
    return { side, plain, simulated: (await simulator.outbox()).slice(-4), stored: (await outboxOf(side)).items }
  }

  test('is that of the real channels, field by field, except the sender and what a mail server adds', async () => {
    const { side, simulated, stored } = await submitBoth()
    const sender = `test ${side.id}`
    expect(stored.map((item: { from: string }) => item.from)).toEqual([
      'Grün & Co <test@simulator.example>',
      'Tidings <test@simulator.example>',
      sender,
      sender,
    ])
    const sameHeaders = [
      'to',
      'subject',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'auto-submitted',
      'x-tidings-message',
    ]
    const pick = (from: Record<string, unknown>, names: string[]) => names.map((name) => [name, from[name]])
    const comparable = (item: Record<string, unknown>) => [
      ...pick(item, ['channel', 'to', 'subject', 'text', 'html', 'unsubscribe_url', 'template', 'parameters']),
      ['headers', item['headers'] && pick(item['headers'] as Record<string, unknown>, sameHeaders)],
    ]
    expect(stored.map(comparable)).toEqual(simulated.map(comparable))
    const [mail, plain, sms, whatsapp] = stored.map(({ link }: { link: string | null }) => link)
    expect([mail, plain, sms]).toEqual(simulated.slice(0, 3).map(({ link }) => link))
    // The simulator sees only the end of the link of a WhatsApp button.
    expect(whatsapp).toBe(`${service.config.publicUrl}/inbox/${stored[3].parameters.at(-1)}`)
  })

  test('has exactly the fields of the simulator’s outbox, null where they do not apply', async () => {
    const { stored, simulated } = await submitBoth()
    const fields = Object.keys(simulated[0]).filter((name) => name !== 'reported')
    for (const item of stored) expect(Object.keys(item).toSorted()).toEqual(fields.toSorted())
    const { subject, html, headers, unsubscribe_url: unsubscribeUrl, template, parameters } = stored[2]
    expect([subject, html, headers, unsubscribeUrl, template, parameters]).toEqual([null, null, null, null, null, null])
  })
})

describe('GET /api/v1/test/outbox', () => {
  test('a page has at most 256 KiB of text, or one item, and the pages have all items', async () => {
    const side = await openSide()
    for (let count = 0; count < 6; count++)
      await pushMessage(side, order({ body: 'https://a.b '.repeat(833), channels: ['email'] }))
    await sendAll(contextOf(service))
    const sizes: number[] = []
    let cursor: string | null = null
    do {
      const page: { items: object[]; next_cursor: string | null } = await outboxOf(
        side,
        cursor === null ? {} : { cursor },
      )
      sizes.push(page.items.length)
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(6)
    expect(Math.max(...sizes)).toBeLessThan(6)
  })

  test('lists in order of arrival, by pages, and filters by channel, address and message', async () => {
    const side = await openSide()
    const ids: string[] = []
    for (const number of [1, 2, 3]) {
      const { id } = await pushMessage(
        side,
        order({
          recipient_email: `grace${number}@example.com`,
          recipient_phone: `+44770090020${number}`,
          channels: ['email', 'sms'],
        }),
      )
      ids.push(id)
      // The email and the text of one message are sent at the same time, so their order is not defined.
      await sendAll(contextOf(service))
    }
    const all = (await outboxOf(side)).items
    expect(all.map(({ to }: { to: string }) => /(\d)(@|$)/.exec(to)?.[1])).toEqual(['1', '1', '2', '2', '3', '3'])
    const paged = []
    let cursor: string | null = null
    do {
      const page: { items: object[]; next_cursor: string | null } = await outboxOf(side, {
        limit: '4',
        ...(cursor === null ? {} : { cursor }),
      })
      paged.push(...page.items)
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(paged).toEqual(all)
    const count = async (query: Record<string, string>) => (await outboxOf(side, query)).items.length
    expect(await count({ channel: 'sms' })).toBe(3)
    expect(await count({ to: 'GRACE2@example.com' })).toBe(1)
    expect(await count({ to: '+447700900202' })).toBe(1)
    expect(await count({ to: '+447700900202', channel: 'email' })).toBe(0)
    expect(await count({ message_id: ids[0]! })).toBe(2)
    expect(await count({ message_id: ids[0]!, channel: 'email' })).toBe(1)
    expect(await count({ message_id: 'msg_none' })).toBe(0)
    // A plus that is not escaped is a space.
    expect((await side.call('GET', '/api/v1/test/outbox?to=+447700900202')).json.items).toHaveLength(1)
  })

  test('shows nothing of another test side', async () => {
    const [side, other] = [await openSide(), await openSide()]
    const { id } = await pushMessage(side, order({ channels: ['email'] }))
    await sendAll(contextOf(service))
    expect((await outboxOf(side)).items).toHaveLength(1)
    const cursor = (await outboxOf(side)).items[0].id
    for (const query of [{}, { message_id: id }, { channel: 'email' }, { to: 'ada@example.com' }])
      expect((await outboxOf(other, query)).items).toEqual([])
    expect((await outboxOf(other, { cursor })).items).toEqual([])
  })
})

describe('PUT /api/v1/test/credits', () => {
  const set = (side: Shop, balance: number) => side.call('PUT', '/api/v1/test/credits', { body: { balance } })
  const ledgerSum = async (side: Shop): Promise<number> =>
    (await operator('GET', `/businesses/${side.id}/ledger?limit=100`)).json.items.reduce(
      (sum: number, { delta }: { delta: number }) => sum + delta,
      0,
    )

  test('sets the balance, so that a push without credit is skipped and a later one is sent (2.3)', async () => {
    const side = await openSide()
    expect((await set(side, 0)).json).toEqual({ balance: 0 })
    const message = order({ recipient_phone: '+447700900123', channels: ['sms'] })
    expect((await pushMessage(side, message)).sms.skipped_reason).toBe('insufficient_credit')
    expect((await set(side, 5)).json).toEqual({ balance: 5 })
    expect((await pushMessage(side, message)).sms.skipped_reason).toBe(null)
    expect(await balanceOf(side)).toBe(4)
    const entries = (await operator('GET', `/businesses/${side.id}/ledger`)).json.items
    expect(entries.map(({ delta, kind, note }: Record<string, unknown>) => [delta, kind, note]).toReversed()).toEqual([
      [1_000, 'grant', 'Test credits'],
      [-1_000, 'correction', 'set by a test key'],
      [5, 'grant', 'set by a test key'],
      [-1, 'charge', null],
    ])
  })

  test('concurrent changes and charges leave a ledger that adds up to the balance (2.9)', async () => {
    const side = await openSide({ rate_limit_per_second: 10_000 })
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0
          ? set(side, index * 10)
          : side.call('POST', '/api/v1/messages', {
              headers: freshKey(),
              body: order({ recipient_phone: `+4477009003${String(index).padStart(2, '0')}`, channels: ['sms'] }),
            }),
      ),
    )
    expect(await ledgerSum(side)).toBe(await balanceOf(side))
    expect((await set(side, 7)).json).toEqual({ balance: 7 })
    expect([await balanceOf(side), await ledgerSum(side)]).toEqual([7, 7])
  })

  test('a balance outside 0 to 1,000,000 gets 422', async () => {
    const side = await openSide()
    for (const balance of [-1, 1_000_001, 1.5]) expect((await set(side, balance)).status).toBe(422)
    expect(await balanceOf(side)).toBe(1_000)
  })
})

describe('an erasure (2.11)', () => {
  const erase = (side: Shop, email: string) =>
    side.call('POST', `/api/v1/recipients/${email}/erase`, { headers: freshKey() })

  test('deletes what was sent to the recipient, on every channel, and nothing else', async () => {
    const side = await openSide()
    const [mine, others] = [order({ recipient_phone: '+447700900401' }), order({ recipient_phone: '+447700900402' })]
    const channels = ['email', 'sms', 'whatsapp']
    for (const message of [mine, others]) await pushMessage(side, { ...message, channels })
    await sendAll(contextOf(service))
    expect((await outboxOf(side)).items).toHaveLength(6)
    const report = await erase(side, mine.recipient_email)
    expect(report.json.deleted.messages).toBe(1)
    const remaining = (await outboxOf(side)).items.map(({ to }: { to: string }) => to)
    expect(new Set(remaining)).toEqual(new Set([others.recipient_email, '+447700900402']))
    expect(remaining).toHaveLength(3)
  })

  test('deletes the forward of a reply too', async () => {
    const [context, side] = [contextOf(service), await openSide({ contact_email: 'owner@example.com' })]
    const message = order({ recipient_phone: '+447700900007', channels: ['whatsapp'] })
    await pushMessage(side, message)
    await sendAll(context)
    const replies = statement<{ businessId: string }, { id: string; recipientId: string }>(
      'probe.replies',
      `select id, recipient_id as "recipientId" from whatsapp_replies where business_id = $businessId`,
    )
    const [reply] = await db.all(replies, side)
    const { email } = createTestChannels(context, side.businessId)
    const forward = {
      ...reply!,
      replyId: reply!.id,
      to: emailIdentity('owner@example.com'),
      subject: 'A reply',
      text: 'STOP',
      at: new Date(),
    }
    expect((await email.submitPlain(forward)).outcome).toBe('accepted')
    expect((await outboxOf(side, { to: 'owner@example.com' })).items).toHaveLength(1)
    const path = `/api/v1/recipients/${message.recipient_email}/whatsapp/erase`
    await side.call('POST', path, { headers: freshKey() })
    const remaining = (await outboxOf(side)).items.map((item: { channel: string }) => item.channel)
    expect(remaining).toEqual(['email', 'whatsapp'])
    // A forward that was in progress meanwhile is not stored.
    expect((await email.submitPlain({ ...forward, id: randomUUID() })).outcome).toBe('accepted')
    expect((await outboxOf(side, { to: 'owner@example.com' })).items).toEqual([])
  })

  test('that ends before a submission in progress leaves nothing in the outbox', async () => {
    const [context, side] = [contextOf(service), await openSide()]
    const message = order({ channels: ['email'] })
    await pushMessage(side, message)
    const jobs = (await context.queue.take('nudges.email')).filter(({ businessId }) => businessId === side.businessId)
    const { email } = createTestChannels(context, side.businessId)
    const [first] = await submitJobs(context, 'email', side.businessId, jobs)
    expect((await outboxOf(side)).items).toHaveLength(1)
    await erase(side, message.recipient_email)
    const nudge = first!.item.message as Parameters<typeof email.submit>[0]
    expect((await email.submit({ ...nudge, id: randomUUID() })).outcome).toBe('accepted')
    expect((await outboxOf(side)).items).toEqual([])
  })

  test('races with submissions: nothing remains, whichever comes first', async () => {
    const [context, side] = [contextOf(service), await openSide({ rate_limit_per_second: 10_000 })]
    for (let round = 0; round < 20; round++) {
      const message = order({ channels: ['email'] })
      await pushMessage(side, message)
      const jobs = await context.queue.take('nudges.email')
      const mine = jobs.filter(({ businessId }) => businessId === side.businessId)
      const sent = submitJobs(context, 'email', side.businessId, mine)
      const [items] = await Promise.all([sent, erase(side, message.recipient_email)])
      await recordTestSubmissions(context, 'email', items)
      expect((await outboxOf(side)).items).toEqual([])
    }
  })
})
