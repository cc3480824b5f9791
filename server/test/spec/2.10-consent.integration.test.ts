import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { emailIdentity } from '../../src/email.ts'
import { parseId } from '../../src/ids.ts'
import { stopChannel, stopNumber } from '../../src/recipients/consents.sql.ts'
import { inboundLockName } from '../../src/recipients/lock.ts'
import type { Shop } from '../support/client.ts'
import { acquireLock, countLockWaiters, nameLock } from '../support/locks.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, config, db, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

type PaidChannel = 'sms' | 'whatsapp'
type Person = { email: string; to: string }
let recipientCount = 0
/** Outside the numbers to which the simulator gives a behaviour of their own. */
const person = (): Person => ({
  email: `ada+${recipientCount++}@simulator.example`,
  to: `+44770090${1000 + recipientCount}`,
})
const shopWith = (credits: number): Promise<Shop> =>
  openShop({ business, operator }, credits, { sms: 'on', whatsapp: 'on', sms_warmup_cap: 1_000 })
const push = (shop: Shop, { email, to }: Person, over: Record<string, unknown> = {}) =>
  pushMessage(shop, shippedOrder({ recipient_email: email, recipient_phone: to, channels: ['sms'], ...over }))
const byWhatsApp = { channels: ['whatsapp'], whatsapp_opt_in: {} }
const overOf: Record<PaidChannel, Record<string, unknown>> = { sms: {}, whatsapp: byWhatsApp }

/** A keyword applies to businesses that have contacted its sender, so these tests contact the recipient first. */
async function contacted(shop: Shop, recipient: Person, channel: PaidChannel = 'sms') {
  const { id } = await push(shop, recipient, overOf[channel])
  await until('the delivery', async () => {
    const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
    return delivery[channel].state === 'delivered'
  })
  // The delivery report may be recorded before the result of the submission, which has the platform id that a reply refers to.
  await queueIdle(db, shop)
  return { id, item: (await simulator.outbox({ channel, to: recipient.to })).at(-1) }
}
/** Posts an inbound text as the provider does, with its signature. In development all providers share one secret. */
function sendText({ to: from }: Person, text: string, { to = sender, sid = randomUUID() } = {}) {
  const path = '/callbacks/sms/twilio/inbound'
  const fields = new URLSearchParams({ Body: text, From: from, MessageSid: sid, To: to })
  const signature = createHmac('sha1', config.emailProvider!.secret)
    .update(config.publicUrl + path + [...fields].flat().join(''))
    .digest('base64')
  return call('POST', path, {
    raw: fields.toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': signature },
  })
}
const [sender, otherSender] = ['+447700900000', '+447700900999']
const sendersOf = async (shop: Shop) => (await db.one(sendersTo, shop))!.senders
const sendersTo = statement<{ businessId: string }, { senders: string[] }>(
  'test.senders',
  `select senders from number_contacts where business_id = $businessId`,
)
const changeSenders = statement<{ businessId: string; senders: string[] }>(
  'test.change_senders',
  `update number_contacts set senders = $senders where business_id = $businessId`,
)
const smsOf = async (shop: Shop, { email }: Person) => (await shop.call('GET', `/api/v1/recipients/${email}/sms`)).json
const statusOf = async (shop: Shop, recipient: Person): Promise<string> => (await smsOf(shop, recipient)).sms_status
/** Null clears the number. */
const setNumber = (shop: Shop, { email }: Person, phone: string | null) =>
  phone === null
    ? shop.call('DELETE', `/api/v1/recipients/${email}/phone`)
    : shop.call('PUT', `/api/v1/recipients/${email}/phone`, { body: { phone } })
const erase = (shop: Shop, { email }: Person) =>
  shop.call('POST', `/api/v1/recipients/${email}/erase`, { headers: freshKey() })
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })
const skipOf = async (shop: Shop, recipient: Person, channel: PaidChannel = 'sms') =>
  (await push(shop, recipient, overOf[channel]))[channel].skipped_reason

describe('keywords (3.4)', () => {
  const shop = shopWith(100)
  for (const [text, status] of [
    ['STOP', 'stopped'],
    ['stop', 'stopped'],
    ['  Stop\n', 'stopped'],
    ['STOPALL', 'stopped'],
    ['STOP ALL', 'stopped'],
    ['UNSUBSCRIBE', 'stopped'],
    ['CANCEL', 'stopped'],
    ['END', 'stopped'],
    ['QUIT', 'stopped'],
    ['REVOKE', 'stopped'],
    ['OPTOUT', 'stopped'],
    ['OPT-OUT', 'stopped'],
    ['ARRET', 'stopped'],
    ['REMOVE', 'stopped'],
    ['Please stop by on Monday', 'active'],
    ['HELP', 'active'],
    ['START', 'active'],
    ['Where is it?', 'active'],
  ] as const)
    test(`after the text ${JSON.stringify(text)} the recipient is ${status}`, async () => {
      const [texted, recipient] = [await shop, person()]
      await contacted(texted, recipient)
      await simulator.inbound('sms', recipient.to, text)
      expect(await statusOf(texted, recipient)).toBe(status)
      expect(await skipOf(texted, recipient)).toBe(status === 'stopped' ? 'stopped' : null)
    })
  for (const word of ['START', 'yes', ' Unstop '])
    test(`${JSON.stringify(word)} lifts a stop that was texted, and texts are sent again`, async () => {
      const [texted, recipient] = [await shop, person()]
      await contacted(texted, recipient)
      await simulator.inbound('sms', recipient.to, 'STOP')
      expect(await skipOf(texted, recipient)).toBe('stopped')
      await simulator.inbound('sms', recipient.to, word)
      expect(await smsOf(texted, recipient)).toMatchObject({
        sms_status: 'active',
        sms_stopped_at: null,
        sms_stop_source: null,
      })
      await contacted(texted, recipient)
    })
})

describe('START lifts only a stop the recipient texted (2.10.4)', () => {
  const stopBy: Record<string, (shop: Shop, recipient: Person) => Promise<unknown>> = {
    text: (_, { to }) => simulator.inbound('sms', to, 'STOP'),
    admin: (shop, { email }) => operator('POST', `/businesses/${shop.id}/recipients/${email}/stop`, { channel: 'sms' }),
    inbox: async (shop, { email }) => {
      const stop = { businessId: parseId('biz', shop.id)!, channel: 'sms', source: 'inbox' } as const
      const stopped = await db.one(stopChannel, { ...stop, email: emailIdentity(email) })
      await db.all(stopNumber, { ...stop, numberDigest: stopped!.phone_digest! })
    },
  }
  for (const [origins, status, source] of [
    [['text'], 'active', null],
    [['inbox'], 'stopped', 'inbox'],
    [['admin'], 'stopped', 'admin'],
    [['text', 'admin'], 'stopped', 'admin'],
    [['admin', 'text'], 'stopped', 'admin'],
    [['text', 'inbox'], 'stopped', 'inbox'],
  ] as const)
    test(`stopped by ${origins.join(', then by ')}: ${status} after START`, async () => {
      const [shop, recipient] = [await shopWith(5), person()]
      await contacted(shop, recipient)
      for (const origin of origins) await stopBy[origin]!(shop, recipient)
      expect(await smsOf(shop, recipient)).toMatchObject({ sms_status: 'stopped', sms_stopped_at: expect.any(String) })
      await simulator.inbound('sms', recipient.to, 'START')
      expect(await smsOf(shop, recipient)).toMatchObject({ sms_status: status, sms_stop_source: source })
      expect(await skipOf(shop, recipient)).toBe(status === 'stopped' ? 'stopped' : null)
    })
})

describe('a dispatch that waited for the recipient lock applies a stop made meanwhile', () => {
  for (const channel of ['sms', 'whatsapp'] as const)
    test(`${channel}: the nudge that fell due is rejected`, async () => {
      const [shop, recipient] = [await shopWith(5), person()]
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
      const { id } = await push(shop, recipient, { ...overOf[channel], send_at: inAnHour })
      const stop = { businessId: shop.businessId, email: emailIdentity(recipient.email), channel }
      const { release } = await acquireLock(db, stopAndLock, stop)
      await db.all(fallDue, { messageId: parseId('msg', id)!, channel })
      await until('the dispatch to wait', async () => (await countLockWaiters(db, 'n.escalation_minutes as')) > 0)
      await release()
      const delivery = await until('the outcome', async () => {
        const all = (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery
        return all[channel].state !== 'queued' && all[channel]
      })
      expect(delivery).toMatchObject({ state: 'rejected', error_code: `${channel}.never_submitted` })
      expect(await simulator.attempts({ channel, to: recipient.to })).toEqual([])
    })

  const stopAndLock = statement<{ businessId: string; email: string; channel: PaidChannel }>(
    'test.stop_and_lock',
    `with locked as (
       select business_id, id from recipients where business_id = $businessId and email = $email for no key update
     )
     insert into recipient_channels as c (business_id, recipient_id, channel, stopped_at, stop_source)
     select business_id, id, $channel, clock_now(), 'inbox' from locked
         on conflict (recipient_id, business_id, channel) do update
        set stopped_at = excluded.stopped_at, stop_source = excluded.stop_source`,
  )
  const fallDue = statement<{ messageId: string; channel: PaidChannel }>(
    'test.fall_due',
    `update nudges set due_at = clock_now() where message_id = $messageId and channel = $channel and state = 'waiting'`,
  )
})

describe('a stop cannot be evaded', () => {
  const stopped = async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    await contacted(shop, recipient)
    await simulator.inbound('sms', recipient.to, 'STOP')
    return { shop, recipient }
  }
  test('by clearing the number and setting it again', async () => {
    const { shop, recipient } = await stopped()
    expect((await setNumber(shop, recipient, null)).json).toMatchObject({ phone: null, sms_status: 'stopped' })
    expect((await setNumber(shop, recipient, recipient.to)).json.sms_status).toBe('stopped')
    expect(await skipOf(shop, recipient)).toBe('stopped')
  })
  test('by another number of the same recipient', async () => {
    const { shop, recipient } = await stopped()
    expect(await skipOf(shop, { ...recipient, to: person().to })).toBe('stopped')
  })
  test('by giving the number to another recipient', async () => {
    const { shop, recipient } = await stopped()
    await setNumber(shop, recipient, null)
    expect(await skipOf(shop, { ...person(), to: recipient.to })).toBe('stopped')
    expect(await simulator.attempts({ channel: 'sms', to: recipient.to })).toHaveLength(1)
  })
  test('by a push without channels, by a resend, or by an SMS fallback', async () => {
    const { shop, recipient } = await stopped()
    const { id } = await push(shop, recipient, { channels: [] })
    const resent = await shop.call('POST', `/api/v1/messages/${id}/sms`, { headers: freshKey() })
    expect(resent.json).toMatchObject({ queued: false, credits: 0, skipped_reason: 'stopped' })
    await simulator.scriptPaid('whatsapp', recipient.to, 'refuse')
    const pushed = await push(shop, recipient, { ...byWhatsApp, sms_if_whatsapp_fails: true })
    await until('the fallback to be refused', async () => {
      const { delivery } = (await shop.call('GET', `/api/v1/messages/${pushed.id}`)).json
      return delivery.sms.skipped_reason === 'stopped'
    })
    expect(await simulator.attempts({ channel: 'sms', to: recipient.to })).toHaveLength(1)
  })
})

describe('the businesses that a STOP applies to (2.10)', () => {
  test('every business that texted the number, however long ago, or has a recipient with it', async () => {
    const [old, recent, never, other] = await Promise.all([1, 2, 3, 4].map(() => shopWith(9)))
    const [recipient, bystander] = [person(), person()]
    await contacted(old!, recipient)
    await advance(31 * 86_400)
    await contacted(recent!, recipient)
    await push(never!, recipient, { channels: [] })
    await push(other!, bystander, { channels: [] })
    await simulator.inbound('sms', recipient.to, 'STOP')
    const all = [old, recent, never]
    expect(await Promise.all(all.map((shop) => statusOf(shop!, recipient)))).toEqual(all.map(() => 'stopped'))
    expect(await statusOf(other!, bystander)).toBe('active')
    await simulator.inbound('sms', recipient.to, 'START')
    expect(await Promise.all(all.map((shop) => statusOf(shop!, recipient)))).toEqual(all.map(() => 'active'))
  })
  test('a business that has never texted the number: stopped before its first text is sent', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    const { created_at: now } = await push(shop, recipient, { channels: [] })
    const { id } = await push(shop, recipient, { send_at: new Date(Date.parse(now) + 40 * 86_400_000).toISOString() })
    await sendText(recipient, 'STOP')
    expect(await smsOf(shop, recipient)).toMatchObject({ sms_status: 'stopped', sms_stop_source: 'text' })
    await advance(40 * 86_400)
    await until('the text to be refused', async () => {
      const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
      return delivery.sms.state === 'rejected' && delivery.sms.skipped_reason === 'stopped'
    })
    expect(await simulator.attempts({ channel: 'sms', to: recipient.to })).toEqual([])
  })
  test('a STOP to a sender that a business would not use does not apply to a business that never texted the number', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    await push(shop, recipient, { channels: [] })
    await sendText(recipient, 'STOP', { to: otherSender })
    expect(await statusOf(shop, recipient)).toBe('active')
  })
  test('a business that texted the number before its recipient changed it: the number is stopped', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    await contacted(shop, recipient)
    await setNumber(shop, recipient, person().to)
    await advance(31 * 86_400)
    await sendText(recipient, 'STOP')
    expect(await statusOf(shop, recipient)).toBe('active')
    expect(await skipOf(shop, { ...person(), to: recipient.to })).toBe('stopped')
  })
  test('a STOP on WhatsApp applies after a year, and to a business that has not sent a message yet', async () => {
    const [old, never, recipient] = [await shopWith(9), await shopWith(9), person()]
    await contacted(old, recipient, 'whatsapp')
    await push(never, recipient, { channels: [], whatsapp_opt_in: {} })
    await advance(366 * 86_400)
    await simulator.inbound('whatsapp', recipient.to, 'STOP')
    for (const shop of [old, never]) expect(await skipOf(shop, recipient, 'whatsapp')).toBe('stopped')
  })
  test('a STOP on WhatsApp in reply to a message applies to its recipient, also under a new number', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    const { item } = await contacted(shop, recipient, 'whatsapp')
    const moved = person().to
    await setNumber(shop, recipient, moved)
    await simulator.inbound('whatsapp', recipient.to, 'STOP', item.id)
    expect(await skipOf(shop, { ...recipient, to: moved }, 'whatsapp')).toBe('stopped')
    expect(await skipOf(shop, { ...person(), to: recipient.to }, 'whatsapp')).toBe('stopped')
  })
  test('START on WhatsApp lifts no stop (2.3)', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    await contacted(shop, recipient, 'whatsapp')
    for (const word of ['STOP', 'START']) await simulator.inbound('whatsapp', recipient.to, word)
    expect(await skipOf(shop, recipient, 'whatsapp')).toBe('stopped')
  })
  test('a stop applies to one channel, SMS or WhatsApp', async () => {
    const [shop, texts, chats] = [await shopWith(20), person(), person()]
    for (const recipient of [texts, chats])
      for (const channel of ['sms', 'whatsapp'] as const) await contacted(shop, recipient, channel)
    await simulator.inbound('sms', texts.to, 'STOP')
    await simulator.inbound('whatsapp', chats.to, 'STOP')
    expect([await skipOf(shop, texts), await skipOf(shop, texts, 'whatsapp')]).toEqual(['stopped', null])
    expect([await skipOf(shop, chats), await skipOf(shop, chats, 'whatsapp')]).toEqual([null, 'stopped'])
  })
  test('after a stop on WhatsApp an opt-in is not recorded', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    const { item } = await contacted(shop, recipient, 'whatsapp')
    await simulator.inbound('whatsapp', recipient.to, 'stop', item.id)
    expect((await push(shop, recipient, byWhatsApp)).whatsapp_opt_in).toEqual({
      recorded: false,
      reason: 'stopped',
      opted_in_at: null,
    })
  })
  test('a STOP on WhatsApp that replies to a message applies only to the business of that message', async () => {
    const [shop, other, recipient] = [await shopWith(9), await shopWith(9), person()]
    const { item } = await contacted(shop, recipient, 'whatsapp')
    await contacted(other, recipient, 'whatsapp')
    await simulator.inbound('whatsapp', recipient.to, 'STOP', item.id)
    expect([await skipOf(shop, recipient, 'whatsapp'), await skipOf(other, recipient, 'whatsapp')]).toEqual([
      'stopped',
      null,
    ])
  })
  test('a STOP applies only to businesses that texted from the sender it was sent to, or from an unknown sender', async () => {
    const [sameSender, differentSender, unknownSender, recipient] = [
      await shopWith(9),
      await shopWith(9),
      await shopWith(9),
      person(),
    ]
    const all = [sameSender, differentSender, unknownSender]
    for (const shop of all) await contacted(shop, recipient)
    expect(await sendersOf(sameSender)).toEqual([sender])
    await db.all(changeSenders, { businessId: differentSender.businessId, senders: [otherSender] })
    await db.all(changeSenders, { businessId: unknownSender.businessId, senders: [] })
    const statuses = () => Promise.all(all.map((shop) => statusOf(shop, recipient)))

    await sendText(recipient, 'STOP', { to: '+447700900888' })
    expect(await statuses()).toEqual(['active', 'active', 'stopped'])
    await sendText(recipient, 'STOP', { to: otherSender })
    expect(await statuses()).toEqual(['active', 'stopped', 'stopped'])
    await sendText(recipient, 'STOP')
    expect(await statuses()).toEqual(['stopped', 'stopped', 'stopped'])
    await sendText(recipient, 'START', { to: otherSender })
    expect(await statuses()).toEqual(['active', 'active', 'active'])
  })
  test('a STOP to a sender that no business texted from applies to none', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    await contacted(shop, recipient)
    await sendText(recipient, 'STOP', { to: otherSender })
    expect(await statusOf(shop, recipient)).toBe('active')
    expect(await skipOf(shop, recipient)).toBeNull()
  })
  test('a STOP to either sender applies to a business that changed its sender', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    await contacted(shop, recipient)
    await db.all(changeSenders, { businessId: shop.businessId, senders: [otherSender] })
    await contacted(shop, recipient)
    expect((await sendersOf(shop)).toSorted()).toEqual([sender, otherSender].toSorted())
    for (const to of [sender, otherSender]) {
      await sendText(recipient, 'STOP', { to })
      expect(await statusOf(shop, recipient)).toBe('stopped')
      await sendText(recipient, 'START', { to })
    }
  })
  test('a STOP that has to wait longer than other requests is recorded, because Twilio does not repeat it', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    await contacted(shop, recipient)
    const { release } = await acquireLock(db, nameLock, { name: inboundLockName(recipient.to) })
    const responding = sendText(recipient, 'STOP')
    await sleep(3_000)
    await release()
    expect([(await responding).status, await statusOf(shop, recipient)]).toEqual([200, 'stopped'])
  })
  test('a STOP with a forged signature is rejected', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    await contacted(shop, recipient)
    const raw = new URLSearchParams({
      MessageSid: 'SM1',
      From: recipient.to,
      To: '+447700900000',
      Body: 'STOP',
    }).toString()
    const response = await call('POST', '/callbacks/sms/twilio/inbound', {
      raw,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': 'forged' },
    })
    expect([response.status, await statusOf(shop, recipient)]).toEqual([401, 'active'])
  })
})

describe('START lifts every texted stop of the number it came from (3.4)', () => {
  const stopped = async (): Promise<{ shop: Shop; recipient: Person }> => {
    const [shop, recipient] = [await shopWith(9), person()]
    await push(shop, recipient, { channels: [] })
    await sendText(recipient, 'STOP')
    expect(await statusOf(shop, recipient)).toBe('stopped')
    return { shop, recipient }
  }
  test('after more than 30 days', async () => {
    const { shop, recipient } = await stopped()
    await advance(31 * 86_400)
    await sendText(recipient, 'START')
    expect(await statusOf(shop, recipient)).toBe('active')
  })
  test('one that was retained when its recipient was erased, a year later, at a business that never texted', async () => {
    const { shop, recipient } = await stopped()
    await erase(shop, recipient)
    await advance(366 * 86_400)
    await sendText(recipient, 'START')
    expect(await skipOf(shop, recipient)).toBeNull()
  })
  test('one that moved to another number when its recipient was erased', async () => {
    const { shop, recipient } = await stopped()
    const moved = person().to
    await setNumber(shop, recipient, moved)
    await erase(shop, recipient)
    await sendText({ ...recipient, to: moved }, 'START')
    expect(await skipOf(shop, { ...recipient, to: moved })).toBeNull()
    expect(await skipOf(shop, { ...person(), to: recipient.to })).toBe('stopped')
  })
  for (const [name, number] of [
    ['no number', null],
    ['another number', person().to],
  ] as const)
    test(`also if its recipient has ${name} by then`, async () => {
      const { shop, recipient } = await stopped()
      await setNumber(shop, recipient, number)
      expect(await statusOf(shop, recipient)).toBe('stopped')
      await sendText(recipient, 'START')
      expect(await statusOf(shop, recipient)).toBe('active')
    })
  test('but not one that was texted from another number, unless its recipient has the number now', async () => {
    const { shop, recipient } = await stopped()
    const [moved, later] = [person().to, person().to]
    await setNumber(shop, recipient, moved)
    await sendText({ ...recipient, to: moved }, 'STOP')
    await setNumber(shop, recipient, later)
    await sendText(recipient, 'START')
    expect(await statusOf(shop, recipient)).toBe('stopped')
    await sendText({ ...recipient, to: later }, 'START')
    expect(await statusOf(shop, recipient)).toBe('active')
    expect(await skipOf(shop, { ...person(), to: moved })).toBe('stopped')
  })
  test('but not the dashboard stop of an erased recipient', async () => {
    const { shop, recipient } = await stopped()
    await operator('POST', `/businesses/${shop.id}/recipients/${recipient.email}/stop`, { channel: 'sms' })
    await erase(shop, recipient)
    await sendText(recipient, 'START')
    expect(await skipOf(shop, recipient)).toBe('stopped')
  })
  test('ten concurrent STOPs and STARTs leave the recipient and the number in the same state', async () => {
    const { shop, recipient } = await stopped()
    await Promise.all(Array.from({ length: 10 }, (_, index) => sendText(recipient, index % 2 === 0 ? 'START' : 'STOP')))
    const status = await statusOf(shop, recipient)
    await setNumber(shop, recipient, null)
    expect([await statusOf(shop, recipient), await skipOf(shop, { ...person(), to: recipient.to })]).toEqual([
      status,
      status === 'stopped' ? 'stopped' : null,
    ])
  })
})

describe('the SMS view shows stopped whenever a push would be skipped as stopped (2.10)', () => {
  const stopBy: Record<'text' | 'admin', (shop: Shop, recipient: Person) => Promise<unknown>> = {
    text: (_, recipient) => sendText(recipient, 'STOP'),
    admin: (shop, { email }) => operator('POST', `/businesses/${shop.id}/recipients/${email}/stop`, { channel: 'sms' }),
  }
  for (const source of ['text', 'admin'] as const) {
    const stopped = async () => {
      const [shop, recipient] = [await shopWith(9), person()]
      await push(shop, recipient, { channels: [] })
      await stopBy[source](shop, recipient)
      const { sms_stopped_at: stoppedAt } = await smsOf(shop, recipient)
      await advance(3600)
      return { shop, recipient, shown: { sms_status: 'stopped', sms_stopped_at: stoppedAt, sms_stop_source: source } }
    }
    test(`a number stopped by ${source} and moved to another recipient: every response shows the time and source`, async () => {
      const { shop, recipient, shown } = await stopped()
      await setNumber(shop, recipient, null)
      const other = person()
      await push(shop, other, { channels: [] })
      expect((await setNumber(shop, other, recipient.to)).json).toMatchObject(shown)
      expect(await smsOf(shop, other)).toMatchObject(shown)
      const path = `/businesses/${shop.id}/recipients/${other.email}/phone`
      expect((await operator('PUT', path, { phone: recipient.to })).json).toMatchObject(shown)
      expect(await skipOf(shop, { ...other, to: recipient.to })).toBe('stopped')
      expect((await setNumber(shop, other, null)).json).toMatchObject({ sms_status: 'active', sms_stopped_at: null })
    })
    test(`a recipient stopped by ${source}, erased and pushed again: with the time and source`, async () => {
      const { shop, recipient, shown } = await stopped()
      await erase(shop, recipient)
      expect(await skipOf(shop, recipient)).toBe('stopped')
      expect(await smsOf(shop, recipient)).toMatchObject(shown)
    })
    test(`a recipient stopped by ${source}, moved to another number, erased and pushed again: with the time and source`, async () => {
      const { shop, recipient, shown } = await stopped()
      const moved = person().to
      await setNumber(shop, recipient, moved)
      await erase(shop, recipient)
      await push(shop, { ...recipient, to: moved }, { channels: [] })
      expect(await smsOf(shop, recipient)).toMatchObject(shown)
    })
  }
})

describe('WhatsApp consent applies to the number it was given for (2.10.3)', () => {
  const whatsappOf = async (shop: Shop, recipient: Person, over: Record<string, unknown> = {}) =>
    push(shop, recipient, { recipient_phone: null, channels: ['whatsapp'], ...over })
  const consenting = async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    const { whatsapp_opt_in: given } = await push(shop, recipient, {
      channels: [],
      whatsapp_opt_in: { source: 'till' },
    })
    await setNumber(shop, recipient, null)
    return { shop, recipient, given }
  }
  test('clearing the number gives no_phone, and setting the same number again restores the consent', async () => {
    const { shop, recipient, given } = await consenting()
    expect((await whatsappOf(shop, recipient)).whatsapp.skipped_reason).toBe('no_phone')
    await setNumber(shop, recipient, recipient.to)
    const again = await whatsappOf(shop, recipient, { whatsapp_opt_in: {} })
    expect([again.whatsapp.queued, again.whatsapp_opt_in]).toEqual([true, given])
  })
  test('a push with the same number restores the consent', async () => {
    const { shop, recipient } = await consenting()
    expect((await push(shop, recipient, { channels: ['whatsapp'] })).whatsapp.queued).toBe(true)
  })
  test('a number that is cleared and set twice restores the consent', async () => {
    const { shop, recipient } = await consenting()
    for (const number of [recipient.to, null, null, recipient.to]) await setNumber(shop, recipient, number)
    expect((await whatsappOf(shop, recipient)).whatsapp.queued).toBe(true)
  })
  test('another number clears the consent for good', async () => {
    const { shop, recipient } = await consenting()
    for (const number of [person().to, recipient.to]) {
      await setNumber(shop, recipient, number)
      expect((await whatsappOf(shop, recipient)).whatsapp.skipped_reason).toBe('not_opted_in')
    }
  })
  test('an opt-in without a stored number is refused, even if consent exists', async () => {
    const { shop, recipient } = await consenting()
    const body = shippedOrder({ recipient_email: recipient.email, whatsapp_opt_in: {} })
    const { status, json } = await shop.call('POST', '/api/v1/messages', { headers: freshKey(), body })
    expect([status, json.detail[0].loc]).toEqual([422, ['body', 'whatsapp_opt_in']])
  })
})

describe('a repeated inbound text is acknowledged and ignored', () => {
  test('a repeated START does not lift a newer STOP, sequentially or ten at once', async () => {
    const [shop, recipient] = [await shopWith(9), person()]
    await contacted(shop, recipient)
    const [first, start] = [randomUUID(), randomUUID()]
    const responses = [
      await sendText(recipient, 'STOP', { sid: first }),
      await sendText(recipient, 'START', { sid: start }),
    ]
    expect(await statusOf(shop, recipient)).toBe('active')
    responses.push(await sendText(recipient, 'STOP'))
    responses.push(await sendText(recipient, 'START', { sid: start }))
    responses.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => sendText(recipient, 'START', { sid: start })))),
    )
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 <Response/>']))
    expect(await statusOf(shop, recipient)).toBe('stopped')
    await sendText(recipient, 'START')
    expect(await statusOf(shop, recipient)).toBe('active')
    await sendText(recipient, 'STOP', { sid: first })
    expect(await statusOf(shop, recipient)).toBe('active')
  })
  test('only a digest of the id of an inbound text is stored', async () => {
    const [shop, recipient, sid] = [await shopWith(9), person(), randomUUID()]
    await contacted(shop, recipient)
    const count = async () => (await db.one(countTexts))!.count
    const before = await count()
    await sendText(recipient, 'STOP', { sid })
    await sendText(recipient, 'Where is it?')
    expect(await count()).toBe(before + 1)
    expect((await db.one(columnsOfTexts))!.names).toEqual(['id_digest', 'received_at'])
  })
  const countTexts = statement<null, { count: number }>(
    'test.count_texts',
    `select count(*)::integer as count from inbound_texts`,
  )
  const columnsOfTexts = statement<null, { names: string[] }>(
    'test.columns_of_texts',
    `select array_agg(column_name::text order by ordinal_position) as names from information_schema.columns where table_name = 'inbound_texts'`,
  )
})
