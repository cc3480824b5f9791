import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { readId } from '../../src/ids.ts'
import { stopNumber, stops } from '../../src/recipients/sql.ts'
import type { Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/outside-world.ts'
import { createWorld } from '../support/world.ts'

const { business, call, config, db, operator, simulator } = await createWorld()
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
const sendersOf = async (shop: Shop) => (await db.one(sendersTo, [readId('biz', shop.id)]))!.senders
const sendersTo = statement<{ senders: string[] }>(
  'test.senders',
  `select senders from number_contacts where business_id = $1`,
)
const changeSenders = statement<never>(
  'test.change_senders',
  `update number_contacts set senders = $2 where business_id = $1`,
)
const smsOf = async (shop: Shop, { email }: Person) => (await shop.call('GET', `/api/v1/recipients/${email}/sms`)).json
const statusOf = async (shop: Shop, who: Person): Promise<string> => (await smsOf(shop, who)).sms_status
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })
const skipOf = async (shop: Shop, who: Person, channel: PaidChannel = 'sms') =>
  (await push(shop, who, overOf[channel]))[channel].skipped_reason

describe('3.4 words', () => {
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

describe('2.10.4 START lifts only a stop the recipient texted', () => {
  const stopBy: Record<string, (shop: Shop, who: Person) => Promise<unknown>> = {
    text: (_, { to }) => simulator.inbound('sms', to, 'STOP'),
    admin: (shop, { email }) => operator('POST', `/businesses/${shop.id}/recipients/${email}/stop`, { channel: 'sms' }),
    inbox: async (shop, { email }) => {
      const businessId = readId('biz', shop.id)
      const stopped = await db.one(stops.sms, [businessId, email, 'inbox'])
      await db.all(stopNumber, [businessId, 'sms', stopped!.phone_digest, 'inbox'])
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

describe('proof 3: STOP cannot be laundered', () => {
  const stopped = async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    await simulator.inbound('sms', who.to, 'STOP')
    return { shop, who }
  }
  const clear = (shop: Shop, { email }: Person) => shop.call('DELETE', `/api/v1/recipients/${email}/phone`)
  const set = (shop: Shop, { email }: Person, phone: string) =>
    shop.call('PUT', `/api/v1/recipients/${email}/phone`, { body: { phone } })

  test('by clearing the number and setting it again', async () => {
    const { shop, who } = await stopped()
    expect((await clear(shop, who)).json).toMatchObject({ phone: null, sms_status: 'stopped' })
    expect((await set(shop, who, who.to)).json.sms_status).toBe('stopped')
    expect(await skipOf(shop, who)).toBe('stopped')
  })
  test('by another number of the same recipient', async () => {
    const { shop, who } = await stopped()
    expect(await skipOf(shop, { ...who, to: person().to })).toBe('stopped')
  })
  test('by giving the number to another recipient', async () => {
    const { shop, who } = await stopped()
    await clear(shop, who)
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

describe('decision 18: whom a STOP is for', () => {
  test('every business that texted the number within 30 days, and no other', async () => {
    const [old, recent, other, stranger] = await Promise.all([1, 2, 3, 4].map(() => shopWith(9)))
    const who = person()
    await contacted(old!, who)
    await advance(31 * 86_400)
    await contacted(recent!, who)
    await contacted(other!, who)
    await push(stranger!, who, { channels: [] })
    await simulator.inbound('sms', who.to, 'STOP')
    const all = [old, recent, other, stranger]
    expect(await Promise.all(all.map((shop) => statusOf(shop!, who)))).toEqual([
      'active',
      'stopped',
      'stopped',
      'active',
    ])
    await simulator.inbound('sms', who.to, 'START')
    expect(await Promise.all(all.map((shop) => statusOf(shop!, who)))).toEqual(all.map(() => 'active'))
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
    await db.all(changeSenders, [readId('biz', elsewhere.id), [otherSender]])
    await db.all(changeSenders, [readId('biz', before.id), []])
    const statuses = () => Promise.all(all.map((shop) => statusOf(shop, who)))

    await write(who, 'STOP', { to: '+447700900888' })
    expect(await statuses()).toEqual(['active', 'active', 'stopped'])
    await write(who, 'STOP', { to: otherSender })
    expect(await statuses()).toEqual(['active', 'stopped', 'stopped'])
    await write(who, 'STOP')
    expect(await statuses()).toEqual(['stopped', 'stopped', 'stopped'])
    await write(who, 'START', { to: otherSender })
    expect(await statuses()).toEqual(['stopped', 'active', 'active'])
    await write(who, 'START')
    expect(await statuses()).toEqual(['active', 'active', 'active'])
  })
  test('a text to a sender nobody wrote from counts for nobody', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    await write(who, 'STOP', { to: otherSender })
    expect(await statusOf(shop, who)).toBe('active')
    await write(who, 'STOP')
    await write(who, 'START', { to: otherSender })
    expect(await statusOf(shop, who)).toBe('stopped')
  })
  test('who has changed the sender is meant by an answer to either', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    await db.all(changeSenders, [readId('biz', shop.id), [otherSender]])
    await contacted(shop, who)
    expect((await sendersOf(shop)).toSorted()).toEqual([sender, otherSender].toSorted())
    for (const to of [sender, otherSender]) {
      await write(who, 'STOP', { to })
      expect(await statusOf(shop, who)).toBe('stopped')
      await write(who, 'START', { to })
    }
  })
  test('3.4 a stop made by text is lifted by START after the 30 days too', async () => {
    const [shop, who] = [await shopWith(9), person()]
    await contacted(shop, who)
    await write(who, 'STOP')
    await advance(31 * 86_400)
    await write(who, 'START')
    expect(await statusOf(shop, who)).toBe('active')
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
  const countTexts = statement<{ count: number }>(
    'test.count_texts',
    `select count(*)::integer as count from inbound_texts`,
  )
  const columnsOfTexts = statement<{ names: string[] }>(
    'test.columns_of_texts',
    `select array_agg(column_name::text order by ordinal_position) as names from information_schema.columns where table_name = 'inbound_texts'`,
  )
})
