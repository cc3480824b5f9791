import { describe, expect, test } from 'vitest'
import { mapPaid } from '../src/channels/registry.ts'
import { statement } from '../src/db/statement.ts'
import { merchantOperations } from '../src/http/operations.ts'
import { freshKey } from './support/messages.ts'
import { createTestService } from './support/test-service.ts'

const { business, call, db, operator, operatorToken } = await createTestService()

describe('a business', () => {
  test('is created with its defaults and its first key', async () => {
    const { status, json } = await operator('POST', '/businesses', { name: 'Bäckerei' })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^biz_[0-9A-Z]{26}$/),
      mode: 'live',
      test_business_id: expect.stringMatching(/^biz_[0-9A-Z]{26}$/),
      live_business_id: null,
      name: 'Bäckerei',
      country: null,
      contact_email: null,
      sender_name: null,
      brand_colour: null,
      customer_contact: null,
      reply_to: null,
      language: 'en',
      has_logo: false,
      active: true,
      sending_paused: false,
      plan: 'active',
      ...mapPaid(() => 'not_enabled'),
      countries: null,
      email_daily_cap: 10_000,
      sms_warmup_cap: 100,
      email_allowance: null,
      low_balance_threshold: 50,
      message_retention_days: null,
      rate_limit_per_second: 200,
      sms_per_number_per_hour: 60,
      sms_per_number_per_day: 240,
      sms_credits_per_day: 5_000,
      sms_per_prefix_per_hour: 200,
      messages_per_day: 1_000_000,
      stored_messages: 10_000_000,
      created_at: expect.stringMatching(/Z$/),
      api_key: expect.stringMatching(/^td_live_/),
      test_api_key: expect.stringMatching(/^td_test_/),
    })
    const { api_key: _, test_api_key: __, ...withoutKey } = json
    expect((await operator('GET', `/businesses/${json.id}`)).json).toEqual(withoutKey)
  })

  test('a change sets only the given settings and ignores unknown ones', async () => {
    const shop = await business({ sms: 'on', countries: ['GB', 'FR'], email_allowance: 5 })
    const before = (await operator('GET', `/businesses/${shop.id}`)).json
    expect(before).toMatchObject({ sms: 'on', countries: ['GB', 'FR'], email_allowance: 5 })
    const { json } = await operator('PATCH', `/businesses/${shop.id}`, {
      countries: null,
      plan: 'lapsed',
      id: 'x',
      shard: 'zz',
      created_at: 'x',
      mode: 'test',
    })
    expect(json).toEqual({ ...before, countries: null, plan: 'lapsed' })
  })

  test('new businesses get shards from the whole range, and keys that carry them', async () => {
    const shards = await Promise.all(Array.from({ length: 12 }, async () => (await business()).shard))
    // Fewer than 7 different ones among 12 are expected less than once in 10^12 runs.
    expect(new Set(shards).size).toBeGreaterThan(6)
  })

  test('an empty PATCH changes nothing', async () => {
    const shop = await business()
    const before = (await operator('GET', `/businesses/${shop.id}`)).json
    expect((await operator('PATCH', `/businesses/${shop.id}`, {})).json).toEqual(before)
  })

  for (const [body, loc, type] of [
    [{}, ['body', 'name'], 'missing'],
    [{ name: '' }, ['body', 'name'], 'string_too_short'],
    [{ name: 'x', country: 'gb' }, ['body', 'country'], 'string_pattern_mismatch'],
    [{ name: 'x', sms: 'maybe' }, ['body', 'sms'], 'literal_error'],
    [{ name: 'x', countries: ['GB', 'x'] }, ['body', 'countries', 1], 'string_pattern_mismatch'],
    [{ name: 'x', rate_limit_per_second: 0 }, ['body', 'rate_limit_per_second'], 'greater_than_equal'],
  ] as const)
    test(`${JSON.stringify(body)} gets 422 ${type} at ${loc.join('.')}`, async () => {
      const { status, json } = await operator('POST', '/businesses', body)
      expect([status, json.detail.map((entry: { type: string; loc: string[] }) => [entry.type, entry.loc])]).toEqual([
        422,
        [[type, loc]],
      ])
    })

  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['POST', '/credits', { amount: 1 }],
    ['GET', '/ledger', undefined],
    ['POST', '/keys', {}],
  ] as const)
    for (const id of ['biz_01KA00000000000000000000ZZ', 'nonsense'])
      test(`${method} /businesses/${id}${path} gets 404 business.not_found`, async () => {
        const response = await operator(method, `/businesses/${id}${path}`, body)
        expect([response.status, response.json]).toEqual([404, { error_code: 'business.not_found' }])
      })

  test('a deactivated business gets 403 at once, and works again when it is active', async () => {
    const shop = await business()
    await operator('PATCH', `/businesses/${shop.id}`, { active: false })
    expect((await shop.call('GET', '/api/v1/credits')).json).toEqual({ error_code: 'business.inactive' })
    await operator('PATCH', `/businesses/${shop.id}`, { active: true })
    expect((await shop.call('GET', '/api/v1/credits')).status).toBe(200)
  })
})

describe('the operator’s token', () => {
  test('is not accepted as an API key, nor an API key as the token', async () => {
    const shop = await business()
    expect((await call('GET', '/api/v1/credits', { key: operatorToken })).status).toBe(401)
    expect((await call('GET', `/operator/v1/businesses/${shop.id}`, { key: shop.key })).json).toEqual({
      error_code: 'operator.invalid_token',
    })
  })
})

test('an advance of the clock applies to SQL and to decisions, and an advance of 0 returns the time', async () => {
  const before = Date.parse((await operator('POST', '/clock/advance', { seconds: 0 })).json.now)
  const after = Date.parse((await operator('POST', '/clock/advance', { seconds: 3600 })).json.now)
  expect(after - before).toBeGreaterThanOrEqual(3_600_000)
  expect(after - before).toBeLessThan(3_610_000)
  const { created_at } = (await operator('POST', '/businesses', { name: 'Later' })).json
  expect(Date.parse(created_at)).toBeGreaterThanOrEqual(after)
})

test('an advance of the clock first waits for queued nudges, also for more than one worker takes at once', async () => {
  const shop = await business()
  for (let batch = 0; batch < 4; batch++) {
    const messages = Array.from({ length: 100 }, (_, index) => ({
      recipient_email: `ada+${batch}.${index}@simulator.example`,
      subject: 'Your order',
      body: 'It is on its way.',
    }))
    await shop.call('POST', '/api/v1/messages/batch', { headers: freshKey(), body: { messages } })
  }
  await operator('POST', '/clock/advance', { seconds: 3600 })
  expect(await db.one(countNudges, shop)).toEqual({ all: 400, submittedBefore: 400 })
})
const countNudges = statement<{ businessId: string }, { all: number; submittedBefore: number }>(
  'operator.count_nudges',
  `select count(*)::integer as "all",
          count(*) filter (where submitted_at < created_at + interval '30 minutes')::integer as "submittedBefore"
     from nudges where business_id = $businessId and channel = 'email'`,
)

test('the list of merchant operations has no operator operation', () => {
  expect(merchantOperations.filter(({ path }) => !path.startsWith('/api/v1/'))).toEqual([])
})

describe('destinations of texts', () => {
  type Price = { country: string; credits: number; open: boolean }
  const path = '/sms-prices'
  const list = async (query = ''): Promise<Price[]> => {
    const items: Price[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await operator('GET', `${path}?limit=100${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      items.push(...json.items)
      cursor = json.next_cursor
    }
    return items
  }

  test('every country has a price and is open or closed, in pages and by a filter', async () => {
    const all = await list()
    const countries = all.map(({ country }) => country)
    expect(countries).toEqual([...new Set(countries)].toSorted())
    expect(all.length).toBeGreaterThan(200)
    const [open, closed] = [await list('&open=true'), await list('&open=false')]
    expect([...open, ...closed].toSorted((a, b) => (a.country < b.country ? -1 : 1))).toEqual(all)
    expect(open).toEqual(expect.arrayContaining([{ country: 'GB', credits: 1, open: true }]))
    expect(closed).toEqual(
      expect.arrayContaining(['AZ', 'US', 'CA'].map((country) => ({ country, credits: 1, open: false }))),
    )
  })

  test('a change is returned, read and audited with the values before', async () => {
    const before = { country: 'CH', credits: 1, open: true }
    expect((await operator('GET', `${path}/CH`)).json).toEqual(before)
    const after = { country: 'CH', credits: 3, open: false }
    expect((await operator('PUT', `${path}/CH`, { credits: 3, open: false })).json).toEqual(after)
    expect((await operator('GET', `${path}/CH`)).json).toEqual(after)
    expect((await operator('GET', '/audit?action=changeSmsPrice')).json.items[0]).toMatchObject({
      target: 'CH',
      before: { credits: 1, open: true },
      after: { credits: 3, open: false },
    })
  })

  for (const country of ['US', 'CA'])
    test(`texts to ${country} can be priced and not opened`, async () => {
      const opened = await operator('PUT', `${path}/${country}`, { credits: 1, open: true })
      expect([opened.status, opened.json.error_code]).toEqual([409, 'sms_price.unavailable'])
      const priced = { country, credits: 2, open: false }
      expect((await operator('PUT', `${path}/${country}`, { credits: 2, open: false })).json).toEqual(priced)
    })

  for (const country of ['ZZ', 'GG', 'JE', 'IM', 'gb', 'GBR'])
    test(`${country} is not a destination`, async () => {
      const [read, changed] = [
        await operator('GET', `${path}/${country}`),
        await operator('PUT', `${path}/${country}`, { credits: 1, open: false }),
      ]
      for (const { status, json } of [read, changed])
        expect([status, json.error_code]).toEqual([404, 'sms_price.not_found'])
    })

  for (const body of [{ credits: 0, open: true }, { credits: 101, open: true }, { credits: 1 }, { open: true }])
    test(`${JSON.stringify(body)} is not a price`, async () => {
      expect((await operator('PUT', `${path}/CH`, body)).status).toBe(422)
    })
})
