// oxlint-disable-next-line import/no-unassigned-import -- first, so that the channel is registered before anything reads the registry
import './support/pager-rules.ts'

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statement } from '../src/db/statement.ts'
import { localeTexts } from '../src/inbox/locales/locales.ts'
import { installQueue } from '../src/queue/queue.ts'
import { createInboxClient, hiddenOn } from './spec/6-inbox-client.ts'
import type { Shop } from './support/client.ts'
import { eventsOf } from './support/events.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { pagerCompany, pagerPassword, pagerPath } from './support/pager-adapter.ts'
import { pager, pagerControl } from './support/pager-rules.ts'
import { until } from './support/simulator-client.ts'
import { createTestService } from './support/test-service.ts'

/** The migration of a new channel: a column for the setting of a business, and constraints that allow its name. */
const migration = `
  alter table businesses add column pager text not null default 'not_enabled' check (pager in ('not_enabled', 'off', 'on', 'on_request'));
  alter table nudges drop constraint nudges_channel_check;
  alter table number_stops drop constraint number_stops_channel_check;
  alter table number_contacts drop constraint number_contacts_channel_check`

const pageTexts = {
  title: 'Pages',
  does: 'No pages.',
  doesNot: 'Texts still come.',
  button: 'Stop',
  done: 'No more pages.',
}
Object.assign(localeTexts.en, {
  [pagerControl]: { ...pageTexts, liftable: 'START.', alreadyUsed: 'None.', since: 'Pages since' },
})

const testService = await createTestService({
  async prepare(database, url) {
    await database.command(migration)
    await installQueue(url)
  },
})

const { business, operator, call, db, simulator } = testService
const readers = createInboxClient(testService)

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
const submittedPage = ({ to }: Person) => until('a page', async () => pagerCompany.submittedTo(to).at(-1))
const balanceOf = async (shop: Shop): Promise<number> => (await shop.call('GET', '/api/v1/credits')).json.balance
const callBack = (body: object) =>
  call('POST', pagerPath, { headers: { 'x-password': pagerPassword }, raw: JSON.stringify(body) })
const report = (nudgeId: string, kind: string) =>
  callBack({ reports: [{ nudgeId, at: new Date().toISOString(), report: { kind, cause: 'other' } }] })
const write = ({ to }: Person, text: string) => callBack({ inbound: [{ id: randomUUID(), from: to, text }] })
const resend = (shop: Shop, id: string) => shop.call('POST', `/api/v1/messages/${id}/pager`, { headers: freshKey() })
const delivered = async (shop: Shop, who: Person) => {
  const { id } = await push(shop, who)
  await report((await submittedPage(who)).id, 'delivered')
  await ended(shop, id, 'delivered')
  return id
}
const pagesOf = async (id: string) => (await eventsOf(db, id)).filter(({ type }) => type.startsWith('pager.'))

const consentsOf = statement<{ businessId: string }, { channel: string }>(
  'test.consents_of_pager',
  `select channel from recipient_channels where business_id = $businessId`,
)

describe('a paid channel added by a registry row and an adapter', () => {
  test('a push queues a nudge, which is submitted, charged, reported and published by webhook', async () => {
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
    const page = await submittedPage(who)
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
    test(`the gates of the channel: ${what} → ${block ?? 'no block'}`, async () => {
      const shop = await shopWith(settings)
      const pushed = await push(shop, person(), over)
      expect(pushed.pager?.skipped_reason ?? null).toBe(block)
      expect(await balanceOf(shop)).toBe(10)
    })
  test('the gates of the channel: without credit → insufficient_credit', async () => {
    const pushed = await push(await shopWith({}, 0), person())
    expect(pushed.pager).toMatchObject({ queued: false, skipped_reason: 'insufficient_credit' })
  })

  test('a refused nudge is refunded and published, and may be resent', async () => {
    const [shop, who] = [await shopWith(), person()]
    pagerCompany.setResult(who.to, { outcome: 'refused', retryable: false, detail: 'no such pager' })
    const { id } = await push(shop, who)
    expect(await ended(shop, id, 'rejected')).toMatchObject({ error_code: 'pager.submit_refused', credits: 0 })
    expect(await balanceOf(shop)).toBe(10)
    expect(await pagesOf(id)).toMatchObject([{ type: 'pager.rejected', data: { credits_refunded: 1 } }])

    pagerCompany.setResult(who.to, { outcome: 'accepted' })
    expect((await resend(shop, id)).json).toMatchObject({ queued: true, credits: 1 })
    await until('a second page', async () => pagerCompany.submittedTo(who.to).length === 2)
    await report((await submittedPage(who)).id, 'delivered')
    await ended(shop, id, 'delivered')
    expect(await balanceOf(shop)).toBe(9)
    expect((await resend(shop, id)).json.error_code).toBe('pager.already_sent')
  })

  test('a nudge with an unknown outcome stays charged and may not be resent', async () => {
    const [shop, who] = [await shopWith(), person()]
    pagerCompany.setResult(who.to, { outcome: 'unknown', detail: 'closed' })
    const { id } = await push(shop, who)
    expect(await ended(shop, id, 'failed')).toMatchObject({ error_code: 'pager.submit_outcome_unknown', credits: 1 })
    const refused = await resend(shop, id)
    expect([refused.status, refused.json.error_code]).toEqual([409, 'pager.may_have_sent'])
    expect(pagerCompany.submittedTo(who.to).length).toBe(1)
    expect(await pagesOf(id)).toMatchObject([{ type: 'pager.failed', data: { credits: 1 } }])
  })

  test("a failure reported by the provider gets the channel's own error code", async () => {
    const [shop, who] = [await shopWith(), person()]
    const { id } = await push(shop, who)
    await report((await submittedPage(who)).id, 'failed')
    expect(await ended(shop, id, 'failed')).toMatchObject({ error_code: 'pager.out_of_range' })
  })

  test('a retraction cancels a scheduled nudge, which is never charged', async () => {
    const [shop, who] = [await shopWith(), person()]
    const send_at = new Date(Date.now() + 3_600_000).toISOString()
    const { id, pager: block } = await push(shop, who, { send_at })
    expect(block).toMatchObject({ queued: true, credits: 1 })
    await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: freshKey() })
    await operator('POST', '/clock/advance', { seconds: 3_700 })
    expect(await blockOf(shop, id)).toMatchObject({ state: null })
    expect([await balanceOf(shop), pagerCompany.submittedTo(who.to)]).toEqual([10, []])
  })

  test("STOP and START apply only to their channel, and START does not revoke the operator's stop", async () => {
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

  test('the inbox settings show the date of consent and stop the channel permanently', async () => {
    const [shop, who] = [await shopWith({ sms: 'on' }), person()]
    await delivered(shop, who)
    const customer = await readers.customerOf(shop, { recipient_email: who.email })
    const visit = await readers.enter(customer)
    const page = await readers.read(visit, '/settings')
    expect(page.text).toMatch(/<dt>Pages since<\/dt><dd><time/)
    const path = `/settings/${pagerControl}`
    const stopped = await readers.submitIn(visit, path, { proof: hiddenOn(page, 'proof') })
    expect(stopped.headers['location']).toBe(`${visit.path}/settings?done=${pagerControl}`)
    expect((await readers.read(visit, `/settings?done=${pagerControl}`)).text).toContain('No more pages.')
    await write(who, 'START')
    expect(await push(shop, who, { channels: ['sms', pager] })).toMatchObject({
      pager: { skipped_reason: 'stopped' },
      sms: { queued: true },
    })
  })

  test('an erasure counts and deletes the nudges, and retains the stop of the number', async () => {
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

  test('the OpenAPI document describes the channel', async () => {
    const { paths, components } = (await call('GET', '/api/v1/openapi.json')).json
    expect(paths['/api/v1/messages/{public_id}/pager'].post).toMatchObject({
      operationId: 'resendPager',
      summary: 'Send the page of a message whose page never went out',
    })
    expect(JSON.stringify(components)).toContain('"pager":{')
  })
})
