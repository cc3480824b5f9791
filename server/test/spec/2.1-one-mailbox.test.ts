import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { createDeriveKey } from '../../src/derive-key.ts'
import { spelledHosts } from '../../src/email.support.ts'
import { type EmailIdentity, emailIdentity } from '../../src/email.ts'
import { parseId } from '../../src/ids.ts'
import { addressDigests } from '../../src/recipients/digest.ts'
import type { Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { createReaders, hiddenOn } from './6-inbox-reader.ts'

const testService = await createTestService()
const { business, config, db, operator, simulator } = testService
const deriveKey = createDeriveKey(config.secretKey)

let people = 0
/** An address as it is first given, and another spelling of the same mailbox. */
const spellings: [what: string, given: () => string, other: (given: string) => string][] = [
  ['a fullwidth letter', () => `ada+${people++}@simulator.example`, (given) => given.replace('@s', '@\uff53')],
  ['an ideographic full stop', () => `ada+${people++}@simulator.example`, (given) => given.replace('.', '\u3002')],
  ['a soft hyphen', () => `ada+${people++}@simulator.example`, (given) => given.replace('@simu', '@simu\u00ad')],
  ['capital letters', () => `ada+${people++}@b\u00fccher.example`, (given) => given.toUpperCase()],
  [
    'its ASCII form',
    () => `ada+${people++}@b\u00fccher.example`,
    (given) => given.replace('b\u00fccher', 'xn--bcher-kva'),
  ],
  [
    'its Unicode form',
    () => `ada+${people++}@xn--bcher-kva.example`,
    (given) => given.replace('xn--bcher-kva', 'b\u00fccher'),
  ],
]
const at = (email: string, rest: string) => `/api/v1/recipients/${encodeURIComponent(email)}/${rest}`
const push = (shop: Shop, email: string, over: object = {}) =>
  pushMessage(shop, shippedOrder({ recipient_email: email, ...over }))
const unsubscribe = async (shop: Shop, email: string) => {
  const path = `/businesses/${shop.id}/recipients/${encodeURIComponent(email)}/unsubscribe`
  expect((await operator('POST', path)).status).toBe(200)
}
const erase = async (shop: Shop, email: string) =>
  (await shop.call('POST', at(email, 'erase'), { headers: freshKey() })).json
const listed = async (shop: Shop, email: string) =>
  (await shop.call('GET', `/api/v1/messages?recipient_email=${encodeURIComponent(email)}`)).json.items
const delivered = (shop: Shop, id: string, what: 'bounced' | 'delivered') =>
  until(what, async () => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery[what])

for (const [what, give, respell] of spellings)
  describe(`a domain with ${what} is the same mailbox (2.1)`, () => {
    test('a push finds the recipient, and every answer shows the address as it was first given', async () => {
      const [shop, given] = [await business(), give()]
      const other = respell(given)
      const first = await push(shop, given, { kind: 'updateable', notify: false })
      const second = await push(shop, other, { kind: 'updateable', notify: false })
      expect([second.id, second.created, first.recipient_email, second.recipient_email]).toEqual([
        first.id,
        false,
        given,
        given,
      ])
      const view = (await shop.call('GET', `/api/v1/messages/${first.id}`)).json
      const sms = (await shop.call('PUT', at(other, 'phone'), { body: { phone: `+4477009${10_000 + people}` } })).json
      const read = (await shop.call('GET', at(other, 'sms'))).json
      expect([view, sms, read].map((answer) => answer.recipient_email)).toEqual([given, given, given])
      for (const spelling of [given, other])
        expect((await listed(shop, spelling)).map((item: { id: string }) => item.id)).toEqual([first.id])
      const held = await push(shop, other, { send_at: soon() })
      await shop.call('POST', `/api/v1/messages/${held.id}/retract`, { headers: freshKey() })
      const [event] = await eventsOf(db, held.id)
      expect(event).toMatchObject({ type: 'message.not_sent', data: { recipient_email: given } })
      expect((await shop.call('DELETE', at(other, 'phone'))).json.recipient_email).toBe(given)
    })

    test('who unsubscribed is not reached by it, before and after an erasure', async () => {
      const [shop, given] = [await business(), give()]
      const other = respell(given)
      await push(shop, given, { notify: false })
      await unsubscribe(shop, other)
      expect((await push(shop, other)).email).toEqual({ sending: false, skipped_reason: 'unsubscribed' })
      const { deleted, kept } = await erase(shop, other)
      expect([deleted.messages, deleted.recipients, kept.email_suppressions]).toEqual([2, 1, 1])
      for (const spelling of [other, given])
        expect((await push(shop, spelling)).email).toEqual({ sending: false, skipped_reason: 'unsubscribed' })
    })

    test('one erasure takes everything, the items of stored batches too', async () => {
      const [shop, given] = [await business(), give()]
      const headers = freshKey()
      const messages = [given, respell(given), `bob+${people++}@simulator.example`].map((email) =>
        shippedOrder({ recipient_email: email, notify: false }),
      )
      const batch = async () =>
        (await shop.call('POST', '/api/v1/messages/batch', { headers, body: { messages } })).json.results
      const emails = (await batch()).map((item: { result: { recipient_email: string } }) => item.result.recipient_email)
      expect(emails.slice(0, 2)).toEqual([given, given])
      const { deleted } = await erase(shop, respell(given))
      // Each item has an answer of its own, and the batch a copy of it.
      expect([deleted.messages, deleted.recipients, deleted.api_responses]).toEqual([2, 1, 4])
      expect((await batch()).map((item: { error_code: string | null }) => item.error_code)).toEqual([
        'message.not_found',
        'message.not_found',
        null,
      ])
      for (const spelling of [given, respell(given)]) expect(await listed(shop, spelling)).toEqual([])
    })

    test('a stop from the dashboard holds for it', async () => {
      const [shop, given] = [await openShop({ business, operator }, 10, { sms: 'on' }), give()]
      const phone = `+4477009${20_000 + people++}`
      await push(shop, given, { notify: false, recipient_phone: phone })
      const path = `/businesses/${shop.id}/recipients/${encodeURIComponent(respell(given))}/stop`
      expect((await operator('POST', path, { channel: 'sms' })).status).toBe(200)
      const { sms } = await push(shop, respell(given), { recipient_phone: phone, channels: ['sms'] })
      expect(sms.skipped_reason).toBe('stopped')
    })
  })

test('an address that bounced is suppressed by every spelling, here and on the platform (2.3)', async () => {
  const [shop, another] = [await business(), await business()]
  for (const [, , respell] of spellings.slice(0, 3)) {
    const given = `bounced+${people++}@simulator.example`
    await delivered(shop, (await push(shop, given)).id, 'bounced')
    expect((await push(shop, respell(given))).email.skipped_reason).toBe('suppressed')
    expect((await push(another, respell(given))).email.skipped_reason).toBe('platform_suppressed')
  }
})

test('what was kept under a spelling by an earlier release holds for the mailbox from the next push on (2.3)', async () => {
  const [shop, another] = [await business(), await business()]
  const [given, ascii] = ['kept@b\u00fccher.example', 'kept@xn--bcher-kva.example']
  const { businessId } = shop
  await db.all(plantSuppression, { businessId, ...addressDigests(deriveKey, businessId, given as EmailIdentity) })
  expect((await push(shop, given)).email.skipped_reason).toBe('unsubscribed')
  expect((await push(shop, ascii)).email.skipped_reason).toBe('unsubscribed')
  expect((await push(another, ascii)).email.skipped_reason).toBe('platform_suppressed')
})
const plantSuppression = statement<{ businessId: string; addressDigest: Buffer; platformDigest: Buffer }>(
  'probe.plant_suppression',
  `with platform as (insert into platform_suppressions (address_digest) values ($platformDigest))
   insert into email_suppressions (business_id, address_digest, reason) values ($businessId, $addressDigest, 'unsubscribed')`,
)

test('events and the pages of the inbox show the address as it was first given; the owner is written to in ASCII (6.1)', async () => {
  const { customerOf, enter, read, submit } = createReaders(testService)
  const given = 'reader@b\u00fccher.example'
  const shop = await business({ contact_email: ' Owner@B\u00fccher.example' })
  await push(shop, given, { notify: false })
  const customer = await customerOf(shop, { recipient_email: emailIdentity(given) })
  const cookie = await enter(customer)
  const settings = await read(cookie, '/inbox/settings')
  expect(settings.text).toContain(given)
  expect(JSON.parse((await read(cookie, '/inbox/held.json')).text).you.email).toBe(given)
  await submit('/inbox/settings/erasure', { proof: hiddenOn(settings, 'proof') }, { Cookie: cookie })
  const [event] = await eventsOf(db, null, shop.id)
  expect(event).toMatchObject({ type: 'recipient.erasure_requested', data: { recipient_email: given } })
  const mail = await until('the mail', async () => (await simulator.outbox({ to: 'owner@b\u00fccher.example' }))[0])
  expect([mail.headers.to, mail.text.includes(given)]).toEqual(['owner@xn--bcher-kva.example', true])
})

test('what SMTP is given is what was looked up for suppression, stop and erasure, whatever the spelling (1.2)', async () => {
  const shop = await openShop({ business, operator }, 1_000, { sms: 'on', sms_warmup_cap: 1_000 })
  const businessId = parseId('biz', shop.id)!
  const holds = async ({ host, spellings: [first, second, third] }: { host: string; spellings: string[] }) => {
    const local = `grace${people++}`
    const [one, two, three] = [`${local}@${first}`, `${local}@${second}`, `${local}@${third}`]
    const sent = await push(shop, one, { recipient_phone: `+4477009${30_000 + people}`, channels: ['email'] })
    const mail = await simulator.mailOf(sent.id)
    // The simulator's mail server decodes the domain of RCPT TO. The header is as it came.
    const ascii = domainToASCII(host)
    expect([mail.to, mail.headers.to]).toEqual([`${local}@${domainToUnicode(ascii)}`, `${local}@${ascii}`])

    const path = `/businesses/${shop.id}/recipients/${encodeURIComponent(two)}`
    await operator('POST', `${path}/stop`, { channel: 'sms' })
    expect((await push(shop, three, { channels: ['sms'] })).sms.skipped_reason).toBe('stopped')
    await unsubscribe(shop, three)
    const { deleted, kept } = await erase(shop, two)
    expect([deleted.messages, deleted.recipients, kept.email_suppressions]).toEqual([2, 1, 1])
    const { addressDigest } = addressDigests(deriveKey, businessId, mail.headers.to)
    expect(await db.all(suppressionOf, { businessId, addressDigest })).toEqual([{ reason: 'unsubscribed' }])
    for (const spelling of [one, two, three])
      expect((await push(shop, spelling)).email.skipped_reason).toBe('unsubscribed')
  }
  // Ten at once, because each waits for a mail.
  await fc.assert(
    fc.asyncProperty(fc.array(spelledHosts(3), { minLength: 10, maxLength: 10 }), (drawn) =>
      Promise.all(drawn.map(holds)).then(() => undefined),
    ),
    { numRuns: 4 },
  )
}, 60_000)
const suppressionOf = statement<{ businessId: string; addressDigest: Buffer }, { reason: string }>(
  'probe.suppression_of',
  `select reason from email_suppressions where business_id = $businessId and address_digest = $addressDigest`,
)

const soon = (): string => new Date(Date.now() + 3_600_000).toISOString()
