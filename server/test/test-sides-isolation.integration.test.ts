import { describe, expect, test } from 'vitest'
import { createContext } from '../src/context.ts'
import { statement } from '../src/db/statement.ts'
import { emailIdentity } from '../src/email.ts'
import { exportedDigestRecords } from '../src/inbox/data-export.sql.ts'
import { inboxLink } from '../src/inbox-tokens/tokens.ts'
import { createDigestKey } from '../src/keyring.ts'
import type { Outbound } from '../src/outbound/outbound.ts'
import { createQueue } from '../src/queue/queue.ts'
import { addressDigests, platformNumberDigest } from '../src/recipients/digest.ts'
import { stopByReply } from '../src/recipients/inbound.ts'
import { createInboxClient } from './spec/6-inbox-client.ts'
import type { Shop } from './support/client.ts'
import { pushMessage, shippedOrder } from './support/messages.ts'
import { queueIdle } from './support/queue-idle.ts'
import { silentLog } from './support/silent-log.ts'
import { until } from './support/simulator-client.ts'
import { createTestService } from './support/test-service.ts'

/** What the service shares between live businesses it does not share between a test side and any other business. */
const testService = await createTestService()
const { config, db, operator, sides, simulator } = testService
const { customerOf, keyring, submit } = createInboxClient(testService)
const context = createContext(db, createQueue(db), {} as Outbound, silentLog, config)
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

let count = 0
const unique = (): number => count++
const phoneOf = (): string => `+44770090${2000 + unique()}`
const paid = { sms: 'on', whatsapp: 'on', sms_warmup_cap: 1_000 }
async function shopSides(settings: Record<string, unknown> = {}) {
  const both = await sides({ ...paid, ...settings })
  await operator('POST', `/businesses/${both.live.id}/credits`, { amount: 100 })
  return both
}
const deliveryOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery
const pushEmail = (shop: Shop, to: string) =>
  pushMessage(shop, shippedOrder({ recipient_email: to, channels: ['email'] }))

describe('a shared suppression', () => {
  const bounce = async (shop: Shop, to: string): Promise<void> => {
    const { id } = await pushEmail(shop, to)
    await until('the bounce', async () => (await deliveryOf(shop, id)).bounced)
  }
  const bounced = (): string => `bounced+side${unique()}@simulator.example`

  test('does not follow from a bounce on a test side, which suppresses the address there only', async () => {
    const [{ live, test: side }, other, to] = [await shopSides(), await shopSides(), bounced()]
    await bounce(side, to)
    expect((await operator('GET', `/suppressions/${to}`)).json.platform).toBeNull()
    const reasons = await Promise.all(
      [side, other.test, live, other.live].map(async (shop) => (await pushEmail(shop, to)).email.skipped_reason),
    )
    expect(reasons).toEqual(['suppressed', null, null, null])
  })

  test('does not apply to a test side, neither at the push nor when the email is sent', async () => {
    const [{ live, test: side }, to] = [await shopSides(), bounced()]
    await bounce(live, to)
    expect((await operator('GET', `/suppressions/${to}`)).json.platform).not.toBeNull()
    await bounce(side, to)
  })

  test('is not part of the data export of a test side', async () => {
    const [{ live, test: side }, to] = [await shopSides(), bounced()]
    await bounce(live, to)
    const exported = async ({ businessId }: Shop) => {
      const digests = addressDigests(createDigestKey(config.digestKey), businessId, emailIdentity(to))
      const numbers = { numberDigest: null, platformNumberDigest: null }
      const records = await db.all(exportedDigestRecords, { businessId, ...digests, ...numbers })
      return records.map(({ what }) => what)
    }
    expect([await exported(live), await exported(side)]).toEqual([['bounced', 'undeliverable'], []])
  })
})

describe('STOP and START by text', () => {
  const recipient = () => ({ email: `ada${unique()}@example.com`, phone: phoneOf() })
  type Recipient = ReturnType<typeof recipient>
  const hold = (shop: Shop, { email, phone }: Recipient) =>
    pushMessage(shop, { recipient_email: email, recipient_phone: phone, subject: 's', body: 'b', notify: false })
  const statusOf = async (shop: Shop, { email }: Recipient): Promise<string> =>
    (await shop.call('GET', `/api/v1/recipients/${email}/sms`)).json.sms_status
  /** What the built-in provider does for a recipient of a test side who replies STOP. */
  const stopOn = async (shop: Shop, { email, phone }: Recipient): Promise<void> => {
    const { id: recipientId } = (await db.one(recipientOf, { ...shop, email }))!
    const replied = { businessId: shop.businessId, recipientId, numberDigest: null }
    await db.transaction((tx) => stopByReply(context, tx, 'sms', replied, phone))
  }
  const recipientOf = statement<{ businessId: string; email: string }, { id: string }>(
    'test.recipient_of_side',
    `select id from recipients where business_id = $businessId and email = $email`,
  )

  test('a STOP from a phone does not stop the recipient of a test side, although it wrote to the number', async () => {
    const [{ live, test: side }, ada] = [await shopSides(), recipient()]
    await hold(live, ada)
    const { id } = await pushMessage(
      side,
      shippedOrder({ recipient_email: ada.email, recipient_phone: ada.phone, channels: ['sms'] }),
    )
    await until('the text', async () => (await deliveryOf(side, id)).sms.state === 'delivered')
    await simulator.inbound('sms', ada.phone, 'STOP')
    await until('the stop', async () => (await statusOf(live, ada)) === 'stopped')
    expect(await statusOf(side, ada)).toBe('active')
  })

  test('a STOP on a test side stops neither its live business nor other businesses', async () => {
    const [{ live, test: side }, other, ada] = [await shopSides(), await shopSides(), recipient()]
    for (const shop of [live, side, other.live, other.test]) await hold(shop, ada)
    await stopOn(side, ada)
    const shops = [side, live, other.live, other.test]
    expect(await Promise.all(shops.map((shop) => statusOf(shop, ada)))).toEqual([
      'stopped',
      'active',
      'active',
      'active',
    ])
  })

  test('a START from a phone lifts the stop of the live business and not that of the test side', async () => {
    const [{ live, test: side }, ada] = [await shopSides(), recipient()]
    for (const shop of [live, side]) {
      await hold(shop, ada)
      await stopOn(shop, ada)
    }
    await simulator.inbound('sms', ada.phone, 'START')
    await until('the start', async () => (await statusOf(live, ada)) === 'active')
    expect(await statusOf(side, ada)).toBe('stopped')
  })

  test('a reply on WhatsApp is never attributed to a test side that wrote to the number last', async () => {
    const [{ live, test: side }, ada] = [await shopSides(), recipient()]
    for (const shop of [live, side]) await hold(shop, ada)
    const platformDigest = platformNumberDigest(createDigestKey(config.digestKey), ada.phone)
    for (const { businessId } of [live, side]) await db.all(touch, { businessId, platformDigest })
    await simulator.inbound('whatsapp', ada.phone, 'Thanks')
    const inbound = async (shop: Shop): Promise<number> =>
      (await shop.call('GET', '/api/v1/events?type=whatsapp.inbound_message')).json.items.length
    await until('the reply', async () => (await inbound(live)) === 1)
    expect(await inbound(side)).toBe(0)
  })
  const touch = statement<{ businessId: string; platformDigest: Buffer }>(
    'test.touch_contact',
    `insert into number_contacts (number_digest, business_id, channel, last_at, senders)
     values ($platformDigest, $businessId, 'whatsapp', clock_now(), '{}')`,
  )
})

test('complaints on a test side pause only that side', async () => {
  const { live, test: side } = await shopSides()
  // One more complaint about either would exceed the rate.
  for (const { businessId } of [live, side]) await db.all(seedComplaints, { businessId })
  const { id } = await pushEmail(side, `complained+${unique()}@simulator.example`)
  await until('the complaint', async () => (await deliveryOf(side, id)).complained)
  const paused = async (shop: Shop) => (await operator('GET', `/businesses/${shop.id}`)).json.sending_paused
  expect([await paused(side), await paused(live)]).toEqual([true, false])
})
const seedComplaints = statement<{ businessId: string }>(
  'test.seed_complaints',
  `insert into daily_sends (business_id, channel, day, sent, complained)
   values ($businessId, 'email', (clock_now() at time zone 'UTC')::date, 1000, 1)`,
)

describe('an email to a real mailbox is not sent', () => {
  test('when an operator creates a key of a test side, and the owner is notified of it', async () => {
    const owner = `owner${unique()}@simulator.example`
    const { live, test: side } = await shopSides({ contact_email: owner })
    const create = async ({ id }: Shop) => (await operator('POST', `/businesses/${id}/keys`, { name: 'CI' })).json.id
    const [ofSide, ofLive] = [await create(side), await create(live)]
    const texts = async (): Promise<string> => {
      for (const shop of [side, live]) await queueIdle(db, shop)
      return (await simulator.outbox({ to: owner })).map(({ text }) => text).join('\n')
    }
    expect(await texts()).toContain(ofLive)
    expect(await texts()).not.toContain(ofSide)
    const { items } = (await operator('GET', `/notices?business_id=${side.id}`)).json
    expect(items).toMatchObject([{ kind: 'api_key_created', detail: { key_id: ofSide } }])
  })

  test('when a recipient of a test side requests a new link', async () => {
    const { live, test: side } = await shopSides()
    const past = new Date(Date.now() - 86_400_000)
    const request = async (shop: Shop) => {
      const customer = await customerOf(shop)
      const token = inboxLink(keyring, '', { ...customer.target, epoch: 0, messageId: null, expiresAt: past })
        .split('/')
        .at(-1)!
      expect((await submit('/inbox/fresh-link', { link: token })).status).toBe(200)
      await queueIdle(db, shop)
      return (await simulator.outbox({ to: customer.email })).length
    }
    expect([await request(live), await request(side)]).toEqual([1, 0])
  })
})

test('a text of a test side is not confirmed as ours, by its reference or by the link of the recipient', async () => {
  const { live, test: side } = await shopSides()
  /** Returns the link that the text contains. */
  const send = async (shop: Shop, reference: string, phone: string): Promise<string> => {
    const customer = await customerOf(shop)
    const order = { recipient_email: customer.email, recipient_phone: phone, reference, channels: ['sms'] }
    const { id } = await pushMessage(shop, shippedOrder(order))
    await until('the text', async () => (await deliveryOf(shop, id)).sms.state === 'delivered')
    const [text] =
      shop === live
        ? await simulator.outbox({ channel: 'sms', message_id: id })
        : (await shop.call('GET', `/api/v1/test/outbox?channel=sms&message_id=${id}`)).json.items
    return text.link
  }
  const resultOf = async (clue: string, ending: string) => {
    const { text } = await submit(`/genuine?shard=${live.shard}`, { clue, ending })
    return /id="result" class="(\w+)"/.exec(text)?.[1]
  }
  const [liveLink, sideLink] = [
    await send(live, 'LIVE-1', '+447700905511'),
    await send(side, 'SIDE-1', '+447700905512'),
  ]
  expect([await resultOf('LIVE-1', '5511'), await resultOf('SIDE-1', '5512')]).toEqual(['yes', 'unknown'])
  expect([await resultOf(liveLink, '5511'), await resultOf(sideLink, '5512')]).toEqual(['yes', 'unknown'])
})
