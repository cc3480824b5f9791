import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { runMaintenance } from '../../src/scheduling/maintenance.ts'
import type { Shop } from '../support/client.ts'
import { freshKey, pushMessage, shippedOrder } from '../support/messages.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { createInboxClient } from './6-inbox-client.ts'

/** The suppression of an address that all businesses share: `platform_suppressed`. */
const testService = await createTestService()
const { business, call, db, operator, simulator } = testService
const { customerOf, enter, read } = createInboxClient(testService)
await simulator.reports('manual')

let addressCount = 0
const address = (): string => `ada+shared${addressCount++}@simulator.example`
const push = (shop: Shop, to: string) => pushMessage(shop, shippedOrder({ recipient_email: to, channels: ['email'] }))
const skippedReason = async (shop: Shop, to: string) => (await push(shop, to)).email.skipped_reason
const advanceDays = (days: number) => operator('POST', '/clock/advance', { seconds: Math.round(days * 86_400) })
const factsOf = async (to: string) => (await operator('GET', `/suppressions/${encodeURIComponent(to)}`)).json
const lift = (to: string, query = 'reason=The+mailbox+is+back') =>
  operator('DELETE', `/suppressions/${encodeURIComponent(to)}?${query}`)
const liftsOf = async (id: string): Promise<{ before: { bounced_at: string } }[]> =>
  (await operator('GET', '/audit?action=liftSuppression&limit=100')).json.items.filter(
    ({ target }: { target: string }) => target === id,
  )

const erase = (shop: Shop, to: string) =>
  shop.call('POST', `/api/v1/recipients/${encodeURIComponent(to)}/erase`, { headers: freshKey() })
const byShop = (shops: Shop[]) => (one: { business_id: string }, other: { business_id: string }) =>
  positionOf(shops, one) - positionOf(shops, other)
const positionOf = (shops: Shop[], { business_id: id }: { business_id: string }) =>
  shops.findIndex((shop) => shop.id === id)

/** Sends an email and returns how to report on it. */
async function send(shop: Shop, to: string) {
  const { id } = await push(shop, to)
  const email = await simulator.waitForEmail(id)
  const delivery = async () => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery
  return {
    email,
    report: async (status: string, shown = status) => {
      await simulator.report(email.id, status)
      await until(shown, async () => (await delivery())[shown])
    },
  }
}
async function bounce(shop: Shop, to: string): Promise<void> {
  await (await send(shop, to)).report('bounced')
}

describe('a shared suppression', () => {
  test('lasts 90 days after a permanent bounce; then one email may be sent, and another bounce starts it again', async () => {
    const [shop, other, third] = [await business(), await business(), await business()]
    const to = address()
    await bounce(shop, to)
    await advanceDays(89.9)
    expect(await skippedReason(other, to)).toBe('platform_suppressed')
    await advanceDays(0.2)
    expect((await factsOf(to)).platform).toBeNull()
    await bounce(other, to)
    expect(await skippedReason(third, to)).toBe('platform_suppressed')
    expect([await skippedReason(shop, to), await skippedReason(other, to)]).toEqual(['suppressed', 'suppressed'])
  })

  test('is renewed by another permanent bounce within this time', async () => {
    const [shop, other, third] = [await business(), await business(), await business()]
    const to = address()
    const [first, second] = [await send(shop, to), await send(other, to)]
    await first.report('bounced')
    await advanceDays(60)
    await second.report('bounced')
    await advanceDays(60)
    expect(await skippedReason(third, to)).toBe('platform_suppressed')
    await advanceDays(31)
    expect(await skippedReason(third, to)).toBeNull()
  })

  test('applies to an email that was scheduled before the bounce', async () => {
    const [shop, other] = [await business(), await business()]
    const to = address()
    const { now } = (await operator('POST', '/clock/advance', { seconds: 0 })).json
    const sendAt = new Date(Date.parse(now) + 80 * 86_400_000).toISOString()
    const { id } = await pushMessage(other, shippedOrder({ recipient_email: to, channels: ['email'], send_at: sendAt }))
    await bounce(shop, to)
    await advanceDays(81)
    const { not_sent: notSent } = await until('the refusal', async () => {
      const { delivery } = (await other.call('GET', `/api/v1/messages/${id}`)).json
      return delivery.not_sent && delivery
    })
    expect(notSent.reason).toBe('platform_suppressed')
  })

  for (const [what, reason, cause] of [
    ['a transient bounce', null, async (shop: Shop, to: string) => (await send(shop, to)).report('failed', 'bounced')],
    ['a complaint', 'suppressed', async (shop: Shop, to: string) => (await send(shop, to)).report('complained')],
    [
      'an unsubscription',
      'unsubscribed',
      async (shop: Shop, to: string) => {
        const { email } = await send(shop, to)
        await call('POST', new URL(email.unsubscribe_url).pathname)
      },
    ],
    [
      'a refusal of the mail server',
      null,
      async (shop: Shop, to: string) => {
        await simulator.script(to, 'refuse')
        const { id } = await push(shop, to)
        await until('refused', async () => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery.failed)
      },
    ],
  ] as const)
    test(`does not follow from ${what}`, async () => {
      const [shop, other, to] = [await business(), await business(), address()]
      await cause(shop, to)
      expect((await factsOf(to)).platform).toBeNull()
      expect([await skippedReason(shop, to), await skippedReason(other, to)]).toEqual([reason, null])
    })

  test('is stored and part of the data export until it expires', async () => {
    const [shop, other, to] = [await business(), await business(), address()]
    const customer = await customerOf(other, { recipient_email: to })
    const exported = async () => {
      const { status, text } = await read(await enter(customer), '/data-export.json')
      expect(status).toBe(200)
      return text.includes('undeliverable')
    }
    const stored = async () => {
      await runMaintenance(db)
      return (await db.one(countRows))!.count
    }
    await bounce(shop, to)
    await advanceDays(89)
    expect([(await stored()) > 0, await exported()]).toEqual([true, true])
    await advanceDays(2)
    expect([await stored(), await exported()]).toEqual([0, false])
  })
  const countRows = statement<null, { count: number }>(
    'test.count_platform_suppressions',
    `select count(*)::integer as count from platform_suppressions`,
  )
})

describe('the operator', () => {
  test('reads the shared suppression of an address and those of businesses, in any spelling', async () => {
    const [bounced, complained] = [await business(), await business()]
    const to = address()
    expect(await factsOf(to)).toEqual({ platform: null, businesses: [] })
    const earlier = await send(complained, to)
    await bounce(bounced, to)
    await earlier.report('complained')
    const { platform, businesses } = await factsOf(to.replace('simulator', 'SIMULATOR'))
    expect(Date.parse(platform.expires_at) - Date.parse(platform.bounced_at)).toBe(90 * 86_400_000)
    expect(businesses).toEqual([
      { business_id: complained.id, reason: 'complained', created_at: expect.any(String) },
      { business_id: bounced.id, reason: 'bounced', created_at: expect.any(String) },
    ])
  })

  test('reads unsubscriptions, also beside another reason and after an erasure, and lifts none', async () => {
    const [recorded, complained, other] = [await business(), await business(), await business()]
    const to = address()
    await push(recorded, to)
    const complaint = await send(complained, to)
    await push(other, to)
    await operator('POST', `/businesses/${recorded.id}/recipients/${encodeURIComponent(to)}/unsubscribe`)
    await complaint.report('complained')
    await call('POST', new URL(complaint.email.unsubscribe_url).pathname)
    const expected = [
      { business_id: complained.id, reason: 'unsubscribed', created_at: expect.any(String) },
      { business_id: complained.id, reason: 'complained', created_at: expect.any(String) },
      { business_id: recorded.id, reason: 'unsubscribed', created_at: expect.any(String) },
    ]
    expect(await factsOf(to.replace('simulator', 'SIMULATOR'))).toEqual({ platform: null, businesses: expected })

    expect((await lift(to)).status).toBe(404)
    const shops = [recorded, complained, other]
    const reasons = () => Promise.all(shops.map((shop) => skippedReason(shop, to)))
    expect(await reasons()).toEqual(['unsubscribed', 'unsubscribed', null])
    // What an erasure preserves is stored in another table, and a new recipient can unsubscribe again.
    await erase(recorded, to)
    expect(await reasons()).toEqual(['unsubscribed', 'unsubscribed', null])
    await operator('POST', `/businesses/${recorded.id}/recipients/${encodeURIComponent(to)}/unsubscribe`)
    const { businesses } = await factsOf(to)
    expect(businesses.toSorted(byShop(shops))).toEqual([expected[2], expected[0], expected[1]])
  })

  test('lifts the shared one with a reason, which is audited; those of businesses stay', async () => {
    const [bounced, complained, unsubscribed, other] = await Promise.all([1, 2, 3, 4].map(() => business()))
    const to = address()
    const [complaint, unsubscription] = [await send(complained!, to), await send(unsubscribed!, to)]
    await bounce(bounced!, to)
    await complaint.report('complained')
    await call('POST', new URL(unsubscription.email.unsubscribe_url).pathname)
    const { platform, businesses } = await factsOf(to)

    for (const query of ['', 'reason='])
      expect([(await lift(to, query)).status, (await factsOf(to)).platform]).toEqual([422, platform])
    const lifted = await lift(to)
    expect([lifted.status, lifted.text]).toEqual([204, ''])
    const { id, ...times } = platform
    expect(await liftsOf(id)).toEqual([
      expect.objectContaining({
        action: 'liftSuppression',
        request_id: lifted.headers['x-request-id'],
        business_id: null,
        target: id,
        before: times,
        after: { reason: 'The mailbox is back' },
        personal: null,
      }),
    ])

    expect(await factsOf(to)).toEqual({ platform: null, businesses })
    expect([(await lift(to)).status, (await lift(to)).json]).toEqual([404, { error_code: 'suppression.not_found' }])
    expect(await liftsOf(id)).toHaveLength(1)
    expect(
      await Promise.all([bounced!, complained!, unsubscribed!, other!].map((shop) => skippedReason(shop, to))),
    ).toEqual(['suppressed', 'suppressed', 'unsubscribed', null])
  })

  test('has nothing to lift after it expired', async () => {
    const [shop, to] = [await business(), address()]
    await bounce(shop, to)
    await advanceDays(91)
    expect((await lift(to)).json).toEqual({ error_code: 'suppression.not_found' })
  })

  test('lifts a suppression that a repeated report does not restore', async () => {
    const [shop, to] = [await business(), address()]
    const { email, report } = await send(shop, to)
    await report('bounced')
    await lift(to)
    await simulator.report(email.id, 'bounced')
    expect((await factsOf(to)).platform).toBeNull()
  })

  test('lists shared suppressions in pages, newest first, without addresses', async () => {
    const shop = await business()
    const sent = [address(), address(), address()]
    for (const to of sent) await bounce(shop, to)
    const times = await Promise.all(sent.map(async (to) => (await factsOf(to)).platform))
    const first = (await operator('GET', '/suppressions?limit=2')).json
    const second = (await operator('GET', `/suppressions?limit=2&cursor=${first.next_cursor}`)).json
    const items = [...first.items, ...second.items].slice(0, 3)
    expect(items).toEqual(times.toReversed())
    expect(new Set(items.map(({ id }) => id)).size).toBe(3)
    expect(JSON.stringify(first)).not.toContain('@')
    expect((await operator('GET', '/suppressions?cursor=sup_none')).status).toBe(422)
  })
})

test('a bounce that is reported while an operator lifts the suppression counts if it is recorded later', async () => {
  const random = seededRandom(17)
  const [shop, other] = [await business(), await business()]
  for (let run = 0; run < 25; run++) {
    const to = address()
    const [first, second] = [await send(shop, to), await send(other, to)]
    await first.report('bounced')
    const { id, bounced_at: firstBounce } = (await factsOf(to)).platform
    const [lifted] = await Promise.all([
      sleep(random() * 12).then(() => lift(to)),
      sleep(random() * 12).then(() => second.report('bounced')),
    ])
    expect(lifted.status).toBe(204)
    const lifts = await liftsOf(id)
    expect(lifts).toHaveLength(1)
    // Lifting the renewed suppression leaves none. Lifting the earlier one leaves that of the second bounce.
    const { platform } = await factsOf(to)
    expect(platform === null).toBe(lifts[0]!.before.bounced_at !== firstBounce)
    expect(platform?.bounced_at).not.toBe(firstBounce)
    expect(await skippedReason(other, to)).toBe('suppressed')
  }
})
