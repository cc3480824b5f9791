import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { emailIdentity } from '../../src/email.ts'
import { parseId } from '../../src/ids.ts'
import { stopChannel, stopNumber } from '../../src/recipients/consents.sql.ts'
import type { Shop } from '../support/client.ts'
import { countWaiting, hold } from '../support/hold.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, config, db, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

type PaidChannel = 'sms' | 'whatsapp'
type Person = { email: string; to: string }
let people = 0
/** Beyond the numbers that have habits. */
const person = (): Person => ({ email: `ada+${people++}@simulator.example`, to: `+44770090${1000 + people}` })
const shopWith = (credits: number): Promise<Shop> =>
  openShop({ business, operator }, credits, { sms: 'on', whatsapp: 'on', sms_warmup_cap: 1_000 })
const push = (shop: Shop, { email, to }: Person, over: Record<string, unknown> = {}) =>
  pushMessage(shop, shippedOrder({ recipient_email: email, recipient_phone: to, channels: ['sms'], ...over }))
const byWhatsApp = { channels: ['whatsapp'], whatsapp_opt_in: {} }
const overOf: Record<PaidChannel, Record<string, unknown>> = { sms: {}, whatsapp: byWhatsApp }

/** Whoever writes back means those that have written to them, so somebody must have. */
async function contacted(shop: Shop, who: Person, channel: PaidChannel = 'sms') {
  const { id } = await push(shop, who, overOf[channel])
  await until('it to arrive', async () => {
    const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
    return delivery[channel].state === 'delivered'
  })
  return { id, item: (await simulator.outbox({ channel, to: who.to })).at(-1) }
}
/** As the provider hands a text over, signed as it signs; in development one secret serves for every provider. */
function write({ to: from }: Person, words: string, { to = sender, sid = randomUUID() } = {}) {
  const path = '/callbacks/sms/twilio/inbound'
  const fields = new URLSearchParams({ Body: words, From: from, MessageSid: sid, To: to })
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
const statusOf = async (shop: Shop, who: Person): Promise<string> => (await smsOf(shop, who)).sms_status
/** Null clears it. */
const setNumber = (shop: Shop, { email }: Person, phone: string | null) =>
  phone === null
    ? shop.call('DELETE', `/api/v1/recipients/${email}/phone`)
    : shop.call('PUT', `/api/v1/recipients/${email}/phone`, { body: { phone } })
const erase = (shop: Shop, { email }: Person) =>
  shop.call('POST', `/api/v1/recipients/${email}/erase`, { headers: freshKey() })
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })
const skipOf = async (shop: Shop, who: Person, channel: PaidChannel = 'sms') =>
  (await push(shop, who, overOf[channel]))[channel].skipped_reason

describe('words (3.4)', () => {
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
    test(`a text that says ${JSON.stringify(text)}: ${status}`, async () => {
      const [at, who] = [await shop, person()]
      await contacted(at, who)
      await simulator.inbound('sms', who.to, text)
      expect(await statusOf(at, who)).toBe(status)
      expect(await skipOf(at, who)).toBe(status === 'stopped' ? 'stopped' : null)
    })
  for (const word of ['START', 'yes', ' Unstop '])
    test(`a stop made by text is lifted by ${JSON.stringify(word)}, and texts go again`, async () => {
      const [at, who] = [await shop, person()]
      await contacted(at, who)
      await simulator.inbound('sms', who.to, 'STOP')
      expect(await skipOf(at, who)).toBe('stopped')
      await simulator.inbound('sms', who.to, word)
      expect(await smsOf(at, who)).toMatchObject({ sms_status: 'active', sms_stopped_at: null, sms_stop_source: null })
      await contacted(at, who)
    })
})

describe('START lifts only a stop the recipient texted (2.10.4)', () => {
  const stopBy: Record<string, (shop: Shop, who: Person) => Promise<unknown>> = {
    text: (_, { to }) => simulator.inbound('sms', to, 'STOP'),
    admin: (shop, { email }) => operator('POST', `/businesses/${shop.id}/recipients/${email}/stop`, { channel: 'sms' }),
    inbox: async (shop, { email }) => {
      const who = { businessId: parseId('biz', shop.id)!, channel: 'sms', source: 'inbox' } as const
      const stopped = await db.one(stopChannel, { ...who, email: emailIdentity(email) })
      await db.all(stopNumber, { ...who, numberDigest: stopped!.phone_digest! })
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
      const [shop, who] = [await shopWith(5), person()]
      await contacted(shop, who)
      for (const origin of origins) await stopBy[origin]!(shop, who)
      expect(await smsOf(shop, who)).toMatchObject({ sms_status: 'stopped', sms_stopped_at: expect.any(String) })
      await simulator.inbound('sms', who.to, 'START')
      expect(await smsOf(shop, who)).toMatchObject({ sms_status: status, sms_stop_source: source })
      expect(await skipOf(shop, who)).toBe(status === 'stopped' ? 'stopped' : null)
    })
})

describe('a stop is seen by a dispatch that waited for it', () => {
  for (const channel of ['sms', 'whatsapp'] as const)
    test(`${channel}: made while the recipient was held, it keeps back what fell due meanwhile`, async () => {
      const [shop, who] = [await shopWith(5), person()]
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
      const { id } = await push(shop, who, { ...overOf[channel], send_at: inAnHour })
      const stop = { businessId: shop.businessId, email: emailIdentity(who.email), channel }
      const { letGo } = await hold(db, stopAndHold, stop)
      await db.all(fallDue, { messageId: parseId('msg', id)!, channel })
      await until('the dispatch to wait', async () => (await countWaiting(db, 'n.escalation_minutes as')) > 0)
      await letGo()
      const delivery = await until('the end of it', async () => {
        const all = (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery
        return all[channel].state !== 'queued' && all[channel]
      })
      expect(delivery).toMatchObject({ state: 'rejected', error_code: `${channel}.never_submitted` })
      expect(await simulator.attempts({ channel, to: who.to })).toEqual([])
    })

  const stopAndHold = statement<{ businessId: string; email: string; channel: PaidChannel }>(
    'test.stop_and_hold',
    `with held as (
       select business_id, id from recipients where business_id = $businessId and email = $email for no key update
     )
     insert into recipient_channels as c (business_id, recipient_id, channel, stopped_at, stop_source)
     select business_id, id, $channel, clock_now(), 'inbox' from held
         on conflict (recipient_id, business_id, channel) do update
        set stopped_at = excluded.stopped_at, stop_source = excluded.stop_source`,
  )
  const fallDue = statement<{ messageId: string; channel: PaidChannel }>(
    'test.fall_due',
    `update nudges set due_at = clock_now() where message_id = $messageId and channel = $channel and state = 'waiting'`,
  )
})

describe('STOP cannot be laundered', () => {
  const stopped = async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    await simulator.inbound('sms', who.to, 'STOP')
    return { shop, who }
  }
  test('by clearing the number and setting it again', async () => {
    const { shop, who } = await stopped()
    expect((await setNumber(shop, who, null)).json).toMatchObject({ phone: null, sms_status: 'stopped' })
    expect((await setNumber(shop, who, who.to)).json.sms_status).toBe('stopped')
    expect(await skipOf(shop, who)).toBe('stopped')
  })
  test('by another number of the same recipient', async () => {
    const { shop, who } = await stopped()
    expect(await skipOf(shop, { ...who, to: person().to })).toBe('stopped')
  })
  test('by giving the number to another recipient', async () => {
    const { shop, who } = await stopped()
    await setNumber(shop, who, null)
    expect(await skipOf(shop, { ...person(), to: who.to })).toBe('stopped')
    expect(await simulator.attempts({ channel: 'sms', to: who.to })).toHaveLength(1)
  })
  test('by asking again, by a text asked for later, or by a fallback', async () => {
    const { shop, who } = await stopped()
    const { id } = await push(shop, who, { channels: [] })
    const resent = await shop.call('POST', `/api/v1/messages/${id}/sms`, { headers: freshKey() })
    expect(resent.json).toMatchObject({ queued: false, credits: 0, skipped_reason: 'stopped' })
    await simulator.scriptPaid('whatsapp', who.to, 'refuse')
    const pushed = await push(shop, who, { ...byWhatsApp, sms_if_whatsapp_fails: true })
    await until('the fallback to be refused', async () => {
      const { delivery } = (await shop.call('GET', `/api/v1/messages/${pushed.id}`)).json
      return delivery.sms.skipped_reason === 'stopped'
    })
    expect(await simulator.attempts({ channel: 'sms', to: who.to })).toHaveLength(1)
  })
})

describe('whom a STOP is for (2.10)', () => {
  test('every business that texted the number, however long ago, or has a recipient with it', async () => {
    const [old, recent, never, other] = await Promise.all([1, 2, 3, 4].map(() => shopWith(9)))
    const [who, bystander] = [person(), person()]
    await contacted(old!, who)
    await advance(31 * 86_400)
    await contacted(recent!, who)
    await push(never!, who, { channels: [] })
    await push(other!, bystander, { channels: [] })
    await simulator.inbound('sms', who.to, 'STOP')
    const all = [old, recent, never]
    expect(await Promise.all(all.map((shop) => statusOf(shop!, who)))).toEqual(all.map(() => 'stopped'))
    expect(await statusOf(other!, bystander)).toBe('active')
    await simulator.inbound('sms', who.to, 'START')
    expect(await Promise.all(all.map((shop) => statusOf(shop!, who)))).toEqual(all.map(() => 'active'))
  })
  test('a business that has never texted the number: stopped by text, before its first text goes', async () => {
    const [shop, who] = [await shopWith(9), person()]
    const { created_at: now } = await push(shop, who, { channels: [] })
    const { id } = await push(shop, who, { send_at: new Date(Date.parse(now) + 40 * 86_400_000).toISOString() })
    await write(who, 'STOP')
    expect(await smsOf(shop, who)).toMatchObject({ sms_status: 'stopped', sms_stop_source: 'text' })
    await advance(40 * 86_400)
    await until('the text to be refused', async () => {
      const { delivery } = (await shop.call('GET', `/api/v1/messages/${id}`)).json
      return delivery.sms.state === 'rejected' && delivery.sms.skipped_reason === 'stopped'
    })
    expect(await simulator.attempts({ channel: 'sms', to: who.to })).toEqual([])
  })
  test('a business that has never texted the number is not meant by a text to a sender it would not use', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await push(shop, who, { channels: [] })
    await write(who, 'STOP', { to: otherSender })
    expect(await statusOf(shop, who)).toBe('active')
  })
  test('a business that texted the number once and whose recipient has another now: the number is stopped', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    await setNumber(shop, who, person().to)
    await advance(31 * 86_400)
    await write(who, 'STOP')
    expect(await statusOf(shop, who)).toBe('active')
    expect(await skipOf(shop, { ...person(), to: who.to })).toBe('stopped')
  })
  test('a STOP on WhatsApp counts after a year, and for a business that has not written yet', async () => {
    const [old, never, who] = [await shopWith(9), await shopWith(9), person()]
    await contacted(old, who, 'whatsapp')
    await push(never, who, { channels: [], whatsapp_opt_in: {} })
    await advance(366 * 86_400)
    await simulator.inbound('whatsapp', who.to, 'STOP')
    for (const shop of [old, never]) expect(await skipOf(shop, who, 'whatsapp')).toBe('stopped')
  })
  test('a STOP on WhatsApp that names a message is its recipient’s, who has another number now', async () => {
    const [shop, who] = [await shopWith(9), person()]
    const { item } = await contacted(shop, who, 'whatsapp')
    const moved = person().to
    await setNumber(shop, who, moved)
    await simulator.inbound('whatsapp', who.to, 'STOP', item.id)
    expect(await skipOf(shop, { ...who, to: moved }, 'whatsapp')).toBe('stopped')
    expect(await skipOf(shop, { ...person(), to: who.to }, 'whatsapp')).toBe('stopped')
  })
  test('START on WhatsApp lifts no stop (2.3)', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who, 'whatsapp')
    for (const word of ['STOP', 'START']) await simulator.inbound('whatsapp', who.to, word)
    expect(await skipOf(shop, who, 'whatsapp')).toBe('stopped')
  })
  test('a stop holds for its channel: texts or WhatsApp', async () => {
    const [shop, texts, chats] = [await shopWith(20), person(), person()]
    for (const who of [texts, chats])
      for (const channel of ['sms', 'whatsapp'] as const) await contacted(shop, who, channel)
    await simulator.inbound('sms', texts.to, 'STOP')
    await simulator.inbound('whatsapp', chats.to, 'STOP')
    expect([await skipOf(shop, texts), await skipOf(shop, texts, 'whatsapp')]).toEqual(['stopped', null])
    expect([await skipOf(shop, chats), await skipOf(shop, chats, 'whatsapp')]).toEqual([null, 'stopped'])
  })
  test('after a stop on WhatsApp an opt-in is not recorded', async () => {
    const [shop, who] = [await shopWith(9), person()]
    const { item } = await contacted(shop, who, 'whatsapp')
    await simulator.inbound('whatsapp', who.to, 'stop', item.id)
    expect((await push(shop, who, byWhatsApp)).whatsapp_opt_in).toEqual({
      recorded: false,
      reason: 'stopped',
      opted_in_at: null,
    })
  })
  test('a STOP on WhatsApp that answers a message is for its business alone', async () => {
    const [shop, other, who] = [await shopWith(9), await shopWith(9), person()]
    const { item } = await contacted(shop, who, 'whatsapp')
    await contacted(other, who, 'whatsapp')
    await simulator.inbound('whatsapp', who.to, 'STOP', item.id)
    expect([await skipOf(shop, who, 'whatsapp'), await skipOf(other, who, 'whatsapp')]).toEqual(['stopped', null])
  })
  test('those that wrote from the sender it was sent to, and no other', async () => {
    const [here, elsewhere, before, who] = [await shopWith(9), await shopWith(9), await shopWith(9), person()]
    const all = [here, elsewhere, before]
    for (const shop of all) await contacted(shop, who)
    expect(await sendersOf(here)).toEqual([sender])
    await db.all(changeSenders, { businessId: elsewhere.businessId, senders: [otherSender] })
    await db.all(changeSenders, { businessId: before.businessId, senders: [] })
    const statuses = () => Promise.all(all.map((shop) => statusOf(shop, who)))

    await write(who, 'STOP', { to: '+447700900888' })
    expect(await statuses()).toEqual(['active', 'active', 'stopped'])
    await write(who, 'STOP', { to: otherSender })
    expect(await statuses()).toEqual(['active', 'stopped', 'stopped'])
    await write(who, 'STOP')
    expect(await statuses()).toEqual(['stopped', 'stopped', 'stopped'])
    await write(who, 'START', { to: otherSender })
    expect(await statuses()).toEqual(['active', 'active', 'active'])
  })
  test('a text to a sender nobody wrote from counts for nobody', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    await write(who, 'STOP', { to: otherSender })
    expect(await statusOf(shop, who)).toBe('active')
    expect(await skipOf(shop, who)).toBeNull()
  })
  test('who has changed the sender is meant by an answer to either', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    await db.all(changeSenders, { businessId: shop.businessId, senders: [otherSender] })
    await contacted(shop, who)
    expect((await sendersOf(shop)).toSorted()).toEqual([sender, otherSender].toSorted())
    for (const to of [sender, otherSender]) {
      await write(who, 'STOP', { to })
      expect(await statusOf(shop, who)).toBe('stopped')
      await write(who, 'START', { to })
    }
  })
  test('a forged STOP stops nobody', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    const raw = new URLSearchParams({ MessageSid: 'SM1', From: who.to, To: '+447700900000', Body: 'STOP' }).toString()
    const answer = await call('POST', '/callbacks/sms/twilio/inbound', {
      raw,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': 'forged' },
    })
    expect([answer.status, await statusOf(shop, who)]).toEqual([401, 'active'])
  })
})

describe('START lifts every stop made by text for the number it came from (3.4)', () => {
  const stopped = async (): Promise<{ shop: Shop; who: Person }> => {
    const [shop, who] = [await shopWith(9), person()]
    await push(shop, who, { channels: [] })
    await write(who, 'STOP')
    expect(await statusOf(shop, who)).toBe('stopped')
    return { shop, who }
  }
  test('after more than 30 days', async () => {
    const { shop, who } = await stopped()
    await advance(31 * 86_400)
    await write(who, 'START')
    expect(await statusOf(shop, who)).toBe('active')
  })
  test('one that was kept when its recipient was erased, a year later, at a business that never texted', async () => {
    const { shop, who } = await stopped()
    await erase(shop, who)
    await advance(366 * 86_400)
    await write(who, 'START')
    expect(await skipOf(shop, who)).toBeNull()
  })
  test('one that moved on to another number when its recipient was erased', async () => {
    const { shop, who } = await stopped()
    const moved = person().to
    await setNumber(shop, who, moved)
    await erase(shop, who)
    await write({ ...who, to: moved }, 'START')
    expect(await skipOf(shop, { ...who, to: moved })).toBeNull()
    expect(await skipOf(shop, { ...person(), to: who.to })).toBe('stopped')
  })
  for (const [what, number] of [
    ['no number', null],
    ['another number', person().to],
  ] as const)
    test(`also where its recipient holds ${what} by then`, async () => {
      const { shop, who } = await stopped()
      await setNumber(shop, who, number)
      expect(await statusOf(shop, who)).toBe('stopped')
      await write(who, 'START')
      expect(await statusOf(shop, who)).toBe('active')
    })
  test('and none that was texted from another number, but for whom holds the number now', async () => {
    const { shop, who } = await stopped()
    const [moved, later] = [person().to, person().to]
    await setNumber(shop, who, moved)
    await write({ ...who, to: moved }, 'STOP')
    await setNumber(shop, who, later)
    await write(who, 'START')
    expect(await statusOf(shop, who)).toBe('stopped')
    await write({ ...who, to: later }, 'START')
    expect(await statusOf(shop, who)).toBe('active')
    expect(await skipOf(shop, { ...person(), to: moved })).toBe('stopped')
  })
  test('and no more than that: an erased recipient’s stop from the dashboard stays', async () => {
    const { shop, who } = await stopped()
    await operator('POST', `/businesses/${shop.id}/recipients/${who.email}/stop`, { channel: 'sms' })
    await erase(shop, who)
    await write(who, 'START')
    expect(await skipOf(shop, who)).toBe('stopped')
  })
  test('ten STOPs and STARTs at once leave the recipient and the number alike', async () => {
    const { shop, who } = await stopped()
    await Promise.all(Array.from({ length: 10 }, (_, place) => write(who, place % 2 === 0 ? 'START' : 'STOP')))
    const status = await statusOf(shop, who)
    await setNumber(shop, who, null)
    expect([await statusOf(shop, who), await skipOf(shop, { ...person(), to: who.to })]).toEqual([
      status,
      status === 'stopped' ? 'stopped' : null,
    ])
  })
})

describe('the view says stopped whenever a push would be skipped as stopped (2.10)', () => {
  const stopBy: Record<'text' | 'admin', (shop: Shop, who: Person) => Promise<unknown>> = {
    text: (_, who) => write(who, 'STOP'),
    admin: (shop, { email }) => operator('POST', `/businesses/${shop.id}/recipients/${email}/stop`, { channel: 'sms' }),
  }
  for (const source of ['text', 'admin'] as const) {
    const stopped = async () => {
      const [shop, who] = [await shopWith(9), person()]
      await push(shop, who, { channels: [] })
      await stopBy[source](shop, who)
      const { sms_stopped_at: at } = await smsOf(shop, who)
      await advance(3600)
      return { shop, who, shown: { sms_status: 'stopped', sms_stopped_at: at, sms_stop_source: source } }
    }
    test(`the number moved to another recipient, stopped by ${source}: with its time and source, by every route`, async () => {
      const { shop, who, shown } = await stopped()
      await setNumber(shop, who, null)
      const other = person()
      await push(shop, other, { channels: [] })
      expect((await setNumber(shop, other, who.to)).json).toMatchObject(shown)
      expect(await smsOf(shop, other)).toMatchObject(shown)
      const path = `/businesses/${shop.id}/recipients/${other.email}/phone`
      expect((await operator('PUT', path, { phone: who.to })).json).toMatchObject(shown)
      expect(await skipOf(shop, { ...other, to: who.to })).toBe('stopped')
      expect((await setNumber(shop, other, null)).json).toMatchObject({ sms_status: 'active', sms_stopped_at: null })
    })
    test(`erased and pushed again, stopped by ${source}: with its time and source`, async () => {
      const { shop, who, shown } = await stopped()
      await erase(shop, who)
      expect(await skipOf(shop, who)).toBe('stopped')
      expect(await smsOf(shop, who)).toMatchObject(shown)
    })
    test(`moved to another number, erased and pushed again, stopped by ${source}: with its time and source`, async () => {
      const { shop, who, shown } = await stopped()
      const moved = person().to
      await setNumber(shop, who, moved)
      await erase(shop, who)
      await push(shop, { ...who, to: moved }, { channels: [] })
      expect(await smsOf(shop, who)).toMatchObject(shown)
    })
  }
})

describe('WhatsApp consent stands for the number it was given for (2.10.3)', () => {
  const whatsappOf = async (shop: Shop, who: Person, over: Record<string, unknown> = {}) =>
    push(shop, who, { recipient_phone: null, channels: ['whatsapp'], ...over })
  const consenting = async () => {
    const [shop, who] = [await shopWith(9), person()]
    const { whatsapp_opt_in: given } = await push(shop, who, { channels: [], whatsapp_opt_in: { source: 'till' } })
    await setNumber(shop, who, null)
    return { shop, who, given }
  }
  test('clearing the number keeps it: no_phone, and the same number set again finds it, as it was', async () => {
    const { shop, who, given } = await consenting()
    expect((await whatsappOf(shop, who)).whatsapp.skipped_reason).toBe('no_phone')
    await setNumber(shop, who, who.to)
    const again = await whatsappOf(shop, who, { whatsapp_opt_in: {} })
    expect([again.whatsapp.queued, again.whatsapp_opt_in]).toEqual([true, given])
  })
  test('a push that brings the same number again finds it', async () => {
    const { shop, who } = await consenting()
    expect((await push(shop, who, { channels: ['whatsapp'] })).whatsapp.queued).toBe(true)
  })
  test('a number cleared and set twice still finds it', async () => {
    const { shop, who } = await consenting()
    for (const number of [who.to, null, null, who.to]) await setNumber(shop, who, number)
    expect((await whatsappOf(shop, who)).whatsapp.queued).toBe(true)
  })
  test('another number clears it for good', async () => {
    const { shop, who } = await consenting()
    for (const number of [person().to, who.to]) {
      await setNumber(shop, who, number)
      expect((await whatsappOf(shop, who)).whatsapp.skipped_reason).toBe('not_opted_in')
    }
  })
  test('an opt-in while no number is held is refused, whatever consent stands', async () => {
    const { shop, who } = await consenting()
    const body = shippedOrder({ recipient_email: who.email, whatsapp_opt_in: {} })
    const { status, json } = await shop.call('POST', '/api/v1/messages', { headers: freshKey(), body })
    expect([status, json.detail[0].loc]).toEqual([422, ['body', 'whatsapp_opt_in']])
  })
})

describe('design 4: a repeated text is acknowledged and dropped', () => {
  test('a START that comes again does not lift a newer STOP, one at a time or ten at once', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    const [first, start] = [randomUUID(), randomUUID()]
    const answers = [await write(who, 'STOP', { sid: first }), await write(who, 'START', { sid: start })]
    expect(await statusOf(shop, who)).toBe('active')
    answers.push(await write(who, 'STOP'))
    answers.push(await write(who, 'START', { sid: start }))
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => write(who, 'START', { sid: start })))))
    expect(new Set(answers.map(({ status, text: said }) => `${status} ${said}`))).toEqual(new Set(['200 <Response/>']))
    expect(await statusOf(shop, who)).toBe('stopped')
    await write(who, 'START')
    expect(await statusOf(shop, who)).toBe('active')
    await write(who, 'STOP', { sid: first })
    expect(await statusOf(shop, who)).toBe('active')
  })
  test('of a text nothing is kept but a digest of its id', async () => {
    const [shop, who, sid] = [await shopWith(9), person(), randomUUID()]
    await contacted(shop, who)
    const count = async () => (await db.one(countTexts))!.count
    const before = await count()
    await write(who, 'STOP', { sid })
    await write(who, 'Where is it?')
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
