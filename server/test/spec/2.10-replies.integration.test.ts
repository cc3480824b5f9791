import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { purgeOldInbound, purgeOldReplies } from '../../src/replies/sql.ts'
import type { Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, config, db, logged, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

type Person = { email: string; to: string }
let recipientCount = 0
/** Outside the numbers to which the simulator gives a behaviour of their own. */
const person = (): Person => ({
  email: `ada+${recipientCount++}@simulator.example`,
  to: `+44770090${1000 + recipientCount}`,
})
const shopWith = (settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop({ business, operator }, 9, { name: 'Green Grocer', whatsapp: 'on', ...settings })
/** A reply belongs to a business that has contacted its sender, so these tests contact the recipient first. */
async function contacted(shop: Shop, { email, to }: Person): Promise<{ id: string; platformId: string }> {
  const byWhatsApp = { recipient_email: email, recipient_phone: to, channels: ['whatsapp'], whatsapp_opt_in: {} }
  const { id } = await pushMessage(shop, shippedOrder(byWhatsApp))
  await until('the delivery', async () => {
    const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
    return delivery.whatsapp.state === 'delivered'
  })
  // The delivery report may be recorded before the result of the submission, which has the platform id that a reply refers to.
  await queueIdle(db, shop)
  return { id, platformId: (await simulator.outbox({ channel: 'whatsapp', to })).at(-1).id }
}

type ReplyOptions = { id?: string; inReplyTo?: string | null }
/** Posts a reply as the platform does, with the platform's own id. */
async function reply({ to: from }: Person, text: string, { id = randomUUID(), inReplyTo = null }: ReplyOptions = {}) {
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
  const response = await call('POST', '/callbacks/whatsapp', {
    raw,
    headers: { 'X-Hub-Signature-256': `sha256=${signature}` },
  })
  expect([response.status, response.text]).toEqual([200, 'thank you'])
}

type Stored = { text: string; platform_id: string; forwarded_at: Date | null }
const repliesOf = (shop: Shop) => db.all(storedReplies, shop)
const storedReplies = statement<{ businessId: string }, Stored>(
  'test.stored_replies',
  `select text, platform_id, forwarded_at from whatsapp_replies where business_id = $businessId order by id`,
)
const textsOf = async (shop: Shop) => (await repliesOf(shop)).map(({ text }) => text)
/** The messages to a recipient that use no template, attempted or accepted. */
const acknowledgementsTo = async ({ to }: Person, list: 'attempts' | 'outbox' = 'attempts') =>
  (await simulator[list]({ channel: 'whatsapp', to })).filter(({ template }) => template === null)

describe('a reply on WhatsApp (6.3)', () => {
  const inbound = async (messageId: string | null, shop: Shop) =>
    (await eventsOf(db, messageId, shop.id)).filter(({ type }) => type === 'whatsapp.inbound_message')

  test('is stored and published once, although the platform posts it twice and then ten times at once', async () => {
    const [shop, recipient, id] = [await shopWith(), person(), randomUUID()]
    const { id: messageId, platformId } = await contacted(shop, recipient)
    const again = () => reply(recipient, 'Where is it?', { id, inReplyTo: platformId })
    for (const _ of [1, 2]) await again()
    await Promise.all(Array.from({ length: 10 }, again))
    expect(await repliesOf(shop)).toEqual([{ text: 'Where is it?', platform_id: `wamid.${id}`, forwarded_at: null }])
    expect(await inbound(messageId, shop)).toEqual([
      {
        type: 'whatsapp.inbound_message',
        data: {
          message_id: messageId,
          recipient_email: recipient.email,
          reference: 'A-1',
          reply_id: expect.stringMatching(/^rpl_/),
          text: 'Where is it?',
          received_at: expect.any(String),
        },
      },
    ])
  })
  test('that replies to no message belongs to the business that wrote last, without a message_id', async () => {
    const [shop, last, recipient] = [await shopWith(), await shopWith(), person()]
    await contacted(shop, recipient)
    await contacted(last, recipient)
    await reply(recipient, 'Thanks')
    expect([await textsOf(shop), await textsOf(last)]).toEqual([[], ['Thanks']])
    expect((await inbound(null, last)).map(({ data }) => [data['message_id'], data['text']])).toEqual([
      [null, 'Thanks'],
    ])
  })
  test('that replies to no message does not belong to a business that wrote from another sender', async () => {
    const [shop, other, recipient] = [await shopWith(), await shopWith(), person()]
    await contacted(shop, recipient)
    await contacted(other, recipient)
    await db.all(moveSender, other)
    await reply(recipient, 'Thanks')
    expect([await textsOf(shop), await textsOf(other)]).toEqual([['Thanks'], []])
  })
  const moveSender = statement<{ businessId: string }>(
    'test.move_sender',
    `update number_contacts set senders = '{200000000000002}' where business_id = $businessId`,
  )
  test('to a message with STOP stops the recipient of that message, whatever number the platform reports (2.10)', async () => {
    const [shop, recipient, other] = [await shopWith(), person(), person()]
    const skipOf = async ({ email, to }: Person) => {
      const over = { recipient_email: email, recipient_phone: to, channels: ['whatsapp'], whatsapp_opt_in: {} }
      return (await pushMessage(shop, shippedOrder(over))).whatsapp.skipped_reason
    }
    const { platformId } = await contacted(shop, recipient)
    await reply(person(), 'STOP', { inReplyTo: platformId })
    expect(await skipOf(recipient)).toBe('stopped')
    await shop.call('DELETE', `/api/v1/recipients/${recipient.email}/phone`)
    expect(await skipOf({ ...other, to: recipient.to }), 'the number it was sent to').toBe('stopped')
    expect(await skipOf(other), 'any other number').toBeNull()
  })
  test('that was erased is not stored again when the platform posts it again', async () => {
    const [shop, recipient, id] = [await shopWith(), person(), randomUUID()]
    await contacted(shop, recipient)
    await reply(recipient, 'My address is …', { id })
    await queueIdle(db, shop)
    await db.all(eraseReplies, shop)
    await reply(recipient, 'My address is …', { id })
    expect(await textsOf(shop)).toEqual([])
  })
  test('of an unknown sender is not stored', async () => {
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
  const acknowledged = (recipient: Person) =>
    until('the acknowledgement', async () => (await acknowledgementsTo(recipient, 'outbox'))[0])

  test('once for three replies, one of them posted twice, and without a charge', async () => {
    const [shop, recipient, id] = [await shopWith(), person(), randomUUID()]
    await contacted(shop, recipient)
    await reply(recipient, 'Where is it?', { id })
    await reply(recipient, 'Where is it?', { id })
    const { text, link, from } = await acknowledged(recipient)
    expect({ text, from }).toEqual({
      from: config.whatsapp!.phoneNumberId,
      text: `Thank you. Green Grocer has your message. This number is not monitored, so a reply comes another way.

Your updates: ${link}

Reply STOP to end these messages.`,
    })
    expect((await call('GET', new URL(link).pathname)).status).toBe(303)
    for (const replyText of ['Hello?', 'HELP']) await reply(recipient, replyText)
    await queueIdle(db, shop)
    expect(await acknowledgementsTo(recipient)).toHaveLength(1)
    expect((await shop.call('GET', '/api/v1/credits')).json.balance).toBe(8)
  })
  test('ten first replies at once are acknowledged once', async () => {
    const [shop, recipient] = [await shopWith(), person()]
    await contacted(shop, recipient)
    await Promise.all(Array.from({ length: 10 }, (_, index) => reply(recipient, `${index}`)))
    await queueIdle(db, shop)
    expect([(await textsOf(shop)).length, (await acknowledgementsTo(recipient)).length]).toEqual([10, 1])
  })
  test('by each business that received a reply', async () => {
    const [one, two, recipient] = [await shopWith({ name: 'One' }), await shopWith({ name: 'Two' }), person()]
    for (const shop of [one, two]) {
      const { platformId } = await contacted(shop, recipient)
      for (const text of ['Hello', 'Hello?']) await reply(recipient, text, { inReplyTo: platformId })
      await queueIdle(db, shop)
    }
    const texts = (await acknowledgementsTo(recipient)).map(({ text }) => text.split('.')[1])
    expect(texts).toEqual([' One has your message', ' Two has your message'])
  })
  test('a STOP in reply to the acknowledgement applies only to its business', async () => {
    const [shop, last, recipient] = [await shopWith(), await shopWith(), person()]
    const { platformId } = await contacted(shop, recipient)
    await reply(recipient, 'Hello', { inReplyTo: platformId })
    const { id } = await acknowledged(recipient)
    await queueIdle(db, shop)
    await contacted(last, recipient)
    await reply(recipient, 'STOP', { inReplyTo: id })
    await queueIdle(db, shop)
    expect([await textsOf(shop), await textsOf(last)]).toEqual([['Hello', 'STOP'], []])
    const stopped = async (target: Shop) => (await db.one(isStopped, target))!.stopped
    expect([await stopped(shop), await stopped(last)]).toEqual([true, false])
  })
  const isStopped = statement<{ businessId: string }, { stopped: boolean }>(
    'test.is_stopped',
    `select exists (select from recipient_channels where business_id = $businessId and channel = 'whatsapp' and stopped_at is not null) as stopped`,
  )
  test('not for STOP, and not for a reply after it', async () => {
    const [shop, recipient] = [await shopWith(), person()]
    await contacted(shop, recipient)
    await reply(recipient, 'STOP')
    expect(await db.one(isBegun, shop)).toBeNull()
    await reply(recipient, 'Hello?')
    await queueIdle(db, shop)
    expect([await textsOf(shop), await acknowledgementsTo(recipient)]).toEqual([['STOP', 'Hello?'], []])
  })
  const unsubscribe = (shop: Shop, { email }: Person) =>
    operator('POST', `/businesses/${shop.id}/recipients/${email}/unsubscribe`)
  const stop = (shop: Shop, { email }: Person) =>
    operator('POST', `/businesses/${shop.id}/recipients/${email}/stop`, { channel: 'whatsapp' })
  const change = (settings: object) => (shop: Shop) => operator('PATCH', `/businesses/${shop.id}`, settings)
  for (const [condition, apply] of [
    ['the recipient stopped WhatsApp', stop],
    ['the recipient unsubscribed', unsubscribe],
    ['the business is not active', change({ active: false })],
    ['sending is paused', change({ sending_paused: true })],
    ['WhatsApp is off', change({ whatsapp: 'off' })],
  ] as const)
    test(`not when ${condition}; the reply is stored`, async () => {
      const [shop, recipient] = [await shopWith(), person()]
      await contacted(shop, recipient)
      expect((await apply(shop, recipient)).status).toBe(200)
      await reply(recipient, 'Hello')
      await queueIdle(db, shop)
      expect([await textsOf(shop), await acknowledgementsTo(recipient)]).toEqual([['Hello'], []])
    })
  for (const behaviour of ['accept_then_close', 'accept_then_500', 'refuse'])
    test(`${behaviour}: attempted once, and not again for the next reply`, async () => {
      const [shop, recipient] = [await shopWith(), person()]
      await contacted(shop, recipient)
      await simulator.scriptPaid('whatsapp', recipient.to, behaviour)
      for (const text of ['Hello', 'Hello?']) {
        await reply(recipient, text)
        await queueIdle(db, shop)
      }
      expect(await acknowledgementsTo(recipient)).toHaveLength(1)
    })
  test.concurrent('is not sent if a worker died between marking it and recording the result', async () => {
    const [shop, recipient] = [await shopWith(), person()]
    await contacted(shop, recipient)
    await simulator.scriptPaid('whatsapp', recipient.to, 'throttle', 1)
    await reply(recipient, 'Hello')
    await until('the first attempt', async () => (await acknowledgementsTo(recipient)).length === 1)
    await until('the mark to be removed', async () => !(await db.one(isBegun, shop))!.begun)
    await db.all(markBegun, shop)
    await queueIdle(db, shop)
    expect(await acknowledgementsTo(recipient)).toHaveLength(1)
  })
  test.concurrent('is retried after a throttle, and sent once', async () => {
    const [shop, recipient] = [await shopWith(), person()]
    await contacted(shop, recipient)
    await simulator.scriptPaid('whatsapp', recipient.to, 'throttle', 1)
    await reply(recipient, 'Hello')
    await queueIdle(db, shop)
    expect((await acknowledgementsTo(recipient)).map(({ accepted }) => accepted)).toEqual([false, true])
  })
  const isBegun = statement<{ businessId: string }, { begun: boolean }>(
    'test.is_acknowledgement_begun',
    `select begun_at is not null as begun from acknowledged_numbers where business_id = $businessId`,
  )
  const markBegun = statement<{ businessId: string }>(
    'test.begin_acknowledgement',
    `update acknowledged_numbers set begun_at = clock_now() where business_id = $businessId`,
  )
})

describe('a reply is forwarded by email (2.11)', () => {
  let owners = 0
  const owner = (): string => `owner+${owners++}@simulator.example`
  const emailsTo = (to: string) => simulator.outbox({ channel: 'email', to })

  test('once, although it is posted twice, and it is marked as forwarded', async () => {
    const [to, recipient, id] = [owner(), person(), randomUUID()]
    const shop = await shopWith({ contact_email: to })
    const { platformId } = await contacted(shop, recipient)
    for (const _ of [1, 2]) await reply(recipient, 'Where is <b>it</b>?', { id, inReplyTo: platformId })
    await queueIdle(db, shop)
    expect((await emailsTo(to)).map(({ subject, text }) => ({ subject, text: text.trim() }))).toEqual([
      {
        subject: 'A customer replied',
        text: `${recipient.email} replied on WhatsApp about order A-1:

> Where is <b>it</b>?

A reply to this email does not reach them: please write to them at their address.`,
      },
    ])
    expect(await repliesOf(shop)).toEqual([
      { text: 'Where is <b>it</b>?', platform_id: `wamid.${id}`, forwarded_at: expect.any(Date) },
    ])
    expect((await db.one(countNotices, shop))!.count).toBe(0)
  })
  test('each of three replies', async () => {
    const [to, recipient] = [owner(), person()]
    const shop = await shopWith({ contact_email: to })
    await contacted(shop, recipient)
    for (const text of ['one', 'two', 'three']) await reply(recipient, text)
    await queueIdle(db, shop)
    const quoted = (await emailsTo(to)).map(({ text }) => /^> (.*)$/m.exec(text)![1])
    expect([quoted.length, new Set(quoted)]).toEqual([3, new Set(['one', 'two', 'three'])])
  })
  test('not without a contact address, and then it is not marked', async () => {
    const [shop, recipient] = [await shopWith(), person()]
    await contacted(shop, recipient)
    await reply(recipient, 'Hello')
    await queueIdle(db, shop)
    expect((await repliesOf(shop)).map((row) => row.forwarded_at)).toEqual([null])
  })
  test('not again after an unknown outcome', async () => {
    const [to, recipient] = [owner(), person()]
    const shop = await shopWith({ contact_email: to })
    await contacted(shop, recipient)
    await simulator.script(to, 'accept_then_close')
    await reply(recipient, 'Hello')
    await queueIdle(db, shop)
    expect(await simulator.attempts({ channel: 'email', to })).toHaveLength(1)
    expect((await repliesOf(shop)).map((row) => row.forwarded_at)).toEqual([expect.any(Date)])
  })
  test('retried after a throttle, unless it was erased meanwhile', async () => {
    const [stored, erased] = await Promise.all(
      [1, 2].map(async () => {
        const [to, recipient] = [owner(), person()]
        const shop = await shopWith({ contact_email: to })
        await contacted(shop, recipient)
        await simulator.script(to, 'throttle', 1)
        await reply(recipient, 'Hello')
        await until('the mark to be removed', async () => {
          const attempts = await simulator.attempts({ channel: 'email', to })
          return attempts.length === 1 && (await repliesOf(shop))[0]!.forwarded_at === null
        })
        return { shop, to }
      }),
    )
    await db.all(eraseReplies, erased!.shop)
    await Promise.all([stored, erased].map((one) => queueIdle(db, one!.shop)))
    expect([(await emailsTo(stored!.to)).length, (await emailsTo(erased!.to)).length]).toEqual([1, 0])
  })
  const countNotices = statement<{ businessId: string }, { count: number }>(
    'test.count_notices',
    `select count(*)::integer as count from notices where business_id = $businessId`,
  )
})

describe('inbound messages are purged in steps of a thousand (8)', () => {
  const insertOldRows = (table: string, columns: string, values: string, stamp: string, days: number) =>
    statement<{ businessId: string }>(
      `test.old_${table}`,
      `insert into ${table} (${columns}, ${stamp})
       select ${values}, clock_now() - make_interval(days => ${days}, hours => case when n = 0 then -1 else 1 end)
         from generate_series(0, 1001) as n`,
    )
  const digest = `sha256(n::text::bytea)`
  for (const [name, purge, insertOld] of [
    ['texts after 30 days', purgeOldInbound, insertOldRows('inbound_texts', 'id_digest', digest, 'received_at', 30)],
    [
      'replies after 90 days',
      purgeOldReplies,
      insertOldRows(
        'whatsapp_replies',
        'business_id, id, recipient_id, platform_id, text',
        `$businessId::uuid, gen_random_uuid(), gen_random_uuid(), n::text, 'x'`,
        'received_at',
        90,
      ),
    ],
  ] as const)
    test(`${name}, and not before`, async () => {
      await db.all(insertOld, await shopWith())
      const step = async (): Promise<number> => (await db.one(purge))!.purged
      expect([await step(), await step(), await step()]).toEqual([1000, 1, 0])
    })
})

test('the log contains no text, number, address or platform id of a reply', () => {
  expect(logged()).toMatch(/"msg":"acknowledgement"/)
  expect(logged()).toMatch(/"msg":"forward"/)
  expect(logged()).not.toMatch(/Where is|\+?44770090|simulator\.example|wamid/)
})
