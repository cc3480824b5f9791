// oxlint-disable-next-line import/no-unassigned-import -- first, so that the channel is registered before anything reads the registry
import './support/pager-rules.ts'

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statement } from '../src/db/statement.ts'
import { wordsIn } from '../src/inbox/locales/locales.ts'
import { installQueue } from '../src/queue/queue.ts'
import { createReaders, hiddenOn } from './spec/6-inbox-reader.ts'
import type { Shop } from './support/client.ts'
import { eventsOf } from './support/events.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { pagerCompany, pagerPassword, pagerPath } from './support/pager-adapter.ts'
import { pager, pagerControl } from './support/pager-rules.ts'
import { until } from './support/simulator-client.ts'
import { createTestService } from './support/test-service.ts'

/** What the migration of a new channel brings: a setting of a business, and its name where names are checked. */
const migration = `
  alter table businesses add column pager text not null default 'not_enabled' check (pager in ('not_enabled', 'off', 'on', 'on_request'));
  alter table nudges drop constraint nudges_channel_check;
  alter table number_stops drop constraint number_stops_channel_check;
  alter table number_contacts drop constraint number_contacts_channel_check`

const pageWords = {
  title: 'Pages',
  does: 'No pages.',
  doesNot: 'Texts still come.',
  button: 'Stop',
  done: 'No more pages.',
}
Object.assign(wordsIn.en, {
  [pagerControl]: { ...pageWords, liftable: 'START.', stands: 'None.', since: 'Pages since' },
})

const world = await createTestService({
  async prepare(database, url) {
    await database.command(migration)
    await installQueue(url)
  },
})

const { business, operator, call, db, simulator } = world
const readers = createReaders(world)

let people = 0
const person = () => ({ email: `pia+${++people}@example.com`, to: `+44770090${String(2000 + people)}` })
type Person = ReturnType<typeof person>
const shopWith = (settings: object = {}, credits = 10): Promise<Shop> =>
  openShop({ business, operator }, credits, { pager: 'on', ...settings })
const push = (shop: Shop, { email, to }: Person, over: object = {}) =>
  pushMessage(shop, shippedOrder({ recipient_email: email, recipient_phone: to, channels: ['email', pager], ...over }))
const blockOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery.pager
const ended = (shop: Shop, id: string, state: string) =>
  until(`page ${state}`, async () => {
    const block = await blockOf(shop, id)
    return block?.state === state ? block : null
  })
const taken = ({ to }: Person) => until('a page', async () => pagerCompany.submittedTo(to).at(-1))
const balanceOf = async (shop: Shop): Promise<number> => (await shop.call('GET', '/api/v1/credits')).json.balance
const callBack = (body: object) =>
  call('POST', pagerPath, { headers: { 'x-password': pagerPassword }, raw: JSON.stringify(body) })
const report = (nudgeId: string, kind: string) =>
  callBack({ reports: [{ nudgeId, at: new Date().toISOString(), report: { kind, cause: 'other' } }] })
const write = ({ to }: Person, text: string) => callBack({ inbound: [{ id: randomUUID(), from: to, text }] })
const resend = (shop: Shop, id: string) => shop.call('POST', `/api/v1/messages/${id}/pager`, { headers: freshKey() })
const delivered = async (shop: Shop, who: Person) => {
  const { id } = await push(shop, who)
  await report((await taken(who)).id, 'delivered')
  await ended(shop, id, 'delivered')
  return id
}
const pagesOf = async (id: string) => (await eventsOf(db, id)).filter(({ type }) => type.startsWith('pager.'))

const consentsOf = statement<{ businessId: string }, { channel: string }>(
  'test.consents_of_pager',
  `select channel from recipient_channels where business_id = $businessId`,
)

describe('a paid channel that was added by a row of the registry and an adapter', () => {
  test('a push queues it, it is sent from its sender, charged, reported and told by webhook', async () => {
    const [shop, who] = [await shopWith(), person()]
    const receiver = await simulator.receiver('ok')
    await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url, event_types: ['pager.read'] } })
    const pushed = await push(shop, who)
    expect(pushed).toMatchObject({
      nudged: true,
      email: { sending: true },
      pager: { queued: true, credits: 1, skipped_reason: null, escalates_at: null },
      sms: null,
      whatsapp: null,
    })
    const page = await taken(who)
    expect(page).toMatchObject({ to: who.to, destination: 'GB', reference: 'A-1', orderStatus: 'shipped' })
    expect(await balanceOf(shop)).toBe(9)
    expect(await blockOf(shop, pushed.id)).toMatchObject({ state: 'queued', credits: 1, read_at: null })

    expect((await call('POST', pagerPath, { raw: '{}' })).status).toBe(401)
    expect((await report(page.id, 'delivered')).status).toBe(200)
    await report(page.id, 'read')
    expect(await ended(shop, pushed.id, 'read')).toMatchObject({ read_at: expect.any(String), error_code: null })
    expect(await pagesOf(pushed.id)).toMatchObject([
      { type: 'pager.delivered', data: { message_id: pushed.id, credits: 1 } },
      { type: 'pager.read', data: { read_at: expect.any(String) } },
    ])
    const [hook] = await until('the webhook', async () => {
      const items = await simulator.deliveries(receiver.id)
      return items.length > 0 ? items : null
    })
    expect(JSON.parse(hook.body).type).toBe('pager.read')
  })

  for (const [what, settings, over, block] of [
    ['off and not named', { pager: 'off' }, { channels: null }, null],
    ['off and named', { pager: 'off' }, {}, 'pager_disabled'],
    ['not enabled', { pager: 'not_enabled' }, {}, 'pager_not_enabled'],
    ['on, and left out', {}, { channels: ['email'] }, 'disabled_by_request'],
    ['on request, and not named', { pager: 'on_request' }, { channels: null }, 'disabled_by_request'],
    ['without a number', {}, { recipient_phone: null }, 'no_phone'],
    ['to a closed destination', {}, { recipient_phone: '+33612345678' }, 'country_not_allowed'],
    ['where sending is paused', { sending_paused: true }, {}, 'sending_paused'],
  ] as const)
    test(`its gates: ${what} → ${block ?? 'no block'}`, async () => {
      const shop = await shopWith(settings)
      const pushed = await push(shop, person(), over)
      expect(pushed.pager?.skipped_reason ?? null).toBe(block)
      expect(await balanceOf(shop)).toBe(10)
    })
  test('its gates: without credit → insufficient_credit', async () => {
    const pushed = await push(await shopWith({}, 0), person())
    expect(pushed.pager).toMatchObject({ queued: false, skipped_reason: 'insufficient_credit' })
  })

  test('what is refused is paid back and told, and may be sent again', async () => {
    const [shop, who] = [await shopWith(), person()]
    pagerCompany.answer(who.to, { outcome: 'refused', retryable: false, detail: 'no such pager' })
    const { id } = await push(shop, who)
    expect(await ended(shop, id, 'rejected')).toMatchObject({ error_code: 'pager.submit_refused', credits: 0 })
    expect(await balanceOf(shop)).toBe(10)
    expect(await pagesOf(id)).toMatchObject([{ type: 'pager.rejected', data: { credits_refunded: 1 } }])

    pagerCompany.answer(who.to, { outcome: 'accepted' })
    expect((await resend(shop, id)).json).toMatchObject({ queued: true, credits: 1 })
    await until('a second page', async () => pagerCompany.submittedTo(who.to).length === 2)
    await report((await taken(who)).id, 'delivered')
    await ended(shop, id, 'delivered')
    expect(await balanceOf(shop)).toBe(9)
    expect((await resend(shop, id)).json.error_code).toBe('pager.already_sent')
  })

  test('without an answer nobody knows, so it is not sent again and stays charged', async () => {
    const [shop, who] = [await shopWith(), person()]
    pagerCompany.answer(who.to, { outcome: 'unknown', detail: 'closed' })
    const { id } = await push(shop, who)
    expect(await ended(shop, id, 'failed')).toMatchObject({ error_code: 'pager.submit_outcome_unknown', credits: 1 })
    const refused = await resend(shop, id)
    expect([refused.status, refused.json.error_code]).toEqual([409, 'pager.may_have_sent'])
    expect(pagerCompany.submittedTo(who.to).length).toBe(1)
    expect(await pagesOf(id)).toMatchObject([{ type: 'pager.failed', data: { credits: 1 } }])
  })

  test('what the provider reports as failed has failed under its own code', async () => {
    const [shop, who] = [await shopWith(), person()]
    const { id } = await push(shop, who)
    await report((await taken(who)).id, 'failed')
    expect(await ended(shop, id, 'failed')).toMatchObject({ error_code: 'pager.out_of_range' })
  })

  test('a retraction cancels what is held, which was never charged', async () => {
    const [shop, who] = [await shopWith(), person()]
    const send_at = new Date(Date.now() + 3_600_000).toISOString()
    const { id, pager: block } = await push(shop, who, { send_at })
    expect(block).toMatchObject({ queued: true, credits: 1 })
    await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: freshKey() })
    await operator('POST', '/clock/advance', { seconds: 3_700 })
    expect(await blockOf(shop, id)).toMatchObject({ state: null })
    expect([await balanceOf(shop), pagerCompany.submittedTo(who.to)]).toEqual([10, []])
  })

  test('STOP and START from it count for it and no other channel; a stop by the operator stays', async () => {
    const [shop, who] = [await shopWith({ sms: 'on' }), person()]
    await delivered(shop, who)
    const channels = ['sms', pager]
    await write(who, 'STOP')
    expect(await push(shop, who, { channels })).toMatchObject({
      pager: { skipped_reason: 'stopped' },
      sms: { queued: true },
    })
    await write(who, 'START')
    expect((await push(shop, who)).pager.queued).toBe(true)
    await operator('POST', `/businesses/${shop.id}/recipients/${who.email}/stop`, { channel: pager })
    await write(who, 'START')
    expect((await push(shop, who)).pager.skipped_reason).toBe('stopped')
  })

  test('a reader stops it in the inbox, for good, and sees since when it may come', async () => {
    const [shop, who] = [await shopWith({ sms: 'on' }), person()]
    await delivered(shop, who)
    const customer = await readers.customerOf(shop, { recipient_email: who.email })
    const cookie = await readers.enter(customer)
    const page = await readers.read(cookie, '/inbox/settings')
    expect(page.text).toMatch(/<dt>Pages since<\/dt><dd><time/)
    const path = `/inbox/settings/${pagerControl}`
    const stopped = await readers.submit(path, { proof: hiddenOn(page, 'proof') }, { Cookie: cookie })
    expect(stopped.headers['location']).toBe(`/inbox/settings?done=${pagerControl}`)
    expect((await readers.read(cookie, stopped.headers['location'] as string)).text).toContain('No more pages.')
    await write(who, 'START')
    expect(await push(shop, who, { channels: ['sms', pager] })).toMatchObject({
      pager: { skipped_reason: 'stopped' },
      sms: { queued: true },
    })
  })

  test('an erasure counts and removes it, and keeps the stop of the number', async () => {
    const [shop, who] = [await shopWith(), person()]
    await delivered(shop, who)
    await operator('POST', `/businesses/${shop.id}/recipients/${who.email}/stop`, { channel: pager })
    const erased = await shop.call('POST', `/api/v1/recipients/${who.email}/erase`, { headers: freshKey() })
    expect(erased.json).toMatchObject({
      deleted: { messages: 1, pager_sends: 1, sms_sends: 0, whatsapp_sends: 0, recipients: 1 },
      kept: { pager_opt_outs: 1, sms_opt_outs: 0, whatsapp_opt_outs: 0 },
    })
    expect(await db.all(consentsOf, shop)).toEqual([])
    expect((await push(shop, { ...who, email: person().email })).pager.skipped_reason).toBe('stopped')
  })

  test('the interface describes it', async () => {
    const { paths, components } = (await call('GET', '/api/v1/openapi.json')).json
    expect(paths['/api/v1/messages/{public_id}/pager'].post).toMatchObject({
      operationId: 'resendPager',
      summary: 'Send the page of a message whose page never went out',
    })
    expect(JSON.stringify(components)).toContain('"pager":{')
  })
})
