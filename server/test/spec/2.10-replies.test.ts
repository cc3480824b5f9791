import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { forgetOldInbound, forgetOldReplies } from '../../src/replies/sql.ts'
import type { Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, config, db, logged, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

type Person = { email: string; to: string }
let people = 0
/** Beyond the numbers that have habits. */
const person = (): Person => ({ email: `ada+${people++}@simulator.example`, to: `+44770090${1000 + people}` })
const shopWith = (settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop({ business, operator }, 9, { name: 'Green Grocer', whatsapp: 'on', ...settings })
/** Whoever replies answers something, so somebody must have written to them. */
async function contacted(shop: Shop, { email, to }: Person): Promise<{ id: string; platformId: string }> {
  const byWhatsApp = { recipient_email: email, recipient_phone: to, channels: ['whatsapp'], whatsapp_opt_in: {} }
  const { id } = await pushMessage(shop, shippedOrder(byWhatsApp))
  await until('it to arrive', async () => {
    const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
    return delivery.whatsapp.state === 'delivered'
  })
  return { id, platformId: (await simulator.outbox({ channel: 'whatsapp', to })).at(-1).id }
}

type Handed = { id?: string; inReplyTo?: string | null }
/** As the platform hands a reply over, with an id of its own. */
async function reply({ to: from }: Person, text: string, { id = randomUUID(), inReplyTo = null }: Handed = {}) {
  const { appSecret, phoneNumberId } = config.whatsapp!
  const message = {
    ...(inReplyTo !== null && { context: { id: inReplyTo } }),
    from: from.slice(1),
    id: `wamid.${id}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: text },
  }
  const value = { metadata: { phone_number_id: phoneNumberId }, messages: [message] }
  const raw = JSON.stringify({ entry: [{ changes: [{ field: 'messages', value }] }] })
  const signature = createHmac('sha256', appSecret).update(raw).digest('hex')
  const answer = await call('POST', '/callbacks/whatsapp', {
    raw,
    headers: { 'X-Hub-Signature-256': `sha256=${signature}` },
  })
  expect([answer.status, answer.text]).toEqual([200, 'thank you'])
}

type Stored = { text: string; platform_id: string; forwarded_at: Date | null }
const repliesOf = (shop: Shop) => db.all(storedReplies, shop)
const storedReplies = statement<{ businessId: string }, Stored>(
  'test.stored_replies',
  `select text, platform_id, forwarded_at from whatsapp_replies where business_id = $businessId order by id`,
)
const textsOf = async (shop: Shop) => (await repliesOf(shop)).map(({ text }) => text)
/** Everything that is to be done about the replies of a business has been done. */
const done = (shop: Shop, patienceMilliseconds?: number) =>
  until('the end of its jobs', async () => (await db.one(countJobs, shop))!.count === 0, patienceMilliseconds)
const countJobs = statement<{ businessId: string }, { count: number }>(
  'test.count_reply_jobs',
  `select count(*)::integer as count from queue.job where name in ('acknowledgements', 'forwards') and group_id = $businessId::text`,
)
/** What went to somebody in words of our own, tried or taken. */
const acknowledgementsTo = async ({ to }: Person, list: 'attempts' | 'outbox' = 'attempts') =>
  (await simulator[list]({ channel: 'whatsapp', to })).filter(({ template }) => template === null)

describe('a reply on WhatsApp (6.3)', () => {
  const inbound = async (messageId: string | null, shop: Shop) =>
    (await eventsOf(db, messageId, shop.id)).filter(({ type }) => type === 'whatsapp.inbound_message')

  test('is stored, and told once, though it is handed over twice and then ten times at once', async () => {
    const [shop, who, id] = [await shopWith(), person(), randomUUID()]
    const { id: messageId, platformId } = await contacted(shop, who)
    const again = () => reply(who, 'Where is it?', { id, inReplyTo: platformId })
    for (const _ of [1, 2]) await again()
    await Promise.all(Array.from({ length: 10 }, again))
    expect(await repliesOf(shop)).toEqual([{ text: 'Where is it?', platform_id: `wamid.${id}`, forwarded_at: null }])
    expect(await inbound(messageId, shop)).toEqual([
      {
        type: 'whatsapp.inbound_message',
        data: {
          message_id: messageId,
          recipient_email: who.email,
          reference: 'A-1',
          reply_id: expect.stringMatching(/^rpl_/),
          text: 'Where is it?',
          received_at: expect.any(String),
        },
      },
    ])
  })
  test('that names no message is for whoever wrote last, and says so', async () => {
    const [shop, last, who] = [await shopWith(), await shopWith(), person()]
    await contacted(shop, who)
    await contacted(last, who)
    await reply(who, 'Thanks')
    expect([await textsOf(shop), await textsOf(last)]).toEqual([[], ['Thanks']])
    expect((await inbound(null, last)).map(({ data }) => [data['message_id'], data['text']])).toEqual([
      [null, 'Thanks'],
    ])
  })
  test('that names no message is not for who wrote from another number of ours', async () => {
    const [shop, other, who] = [await shopWith(), await shopWith(), person()]
    await contacted(shop, who)
    await contacted(other, who)
    await db.all(moveSender, other)
    await reply(who, 'Thanks')
    expect([await textsOf(shop), await textsOf(other)]).toEqual([['Thanks'], []])
  })
  const moveSender = statement<{ businessId: string }>(
    'test.move_sender',
    `update number_contacts set senders = '{200000000000002}' where business_id = $businessId`,
  )
  test('that names a message and says STOP is its recipient’s, whatever number the platform shows (2.10)', async () => {
    const [shop, who, other] = [await shopWith(), person(), person()]
    const skipOf = async ({ email, to }: Person) => {
      const over = { recipient_email: email, recipient_phone: to, channels: ['whatsapp'], whatsapp_opt_in: {} }
      return (await pushMessage(shop, shippedOrder(over))).whatsapp.skipped_reason
    }
    const { platformId } = await contacted(shop, who)
    await reply(person(), 'STOP', { inReplyTo: platformId })
    expect(await skipOf(who)).toBe('stopped')
    await shop.call('DELETE', `/api/v1/recipients/${who.email}/phone`)
    expect(await skipOf({ ...other, to: who.to }), 'the number it was sent to').toBe('stopped')
    expect(await skipOf(other), 'any other number').toBeNull()
  })
  test('that was erased does not come back when the platform hands it over again', async () => {
    const [shop, who, id] = [await shopWith(), person(), randomUUID()]
    await contacted(shop, who)
    await reply(who, 'My address is …', { id })
    await done(shop)
    await db.all(eraseReplies, shop)
    await reply(who, 'My address is …', { id })
    expect(await textsOf(shop)).toEqual([])
  })
  test('of a stranger is nobody’s', async () => {
    const id = randomUUID()
    await reply(person(), 'Hello', { id })
    expect((await db.one(countReplies, { platformId: `wamid.${id}` }))!.count).toBe(0)
  })
  const countReplies = statement<{ platformId: string }, { count: number }>(
    'test.count_replies',
    `select count(*)::integer as count from whatsapp_replies where platform_id = $platformId`,
  )
})
const eraseReplies = statement<{ businessId: string }>(
  'test.erase_replies',
  `delete from whatsapp_replies where business_id = $businessId`,
)

describe('a reply is acknowledged, once per number and business (2.11)', () => {
  const acknowledged = (who: Person) =>
    until('the acknowledgement', async () => (await acknowledgementsTo(who, 'outbox'))[0])

  test('over three replies, one of them handed over again, and for no credit', async () => {
    const [shop, who, id] = [await shopWith(), person(), randomUUID()]
    await contacted(shop, who)
    await reply(who, 'Where is it?', { id })
    await reply(who, 'Where is it?', { id })
    const { text, link, from } = await acknowledged(who)
    expect({ text, from }).toEqual({
      from: config.whatsapp!.phoneNumberId,
      text: `Thank you. Green Grocer has your message. Nobody reads this number, so an answer comes another way.

Your updates: ${link}

Reply STOP to end these messages.`,
    })
    expect((await call('GET', new URL(link).pathname)).status).toBe(303)
    for (const words of ['Hello?', 'HELP']) await reply(who, words)
    await done(shop)
    expect(await acknowledgementsTo(who)).toHaveLength(1)
    expect((await shop.call('GET', '/api/v1/credits')).json.balance).toBe(8)
  })
  test('ten first replies at once are acknowledged once', async () => {
    const [shop, who] = [await shopWith(), person()]
    await contacted(shop, who)
    await Promise.all(Array.from({ length: 10 }, (_, place) => reply(who, `${place}`)))
    await done(shop)
    expect([(await textsOf(shop)).length, (await acknowledgementsTo(who)).length]).toEqual([10, 1])
  })
  test('by each business that was replied to', async () => {
    const [one, two, who] = [await shopWith({ name: 'One' }), await shopWith({ name: 'Two' }), person()]
    for (const shop of [one, two]) {
      const { platformId } = await contacted(shop, who)
      for (const words of ['Hello', 'Hello?']) await reply(who, words, { inReplyTo: platformId })
      await done(shop)
    }
    const texts = (await acknowledgementsTo(who)).map(({ text }) => text.split('.')[1])
    expect(texts).toEqual([' One has your message', ' Two has your message'])
  })
  test('and whoever answers that answers its business, and stops that one alone', async () => {
    const [shop, last, who] = [await shopWith(), await shopWith(), person()]
    const { platformId } = await contacted(shop, who)
    await reply(who, 'Hello', { inReplyTo: platformId })
    const { id } = await acknowledged(who)
    await done(shop)
    await contacted(last, who)
    await reply(who, 'STOP', { inReplyTo: id })
    await done(shop)
    expect([await textsOf(shop), await textsOf(last)]).toEqual([['Hello', 'STOP'], []])
    const stopped = async (at: Shop) => (await db.one(isStopped, at))!.stopped
    expect([await stopped(shop), await stopped(last)]).toEqual([true, false])
  })
  const isStopped = statement<{ businessId: string }, { stopped: boolean }>(
    'test.is_stopped',
    `select exists (select from recipient_channels where business_id = $businessId and channel = 'whatsapp' and stopped_at is not null) as stopped`,
  )
  test('not for STOP, and not for what is written after it', async () => {
    const [shop, who] = [await shopWith(), person()]
    await contacted(shop, who)
    await reply(who, 'STOP')
    expect(await db.one(begunOf, shop)).toBeNull()
    await reply(who, 'Hello?')
    await done(shop)
    expect([await textsOf(shop), await acknowledgementsTo(who)]).toEqual([['STOP', 'Hello?'], []])
  })
  const unsubscribe = (shop: Shop, { email }: Person) =>
    operator('POST', `/businesses/${shop.id}/recipients/${email}/unsubscribe`)
  const stop = (shop: Shop, { email }: Person) =>
    operator('POST', `/businesses/${shop.id}/recipients/${email}/stop`, { channel: 'whatsapp' })
  const change = (settings: object) => (shop: Shop) => operator('PATCH', `/businesses/${shop.id}`, settings)
  for (const [what, happen] of [
    ['the recipient stopped WhatsApp', stop],
    ['the recipient unsubscribed', unsubscribe],
    ['the business is not active', change({ active: false })],
    ['sending is paused', change({ sending_paused: true })],
    ['WhatsApp is off', change({ whatsapp: 'off' })],
  ] as const)
    test(`not when ${what}; the reply is kept`, async () => {
      const [shop, who] = [await shopWith(), person()]
      await contacted(shop, who)
      expect((await happen(shop, who)).status).toBe(200)
      await reply(who, 'Hello')
      await done(shop)
      expect([await textsOf(shop), await acknowledgementsTo(who)]).toEqual([['Hello'], []])
    })
  for (const behaviour of ['accept_then_close', 'accept_then_500', 'refuse'])
    test(`${behaviour}: tried once, and not for the next reply either`, async () => {
      const [shop, who] = [await shopWith(), person()]
      await contacted(shop, who)
      await simulator.scriptPaid('whatsapp', who.to, behaviour)
      for (const words of ['Hello', 'Hello?']) {
        await reply(who, words)
        await done(shop)
      }
      expect(await acknowledgementsTo(who)).toHaveLength(1)
    })
  test('one that was begun by somebody who was not heard of again is not sent', async () => {
    const [shop, who] = [await shopWith(), person()]
    await contacted(shop, who)
    await simulator.scriptPaid('whatsapp', who.to, 'throttle', 1)
    await reply(who, 'Hello')
    await until('the first try', async () => (await acknowledgementsTo(who)).length === 1)
    await until('the mark to be taken back', async () => !(await db.one(begunOf, shop))!.begun)
    await db.all(begin, shop)
    await done(shop, 30_000)
    expect(await acknowledgementsTo(who)).toHaveLength(1)
  }, 40_000)
  test('what was throttled is tried again, and sent once', async () => {
    const [shop, who] = [await shopWith(), person()]
    await contacted(shop, who)
    await simulator.scriptPaid('whatsapp', who.to, 'throttle', 1)
    await reply(who, 'Hello')
    await done(shop, 30_000)
    expect((await acknowledgementsTo(who)).map(({ accepted }) => accepted)).toEqual([false, true])
  }, 40_000)
  const begunOf = statement<{ businessId: string }, { begun: boolean }>(
    'test.begun_acknowledgement',
    `select begun_at is not null as begun from acknowledged_numbers where business_id = $businessId`,
  )
  const begin = statement<{ businessId: string }>(
    'test.begin_acknowledgement',
    `update acknowledged_numbers set begun_at = clock_now() where business_id = $businessId`,
  )
})

describe('a reply is forwarded by mail (2.11)', () => {
  let owners = 0
  const owner = (): string => `owner+${owners++}@simulator.example`
  const mailsTo = (to: string) => simulator.outbox({ channel: 'email', to })

  test('once, though it is handed over again, and marked before', async () => {
    const [to, who, id] = [owner(), person(), randomUUID()]
    const shop = await shopWith({ contact_email: to })
    const { platformId } = await contacted(shop, who)
    for (const _ of [1, 2]) await reply(who, 'Where is <b>it</b>?', { id, inReplyTo: platformId })
    await done(shop)
    expect((await mailsTo(to)).map(({ subject, text }) => ({ subject, text: text.trim() }))).toEqual([
      {
        subject: 'A customer replied',
        text: `${who.email} replied on WhatsApp about order A-1:

> Where is <b>it</b>?

An answer to this mail does not reach them: please write to them at their address.`,
      },
    ])
    expect(await repliesOf(shop)).toEqual([
      { text: 'Where is <b>it</b>?', platform_id: `wamid.${id}`, forwarded_at: expect.any(Date) },
    ])
    expect((await db.one(countNotices, shop))!.count).toBe(0)
  })
  test('each of three', async () => {
    const [to, who] = [owner(), person()]
    const shop = await shopWith({ contact_email: to })
    await contacted(shop, who)
    for (const words of ['one', 'two', 'three']) await reply(who, words)
    await done(shop)
    const quoted = (await mailsTo(to)).map(({ text }) => /^> (.*)$/m.exec(text)![1])
    expect([quoted.length, new Set(quoted)]).toEqual([3, new Set(['one', 'two', 'three'])])
  })
  test('to nobody where nobody is named, and then it is not marked', async () => {
    const [shop, who] = [await shopWith(), person()]
    await contacted(shop, who)
    await reply(who, 'Hello')
    await done(shop)
    expect((await repliesOf(shop)).map((row) => row.forwarded_at)).toEqual([null])
  })
  test('not again after an unknown outcome', async () => {
    const [to, who] = [owner(), person()]
    const shop = await shopWith({ contact_email: to })
    await contacted(shop, who)
    await simulator.script(to, 'accept_then_close')
    await reply(who, 'Hello')
    await done(shop)
    expect(await simulator.attempts({ channel: 'email', to })).toHaveLength(1)
    expect((await repliesOf(shop)).map((row) => row.forwarded_at)).toEqual([expect.any(Date)])
  })
  test('again after a throttle, unless it was erased meanwhile', async () => {
    const [kept, erased] = await Promise.all(
      [1, 2].map(async () => {
        const [to, who] = [owner(), person()]
        const shop = await shopWith({ contact_email: to })
        await contacted(shop, who)
        await simulator.script(to, 'throttle', 1)
        await reply(who, 'Hello')
        await until('the mark to be taken back', async () => {
          const tried = await simulator.attempts({ channel: 'email', to })
          return tried.length === 1 && (await repliesOf(shop))[0]!.forwarded_at === null
        })
        return { shop, to }
      }),
    )
    await db.all(eraseReplies, erased!.shop)
    await Promise.all([kept, erased].map((one) => done(one!.shop, 30_000)))
    expect([(await mailsTo(kept!.to)).length, (await mailsTo(erased!.to)).length]).toEqual([1, 0])
  }, 40_000)
  const countNotices = statement<{ businessId: string }, { count: number }>(
    'test.count_notices',
    `select count(*)::integer as count from notices where business_id = $businessId`,
  )
})

describe('what was written back is forgotten, a thousand at a step (8)', () => {
  const old = (table: string, columns: string, values: string, stamp: string, days: number) =>
    statement<{ businessId: string }>(
      `test.old_${table}`,
      `insert into ${table} (${columns}, ${stamp})
       select ${values}, clock_now() - make_interval(days => ${days}, hours => case when n = 0 then -1 else 1 end)
         from generate_series(0, 1001) as n`,
    )
  const digest = `sha256(n::text::bytea)`
  for (const [what, forget, make] of [
    ['texts after 30 days', forgetOldInbound, old('inbound_texts', 'id_digest', digest, 'received_at', 30)],
    [
      'replies after 90 days',
      forgetOldReplies,
      old(
        'whatsapp_replies',
        'business_id, id, recipient_id, platform_id, text',
        `$businessId::uuid, gen_random_uuid(), gen_random_uuid(), n::text, 'x'`,
        'received_at',
        90,
      ),
    ],
  ] as const)
    test(`${what}, and none before`, async () => {
      await db.all(make, await shopWith())
      const step = async (): Promise<number> => (await db.one(forget))!.forgotten
      expect([await step(), await step(), await step()]).toEqual([1000, 1, 0])
    })
})

test('what people wrote, and from where, is not in the log', () => {
  expect(logged()).toMatch(/"msg":"acknowledgement"/)
  expect(logged()).toMatch(/"msg":"forward"/)
  expect(logged()).not.toMatch(/Where is|\+?44770090|simulator\.example|wamid/)
})
