import { beforeAll, describe, expect, test } from 'vitest'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import { runMaintenance } from '../../src/scheduling/maintenance.ts'
import { retryUnavailable, type Shop } from '../support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from '../support/messages.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { until } from '../support/simulator-client.ts'
import { tally } from '../support/tally.ts'
import { createTestService } from '../support/test-service.ts'

const { business, call, db, operator, simulator, startAnother } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

let recipientCount = 0
const address = (): string => `ada+${recipientCount++}@simulator.example`
/** Outside the numbers to which the simulator gives a behaviour of their own. All have the same prefix. */
const phone = (): string => `+44770091${String(1000 + (recipientCount++ % 9000))}`
const otherPrefix = (): string => `+44770092${String(1000 + (recipientCount++ % 9000))}`
const azerbaijan = '+994501234567'
const landline = '+442079460958'

/** The plan has lapsed, so no email is sent. */
const shopWith = (credits: number, settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop({ business, operator }, credits, {
    sms: 'on',
    whatsapp: 'on',
    plan: 'lapsed',
    rate_limit_per_second: 10_000,
    sms_warmup_cap: 1_000_000,
    contact_email: 'owner@simulator.example',
    ...settings,
  })
const textTo = (to: string, over: Record<string, unknown> = {}) =>
  shippedOrder({ recipient_email: address(), recipient_phone: to, channels: ['sms'], ...over })
const push = (shop: Shop, to: string, over: Record<string, unknown> = {}) => pushMessage(shop, textTo(to, over))
const reasonOf = async (shop: Shop, to: string, over: Record<string, unknown> = {}): Promise<string | null> =>
  (await push(shop, to, over)).sms.skipped_reason
const reasons = async (shop: Shop, ...numbers: string[]): Promise<(string | null)[]> => {
  const found: (string | null)[] = []
  for (const to of numbers) found.push(await reasonOf(shop, to))
  return found
}
const change = (shop: Shop, settings: object) => operator('PATCH', `/businesses/${shop.id}`, settings)
const setDestination = (country: string, body: object) => operator('PUT', `/sms-prices/${country}`, body)
const advance = async (seconds: number): Promise<Date> =>
  new Date((await operator('POST', '/clock/advance', { seconds })).json.now)
const inOneMinute = async (): Promise<string> => new Date((await advance(0)).getTime() + 60_000).toISOString()
const balanceOf = async (shop: Shop): Promise<number> => (await shop.call('GET', '/api/v1/credits')).json.balance
const deliveryOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json.delivery
const rejected = (shop: Shop, id: string) =>
  until('the rejection', async () => {
    const { sms } = await deliveryOf(shop, id)
    return sms?.state === 'rejected' ? { reason: sms.skipped_reason } : null
  })
/** The reason of a fallback text that was not sent. The push itself did not request a text. */
const fallbackReason = (shop: Shop, id: string): Promise<string> =>
  until('the fallback', async () => {
    const { sms } = await deliveryOf(shop, id)
    return sms.skipped_reason === 'disabled_by_request' ? null : sms.skipped_reason
  })
const noticesOf = async (shop: Shop) =>
  (await operator('GET', '/notices')).json.items
    .filter((one: { business_id: string }) => one.business_id === shop.id)
    .map(({ kind, detail }: { kind: string; detail: object }) => ({ kind, ...detail }))
    .toReversed()

/** Net of refunds. */
const spentOf = statement<{ businessId: string }, { credits: number }>(
  'probe.text_credits',
  `select -coalesce(sum(delta), 0)::integer as credits from credit_ledger where business_id = $businessId and send_id is not null`,
)
const countedOf = statement<{ businessId: string }, { credits: number; texts: number }>(
  'probe.counted_texts',
  `select s.credits, (select sum(texts) from prefix_texts p where p.business_id = s.business_id)::integer as texts
     from text_spend s where s.business_id = $businessId`,
)
const spent = async (shop: Shop): Promise<number> => (await db.one(spentOf, shop))!.credits

/** The tests count per day and per hour, so they start at one o'clock UTC. */
beforeAll(async () => {
  await moveDevelopmentClock(db, 86_400 + 3_600 - (Math.floor((await advance(0)).getTime() / 1_000) % 86_400))
})

describe('destinations (2.3)', () => {
  test('a text to a high-risk destination is skipped and costs nothing, and is sent after the operator opened it', async () => {
    const [shop, recipient_email] = [await shopWith(10), address()]
    expect((await push(shop, azerbaijan, { recipient_email })).sms).toMatchObject({
      queued: false,
      credits: 0,
      skipped_reason: 'country_not_allowed',
    })
    await setDestination('AZ', { credits: 4, open: true })
    expect((await push(shop, azerbaijan, { recipient_email })).sms).toMatchObject({ queued: true, credits: 4 })
    expect(await spent(shop)).toBe(4)
    await setDestination('AZ', { credits: 1, open: false })
  })

  test('closing a destination stops scheduled texts and refunds queued ones', async () => {
    const shop = await shopWith(10)
    const scheduled = await push(shop, '+33612345678', { send_at: await inOneMinute() })
    const throttled = '+33612345679'
    await simulator.scriptPaid('sms', throttled, 'throttle', 1)
    const queued = await push(shop, throttled)
    await until('the first attempt', async () => (await simulator.attempts({ to: throttled })).length === 1)
    expect([scheduled.sms.queued, queued.sms.queued, await balanceOf(shop)]).toEqual([true, true, 9])
    await setDestination('FR', { credits: 1, open: false })
    await advance(120)
    expect(await rejected(shop, scheduled.id)).toEqual({ reason: 'country_not_allowed' })
    expect(await rejected(shop, queued.id)).toEqual({ reason: 'country_not_allowed' })
    expect(await balanceOf(shop)).toBe(10)
    await setDestination('FR', { credits: 1, open: true })
  })

  test('a WhatsApp message is sent to a destination that is closed for texts, its fallback text is not', async () => {
    const shop = await shopWith(10)
    await simulator.scriptPaid('whatsapp', azerbaijan, 'refuse_not_on_whatsapp', 1)
    const over = { channels: ['whatsapp'], whatsapp_opt_in: {}, sms_if_whatsapp_fails: true }
    const { id, whatsapp } = await push(shop, azerbaijan, over)
    expect(whatsapp.queued).toBe(true)
    expect(await fallbackReason(shop, id)).toBe('country_not_allowed')
    expect(await balanceOf(shop)).toBe(10)
  })
})

describe('kinds of numbers (2.3)', () => {
  for (const [what, to] of [
    ['a landline', landline],
    ['an internet telephone', '+445612345678'],
    ['a personal number', '+447012345678'],
    ['a premium number', '+449098790123'],
  ] as const)
    test(`${what} is not texted`, async () => {
      expect(await reasons(await shopWith(10), to)).toEqual(['country_not_allowed'])
    })

  test('a number that an earlier release stored with a destination is judged at the push and at the send', async () => {
    const shop = await shopWith(10)
    const recipient_email = address()
    await push(shop, phone(), { recipient_email })
    const { id } = await push(shop, phone(), { recipient_email, send_at: await inOneMinute() })
    await db.all(storeNumber, { businessId: shop.businessId, email: recipient_email, phone: '+447012345678' })
    const stored = { recipient_phone: undefined, recipient_email }
    expect(await reasonOf(shop, '', stored)).toBe('country_not_allowed')
    await advance(61)
    expect(await rejected(shop, id)).toEqual({ reason: 'country_not_allowed' })
  })
  const storeNumber = statement<{ businessId: string; email: string; phone: string }>(
    'probe.store_number',
    `update recipients set phone = $phone, phone_destination = 'GB' where business_id = $businessId and email = $email`,
  )

  test('a WhatsApp message is sent to a landline', async () => {
    const over = { channels: ['whatsapp'], whatsapp_opt_in: {} }
    expect((await push(await shopWith(10), landline, over)).whatsapp).toMatchObject({ queued: true })
  })
})

describe('credits a day (2.3)', () => {
  test('a text over the limit is skipped and costs nothing, until the next day begins or the limit is raised', async () => {
    const shop = await shopWith(100, { sms_credits_per_day: 2 })
    expect(await reasons(shop, phone(), phone(), phone())).toEqual([null, null, 'platform_limited'])
    expect(await balanceOf(shop)).toBe(98)
    await change(shop, { sms_credits_per_day: 3 })
    expect(await reasons(shop, phone(), phone())).toEqual([null, 'platform_limited'])
    await advance(86_400)
    expect(await reasons(shop, phone())).toEqual([null])
  })

  test('the price counts, and a text that costs less than the rest is sent', async () => {
    const shop = await shopWith(100, { sms_credits_per_day: 4 })
    await setDestination('FR', { credits: 3, open: true })
    expect(await reasons(shop, '+33612345670', '+33612345671', phone(), phone())).toEqual([
      null,
      'platform_limited',
      null,
      'platform_limited',
    ])
    await setDestination('FR', { credits: 1, open: true })
  })

  test('WhatsApp messages do not count, and a refund does not give a text back', async () => {
    const shop = await shopWith(100, { sms_credits_per_day: 1 })
    const over = { channels: ['whatsapp'], whatsapp_opt_in: {} }
    expect((await push(shop, phone(), over)).whatsapp.queued).toBe(true)
    const refusedNumber = phone()
    await simulator.scriptPaid('sms', refusedNumber, 'refuse', 1)
    const { id } = await push(shop, refusedNumber)
    expect(await rejected(shop, id)).toEqual({ reason: null })
    expect(await reasons(shop, phone())).toEqual(['platform_limited'])
  })

  test('a scheduled text, a fallback text and a resend are decided when they are charged', async () => {
    const shop = await shopWith(100, { sms_credits_per_day: 1 })
    const scheduled = await push(shop, phone(), { send_at: await inOneMinute() })
    expect([scheduled.sms.queued, await reasonOf(shop, phone())]).toEqual([true, null])
    await advance(61)
    expect(await rejected(shop, scheduled.id)).toEqual({ reason: 'platform_limited' })
    const resend = () => shop.call('POST', `/api/v1/messages/${scheduled.id}/sms`, { headers: freshKey() })
    expect((await resend()).json).toMatchObject({ queued: false, skipped_reason: 'platform_limited' })
    const to = phone()
    await simulator.scriptPaid('whatsapp', to, 'refuse_not_on_whatsapp', 1)
    const over = { channels: ['whatsapp'], whatsapp_opt_in: {}, sms_if_whatsapp_fails: true }
    const { id } = await push(shop, to, over)
    expect(await fallbackReason(shop, id)).toBe('platform_limited')
    await change(shop, { sms_credits_per_day: 2 })
    expect((await resend()).json).toMatchObject({ queued: true, skipped_reason: null })
    expect(await reasons(shop, phone())).toEqual(['platform_limited'])
    expect(await spent(shop)).toBe(2)
  })

  test('notices at 80 % and 100 % of the limit, once a day each, with an email to the owner', async () => {
    const shop = await shopWith(100, { sms_credits_per_day: 5, contact_email: 'spender@simulator.example' })
    await reasons(shop, ...Array.from({ length: 8 }, phone))
    const notices = [
      { kind: 'sms_spend_nearly_reached', used: 4, limit: 5 },
      { kind: 'sms_spend_reached', used: 5, limit: 5 },
    ]
    expect(await noticesOf(shop)).toEqual(notices)
    const mails = await until('the emails', async () => {
      const items = await simulator.outbox({ to: 'spender@simulator.example' })
      return items.length === 2 ? items : null
    })
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set(['Most of the credits for texts of today are spent', 'No more texts are sent today']),
    )
    await advance(86_400)
    await reasons(shop, ...Array.from({ length: 6 }, phone))
    expect(await noticesOf(shop)).toEqual([...notices, ...notices])
  })
})

describe('texts to a prefix (2.3)', () => {
  test('texts over the limit are skipped until the next hour, and other prefixes are not affected', async () => {
    const shop = await shopWith(100, { sms_per_prefix_per_hour: 2 })
    expect(await reasons(shop, phone(), phone(), phone(), otherPrefix())).toEqual([
      null,
      null,
      'platform_limited',
      null,
    ])
    expect(await spent(shop)).toBe(3)
    expect(await noticesOf(shop)).toEqual([{ kind: 'sms_prefix_limited', destination: 'GB', limit: 2 }])
    await reasons(shop, otherPrefix(), otherPrefix(), phone())
    expect(await noticesOf(shop)).toHaveLength(1)
    await advance(3_600)
    expect(await reasons(shop, phone(), phone(), phone())).toEqual([null, null, 'platform_limited'])
    expect(await noticesOf(shop)).toHaveLength(2)
  })

  test('the number of a known recipient counts like one in the push', async () => {
    const shop = await shopWith(100, { sms_per_prefix_per_hour: 2 })
    const recipient_email = address()
    await push(shop, phone(), { recipient_email })
    const stored = { recipient_phone: undefined, recipient_email }
    expect([await reasonOf(shop, '', stored), await reasonOf(shop, '', stored)]).toEqual([null, 'platform_limited'])
  })

  test('a number that is changed after the charge counts for the new prefix, and the rest is refunded', async () => {
    const shop = await shopWith(100, { sms_per_prefix_per_hour: 2 })
    const pumped = Array.from({ length: 5 }, phone)
    const messages = pumped.flatMap((to, at) => {
      const recipient_email = address()
      // Each first number has a prefix of its own.
      const first = `+4477${String(2_000 + at)}1234`
      return [textTo(first, { recipient_email }), textTo(to, { recipient_email, notify: false })]
    })
    const { json } = await batch({ call }, shop, messages)
    expect(json.results.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
    await until('the texts to end', async () => (await db.one(unfinished, shop))!.count === 0)
    const accepted = (await simulator.outbox({ channel: 'sms' })).filter(({ to }) => pumped.includes(to))
    expect([accepted.length, await spent(shop), await balanceOf(shop)]).toEqual([2, 2, 98])
  })

  test('counts of past hours are purged', async () => {
    const shop = await shopWith(100)
    await push(shop, phone())
    expect(await db.one(countedOf, shop)).toEqual({ credits: 1, texts: 1 })
    await advance(3 * 3_600)
    expect(await runMaintenance(db, ['maintenance.prefix_texts'])).toMatchObject([
      { counts: { purged: expect.any(Number) } },
    ])
    expect(await db.one(countedOf, shop)).toEqual({ credits: 1, texts: null })
  })
})

const batch = (client: { call: Shop['call'] }, shop: Shop, messages: object[]) => {
  const request = { key: shop.key, headers: freshKey(), body: { messages } }
  return retryUnavailable(() => client.call('POST', '/api/v1/messages/batch', request))
}
const reasonsOf = (responses: { json: { results: { result: { sms: { skipped_reason: string | null } } }[] } }[]) =>
  tally(responses.flatMap(({ json }) => json.results.map(({ result }) => result.sms.skipped_reason ?? 'sent')))

test('concurrent batches, schedules and workers of two processes never exceed a limit (2.3)', async () => {
  const random = seededRandom(2303)
  const other = await startAnother()
  for (let run = 0; run < 12; run++) {
    const limits = {
      sms_credits_per_day: 5 + Math.floor(random() * 60),
      sms_per_prefix_per_hour: 5 + Math.floor(random() * 60),
    }
    const shop = await shopWith(1_000, limits)
    const dueAt = new Date((await advance(0)).getTime() + 2_000).toISOString()
    const messages = Array.from({ length: 6 }, () =>
      Array.from({ length: 20 }, () => textTo(phone(), random() < 0.3 ? { send_at: dueAt } : {})),
    )
    await Promise.all(messages.map((items, at) => batch(at % 2 === 0 ? { call } : other, shop, items)))
    await advance(3)
    await until('the texts to end', async () => (await db.one(unfinished, shop))!.count === 0)
    const counted = (await db.one(countedOf, shop))!
    const limit = Math.min(limits.sms_credits_per_day, limits.sms_per_prefix_per_hour)
    expect({ run, spent: await spent(shop), ...counted }).toEqual({ run, spent: limit, credits: limit, texts: limit })
  }
  await other.stop()
})
const unfinished = statement<{ businessId: string }, { count: number }>(
  'probe.unfinished_texts',
  `select count(*)::integer as count from nudges
    where business_id = $businessId and channel = 'sms' and state in ('waiting', 'queued', 'submitting')`,
)

test('a pumping attack of 10,000 texts to one prefix costs at most the limit, and another shop is not affected (2.3)', async () => {
  const [attacked, ordinary] = [await shopWith(20_000), await shopWith(1_000)]
  const other = await startAnother()
  const prefix = '+44770093'
  const numbers = Array.from({ length: 10_000 }, (_, at) => prefix + String(at).padStart(4, '0'))
  const attack = Array.from({ length: 100 }, (_, at) => numbers.slice(at * 100, at * 100 + 100).map((to) => textTo(to)))
  const attacks = { ended: false }
  const samePrefix: (string | null)[] = []
  const otherPrefixes: (string | null)[] = []
  const customers = async (): Promise<void> => {
    while (!attacks.ended && samePrefix.length < 150) {
      samePrefix.push(await reasonOf(ordinary, numbers[samePrefix.length]!))
      otherPrefixes.push(await reasonOf(ordinary, otherPrefix()))
    }
  }
  const batches = async (): Promise<void> => {
    const responses = await Promise.all(
      Array.from({ length: 4 }, async (_, sender) => {
        const own = attack.filter((__, at) => at % 4 === sender)
        const received = []
        for (const messages of own) received.push(await batch(sender % 2 === 0 ? { call } : other, attacked, messages))
        return received
      }),
    )
    attacks.ended = true
    expect(reasonsOf(responses.flat())).toEqual(
      new Map([
        ['sent', 200],
        ['platform_limited', 9_800],
      ]),
    )
  }
  await Promise.all([batches(), customers()])
  await until('the texts to end', async () => (await db.one(unfinished, attacked))!.count === 0)
  await until('the texts to end', async () => (await db.one(unfinished, ordinary))!.count === 0)
  await other.stop()

  expect([await spent(attacked), await balanceOf(attacked)]).toEqual([200, 19_800])
  const accepted = await simulator.outbox({ channel: 'sms' })
  expect(accepted.filter(({ to }) => to.startsWith(prefix))).toHaveLength(200 + samePrefix.length)
  expect(await noticesOf(attacked)).toEqual([{ kind: 'sms_prefix_limited', destination: 'GB', limit: 200 }])
  expect(new Set([...samePrefix, ...otherPrefixes])).toEqual(new Set([null]))
  expect(await spent(ordinary)).toBe(samePrefix.length + otherPrefixes.length)
  expect(await noticesOf(ordinary)).toEqual([])
})

test('an attack that uses many prefixes costs at most the credits of a day (2.3)', async () => {
  const shop = await shopWith(20_000, { sms_credits_per_day: 1_000 })
  const numbers = Array.from({ length: 3_000 }, (_, at) => `+447701${String(100_000 + at * 290)}`)
  for (let first = 0; first < numbers.length; first += 100)
    await batch(
      { call },
      shop,
      numbers.slice(first, first + 100).map((to) => textTo(to)),
    )
  expect([await spent(shop), await balanceOf(shop)]).toEqual([1_000, 19_000])
  expect(await noticesOf(shop)).toEqual([
    { kind: 'sms_spend_nearly_reached', used: 800, limit: 1_000 },
    { kind: 'sms_spend_reached', used: 1_000, limit: 1_000 },
  ])
})
