import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { spelledHosts } from '../../src/email.support.ts'
import { type EmailIdentity, emailIdentity } from '../../src/email.ts'
import { parseId } from '../../src/ids.ts'
import { createDigestKey } from '../../src/keyring.ts'
import { addressDigests } from '../../src/recipients/digest.ts'
import { patient, retryUnavailable, type Shop } from '../support/client.ts'
import { eventsOf } from '../support/events.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { createInboxClient, hiddenOn } from './6-inbox-client.ts'

const testService = await createTestService()
const { business, config, db, operator, simulator } = testService
const digestKey = createDigestKey(config.digestKey)

let recipientCount = 0
/** An address as it is first pushed, and another spelling of the same mailbox. */
const spellings: [name: string, given: () => string, other: (given: string) => string][] = [
  ['a fullwidth letter', () => `ada+${recipientCount++}@simulator.example`, (given) => given.replace('@s', '@\uff53')],
  [
    'an ideographic full stop',
    () => `ada+${recipientCount++}@simulator.example`,
    (given) => given.replace('.', '\u3002'),
  ],
  [
    'a soft hyphen',
    () => `ada+${recipientCount++}@simulator.example`,
    (given) => given.replace('@simu', '@simu\u00ad'),
  ],
  ['capital letters', () => `ada+${recipientCount++}@b\u00fccher.example`, (given) => given.toUpperCase()],
  [
    'its ASCII form',
    () => `ada+${recipientCount++}@b\u00fccher.example`,
    (given) => given.replace('b\u00fccher', 'xn--bcher-kva'),
  ],
  [
    'its Unicode form',
    () => `ada+${recipientCount++}@xn--bcher-kva.example`,
    (given) => given.replace('xn--bcher-kva', 'b\u00fccher'),
  ],
]
const recipientPath = (email: string, suffix: string) => `/api/v1/recipients/${encodeURIComponent(email)}/${suffix}`
const push = (shop: Shop, email: string, over: object = {}) =>
  pushMessage(shop, shippedOrder({ recipient_email: email, ...over }))
const unsubscribe = async (shop: Shop, email: string) => {
  const path = `/businesses/${shop.id}/recipients/${encodeURIComponent(email)}/unsubscribe`
  expect((await retryUnavailable(() => operator('POST', path))).status).toBe(200)
}
const erase = async (shop: Shop, email: string) =>
  (await shop.call('POST', recipientPath(email, 'erase'), { headers: freshKey() })).json
const listMessages = async (shop: Shop, email: string) =>
  (await shop.call('GET', `/api/v1/messages?recipient_email=${encodeURIComponent(email)}`)).json.items
const bounced = (shop: Shop, id: string) =>
  until('the bounce', async () => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery.bounced)

for (const [name, create, respell] of spellings)
  describe(`a domain with ${name} is the same mailbox (2.1)`, () => {
    test('a push finds the recipient, and every response shows the address as it was first pushed', async () => {
      const [shop, given] = [await business(), create()]
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
      const sms = (
        await shop.call('PUT', recipientPath(other, 'phone'), { body: { phone: `+4477009${10_000 + recipientCount}` } })
      ).json
      const read = (await shop.call('GET', recipientPath(other, 'sms'))).json
      expect([view, sms, read].map((response) => response.recipient_email)).toEqual([given, given, given])
      for (const spelling of [given, other])
        expect((await listMessages(shop, spelling)).map((item: { id: string }) => item.id)).toEqual([first.id])
      const scheduled = await push(shop, other, { send_at: soon() })
      await shop.call('POST', `/api/v1/messages/${scheduled.id}/retract`, { headers: freshKey() })
      const [event] = await eventsOf(db, scheduled.id)
      expect(event).toMatchObject({ type: 'message.not_sent', data: { recipient_email: given } })
      expect((await shop.call('DELETE', recipientPath(other, 'phone'))).json.recipient_email).toBe(given)
    })

    test('an unsubscribed recipient is not emailed under it, before and after an erasure', async () => {
      const [shop, given] = [await business(), create()]
      const other = respell(given)
      await push(shop, given, { notify: false })
      await unsubscribe(shop, other)
      expect((await push(shop, other)).email).toEqual({ sending: false, skipped_reason: 'unsubscribed' })
      const { deleted, kept } = await erase(shop, other)
      expect([deleted.messages, deleted.recipients, kept.email_suppressions]).toEqual([2, 1, 1])
      for (const spelling of [other, given])
        expect((await push(shop, spelling)).email).toEqual({ sending: false, skipped_reason: 'unsubscribed' })
    })

    test('one erasure deletes everything, including items of stored batch responses', async () => {
      const [shop, given] = [await business(), create()]
      const headers = freshKey()
      const messages = [given, respell(given), `bob+${recipientCount++}@simulator.example`].map((email) =>
        shippedOrder({ recipient_email: email, notify: false }),
      )
      const batch = async () =>
        (await shop.call('POST', '/api/v1/messages/batch', { headers, body: { messages } })).json.results
      const emails = (await batch()).map((item: { result: { recipient_email: string } }) => item.result.recipient_email)
      expect(emails.slice(0, 2)).toEqual([given, given])
      const { deleted } = await erase(shop, respell(given))
      // Each item has a stored response, and the response of the batch contains a copy.
      expect([deleted.messages, deleted.recipients, deleted.api_responses]).toEqual([2, 1, 4])
      expect((await batch()).map((item: { error_code: string | null }) => item.error_code)).toEqual([
        'message.not_found',
        'message.not_found',
        null,
      ])
      for (const spelling of [given, respell(given)]) expect(await listMessages(shop, spelling)).toEqual([])
    })

    test('a stop from the dashboard applies to it', async () => {
      const [shop, given] = [await openShop({ business, operator }, 10, { sms: 'on' }), create()]
      const phone = `+4477009${20_000 + recipientCount++}`
      await push(shop, given, { notify: false, recipient_phone: phone })
      const path = `/businesses/${shop.id}/recipients/${encodeURIComponent(respell(given))}/stop`
      expect((await operator('POST', path, { channel: 'sms' })).status).toBe(200)
      const { sms } = await push(shop, respell(given), { recipient_phone: phone, channels: ['sms'] })
      expect(sms.skipped_reason).toBe('stopped')
    })
  })

test('a bounced address is suppressed in every spelling, for the business and the platform (2.3)', async () => {
  const [shop, another] = [await business(), await business()]
  for (const [, , respell] of spellings.slice(0, 3)) {
    const given = `bounced+${recipientCount++}@simulator.example`
    await bounced(shop, (await push(shop, given)).id)
    expect((await push(shop, respell(given))).email.skipped_reason).toBe('suppressed')
    expect((await push(another, respell(given))).email.skipped_reason).toBe('platform_suppressed')
  }
})

test('a suppression that an earlier release stored under a spelling applies to the mailbox from the next push on (2.3)', async () => {
  const [shop, another] = [await business(), await business()]
  const [given, ascii] = ['stored@b\u00fccher.example', 'stored@xn--bcher-kva.example']
  const { businessId } = shop
  await db.all(plantSuppression, { businessId, ...addressDigests(digestKey, businessId, given as EmailIdentity) })
  expect((await push(shop, given)).email.skipped_reason).toBe('unsubscribed')
  expect((await push(shop, ascii)).email.skipped_reason).toBe('unsubscribed')
  expect((await push(another, ascii)).email.skipped_reason).toBe('platform_suppressed')
})
const plantSuppression = statement<{ businessId: string; addressDigest: Buffer; platformDigest: Buffer }>(
  'probe.plant_suppression',
  `with platform as (insert into platform_suppressions (address_digest) values ($platformDigest))
   insert into email_suppressions (business_id, address_digest, reason) values ($businessId, $addressDigest, 'unsubscribed')`,
)

test('events and inbox pages show the address as it was first pushed; the email to the owner uses ASCII (6.1)', async () => {
  const { customerOf, enter, read, submitIn } = createInboxClient(testService)
  const given = 'reader@b\u00fccher.example'
  const shop = await business({ contact_email: ' Owner@B\u00fccher.example' })
  await push(shop, given, { notify: false })
  const customer = await customerOf(shop, { recipient_email: emailIdentity(given) })
  const visit = await enter(customer)
  const settings = await read(visit, '/settings')
  expect(settings.text).toContain(given)
  expect(JSON.parse((await read(visit, '/data-export.json')).text).you.email).toBe(given)
  await submitIn(visit, '/settings/erasure', { proof: hiddenOn(settings, 'proof') })
  const [event] = await eventsOf(db, null, shop.id)
  expect(event).toMatchObject({ type: 'recipient.erasure_requested', data: { recipient_email: given } })
  const email = await until('the email', async () => (await simulator.outbox({ to: 'owner@b\u00fccher.example' }))[0])
  expect([email.headers.to, email.text.includes(given)]).toEqual(['owner@xn--bcher-kva.example', true])
})

test('SMTP, suppression, stop and erasure use the same address for every spelling (1.2)', async () => {
  const shop = patient(await openShop({ business, operator }, 1_000, { sms: 'on', sms_warmup_cap: 1_000 }))
  const businessId = parseId('biz', shop.id)!
  const checkSpellings = async ({ host, spellings: [first, second, third] }: { host: string; spellings: string[] }) => {
    const local = `grace${recipientCount++}`
    const [one, two, three] = [`${local}@${first}`, `${local}@${second}`, `${local}@${third}`]
    const sent = await push(shop, one, { recipient_phone: `+4477009${30_000 + recipientCount}`, channels: ['email'] })
    const email = await simulator.waitForEmail(sent.id)
    // The simulator's SMTP server decodes the domain of RCPT TO but not that of the header.
    const ascii = domainToASCII(host)
    expect([email.to, email.headers.to]).toEqual([`${local}@${domainToUnicode(ascii)}`, `${local}@${ascii}`])

    const path = `/businesses/${shop.id}/recipients/${encodeURIComponent(two)}`
    await retryUnavailable(() => operator('POST', `${path}/stop`, { channel: 'sms' }))
    expect((await push(shop, three, { channels: ['sms'] })).sms.skipped_reason).toBe('stopped')
    await unsubscribe(shop, three)
    const { deleted, kept } = await erase(shop, two)
    expect([deleted.messages, deleted.recipients, kept.email_suppressions]).toEqual([2, 1, 1])
    const { addressDigest } = addressDigests(digestKey, businessId, email.headers.to)
    expect(await db.all(suppressionOf, { businessId, addressDigest })).toEqual([{ reason: 'unsubscribed' }])
    for (const spelling of [one, two, three])
      expect((await push(shop, spelling)).email.skipped_reason).toBe('unsubscribed')
  }
  // Ten at once, because each waits for an email.
  await fc.assert(
    fc.asyncProperty(fc.array(spelledHosts(3), { minLength: 10, maxLength: 10 }), (drawn) =>
      Promise.all(drawn.map(checkSpellings)).then(() => undefined),
    ),
    // Each run takes a second, so a smaller example would take minutes.
    { numRuns: 4, endOnFailure: true },
  )
})
const suppressionOf = statement<{ businessId: string; addressDigest: Buffer }, { reason: string }>(
  'probe.suppression_of',
  `select reason from email_suppressions where business_id = $businessId and address_digest = $addressDigest`,
)

const soon = (): string => new Date(Date.now() + 3_600_000).toISOString()
