import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { statement } from '../src/db/statement.ts'
import { parseId } from '../src/ids.ts'
import type { Timeline, TimelineEntry } from '../src/messages/timeline.schema.ts'
import type { Shop } from './support/client.ts'
import { freshKey, openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { until } from './support/simulator-client.ts'
import { createTestService } from './support/test-service.ts'

const { business, db, logged, operator, simulator } = await createTestService()
await operator('PUT', '/whatsapp-templates/shipped', { state: 'approved' })

let recipientCount = 0
const address = (name = 'ada'): string => `${name}+${recipientCount++}@simulator.example`
const phone = (): string => `+44770090${1000 + recipientCount++}`
const shopWith = (credits: number, settings: Record<string, unknown> = {}): Promise<Shop> =>
  openShop({ business, operator }, credits, { sms: 'on', whatsapp: 'on', ...settings })
const push = (shop: Shop, over: Record<string, unknown> = {}) =>
  pushMessage(shop, shippedOrder({ recipient_email: address(), channels: ['email'], ...over }))
const advance = (seconds: number) => operator('POST', '/clock/advance', { seconds })

const timelineOf = async (shop: Shop, id: string): Promise<Timeline> =>
  (await shop.call('GET', `/api/v1/messages/${id}/timeline`)).json
const describeEntry = ({ kind, channel }: TimelineEntry): string => (channel === null ? kind : `${channel} ${kind}`)
const kindsOf = async (shop: Shop, id: string): Promise<string[]> =>
  (await timelineOf(shop, id)).items.map(describeEntry)
const entryOf = async (shop: Shop, id: string, what: string, matches: (entry: TimelineEntry) => boolean = () => true) =>
  until(`${what} of ${id}`, async () =>
    (await timelineOf(shop, id)).items.find((entry) => describeEntry(entry) === what && matches(entry)),
  )
const viewOf = async (shop: Shop, id: string) => (await shop.call('GET', `/api/v1/messages/${id}`)).json
const attemptsOf = statement<{ messageId: string }, { attempt: number; source: string; outcome: string }>(
  'test.attempts_of',
  `select attempt, source, outcome from nudge_attempts where message_id = $messageId order by attempt, at`,
)
const storedAttempts = (id: string) => db.all(attemptsOf, { messageId: parseId('msg', id)! })

describe('what went smoothly', () => {
  test('a delivered email: pushed by a key, queued, submitted, delivered and published', async () => {
    const shop = await business()
    const { json: created } = await shop.call('POST', '/api/v1/keys', { body: { name: 'Web shop' } })
    const headers = { ...freshKey(), Authorization: `Bearer ${created.key}` }
    const { json } = await shop.call('POST', '/api/v1/messages', {
      headers,
      body: { recipient_email: address(), subject: 'Your order', body: 'It is on its way.' },
    })
    await entryOf(shop, json.id, 'event_published')
    const { items, truncated } = await timelineOf(shop, json.id)
    expect(truncated).toBe(false)
    expect(items.map(describeEntry)).toEqual([
      'pushed',
      'email queued',
      'email submitted',
      'email report',
      'event_published',
    ])
    expect(items.slice(0, 4).map(({ sentence }) => sentence)).toEqual([
      `The message was created by a push with the key "Web shop" (${created.masked}).`,
      'The email was queued.',
      'Attempt 1 to submit the email. The provider accepted it.',
      'The email was delivered.',
    ])
    expect(items[0]!.data).toEqual({
      created: true,
      key: { id: created.id, name: 'Web shop', masked: created.masked },
    })
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted())
    expect(await storedAttempts(json.id)).toEqual([])
    expect((await viewOf(shop, json.id)).delivery.email).toEqual({
      state: 'delivered',
      attempts: 1,
      next_attempt_at: null,
      last_error: null,
    })
  })

  test('an ordinary push and delivery execute no additional statement and store nothing additional', async () => {
    const shop = await business()
    await push(shop)
    const executed: string[] = []
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the client as `this`
    const { query } = pg.Client.prototype
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const { name, text } = Object(given[0]) as { name?: string; text?: string }
      executed.push(name ?? text ?? String(given[0]))
      return Reflect.apply(query, this, given)
    } as typeof query
    const { id } = await push(shop)
    await until('the delivery', async () => (await viewOf(shop, id)).delivery.delivered)
    pg.Client.prototype.query = query
    expect(executed.filter((name) => /^(messages\.store|nudges\.store)$/.test(name))).toEqual([
      'messages.store',
      'nudges.store',
    ])
    expect(executed.filter((name) => name.includes('attempts'))).toEqual([])
    expect(await storedAttempts(id)).toEqual([])
    expect(await db.one(newColumnsOf, { messageId: parseId('msg', id)! })).toEqual({ stored: 0 })
  })

  test('a scheduled email, and an escalation that is cancelled because the customer opens the message', async () => {
    const shop = await shopWith(10)
    const sendAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const scheduled = await push(shop, { send_at: sendAt })
    expect(await entryOf(shop, scheduled.id, 'email scheduled')).toMatchObject({
      sentence: `The email was scheduled for ${sendAt}.`,
      data: { send_at: sendAt },
    })
    const { id } = await push(shop, {
      recipient_phone: phone(),
      channels: ['sms'],
      escalate_if_unread_after_minutes: 60,
    })
    const email = await simulator.waitForEmail(id)
    await entryOf(shop, id, 'sms escalation_scheduled')
    await simulator.open(email.id)
    expect((await entryOf(shop, id, 'sms cancelled')).data).toEqual({ cause: 'opened' })
    expect(await kindsOf(shop, id)).toContain('opened')
  })

  test('updates have their keys, and of several silent ones the last is shown', async () => {
    const shop = await business()
    const to = address()
    const first = await push(shop, { recipient_email: to, kind: 'updateable' })
    await push(shop, { recipient_email: to, kind: 'updateable', notify: true })
    await push(shop, { recipient_email: to, kind: 'updateable' })
    const { json: created } = await shop.call('POST', '/api/v1/keys', { body: { name: 'Warehouse' } })
    const body = shippedOrder({ recipient_email: to, kind: 'updateable', body: 'Delayed.' })
    await shop.call('POST', '/api/v1/messages', {
      headers: { ...freshKey(), Authorization: `Bearer ${created.key}` },
      body,
    })
    const pushes = (await timelineOf(shop, first.id)).items.filter(({ kind }) => kind === 'pushed')
    expect(pushes.map(({ data }) => data)).toMatchObject([
      { created: true, key: { id: expect.stringMatching(/^key_/) } },
      { created: false, key: { id: expect.stringMatching(/^key_/) } },
      { created: false, key: { id: created.id, name: 'Warehouse' } },
    ])
  })
})

const newColumnsOf = statement<{ messageId: string }, { stored: number }>(
  'test.new_columns_of',
  `select (count(n.key_id) + count(n.resent) + count(n.scheduled_for) + count(m.updated_key_id) + count(m.status_changed_at))::integer as stored
     from messages m join nudges n on n.message_id = m.id where m.id = $messageId`,
)

describe('what did not go smoothly', () => {
  test('a refused email is retried: the words of the provider, the next attempt, and then the delivery', async () => {
    const shop = await business()
    const to = address()
    await simulator.script(to, 'throttle', 1)
    const { id } = await push(shop, { recipient_email: to })
    const refused = await entryOf(shop, id, 'email submitted', ({ data }) => Object(data).words != null)
    const { next_attempt_at: next, words } = refused.data as { next_attempt_at: string; words: string }
    expect(words).toMatch(/^4\d\d /)
    expect(refused.sentence).toBe(
      `Attempt 1 to submit the email. The provider did not accept it: "${words}". The next attempt is at ${next}.`,
    )
    expect((await viewOf(shop, id)).delivery.email).toMatchObject({
      state: 'retrying',
      attempts: 1,
      next_attempt_at: next,
      last_error: { code: 'refused', words },
    })
    await advance(600)
    await entryOf(shop, id, 'email report')
    const submissions = (await timelineOf(shop, id)).items.filter(({ kind }) => kind === 'submitted')
    expect(submissions.map(({ data }) => data)).toMatchObject([
      { attempt: 1, outcome: 'refused' },
      { attempt: 2, outcome: 'accepted', words: null },
    ])
    expect((await viewOf(shop, id)).delivery.email).toEqual({
      state: 'delivered',
      attempts: 2,
      next_attempt_at: null,
      last_error: null,
    })
    expect(logged()).not.toContain(words)
  })

  test('a rejected text: the words of the provider, and the refund', async () => {
    const shop = await shopWith(5)
    const { id } = await push(shop, { recipient_phone: '+447700900003', channels: ['sms'] })
    await entryOf(shop, id, 'sms refunded')
    const submitted = await entryOf(shop, id, 'sms submitted')
    expect(submitted.data).toMatchObject({ attempt: 1, outcome: 'refused', next_attempt_at: null })
    expect((submitted.data as { words: string }).words).toMatch(/\w/)
    const kinds = (await kindsOf(shop, id)).filter((one) => one.startsWith('sms'))
    expect(kinds).toEqual(['sms queued', 'sms charged', 'sms submitted', 'sms refunded'])
    expect((await entryOf(shop, id, 'sms refunded')).sentence).toBe('1 credit refunded for the text.')
  })

  test('an unknown outcome is not submitted again, and a later report of delivery contradicts it', async () => {
    const shop = await shopWith(5)
    const to = address()
    await simulator.withManualReports(async () => {
      await simulator.script(to, 'accept_then_close')
      const { id } = await push(shop, { recipient_email: to })
      expect((await entryOf(shop, id, 'email submitted', isUnknown)).sentence).toMatch(/so it is not submitted again/)
      const email = await simulator.waitForEmail(id)
      await simulator.report(email.id, 'delivered')
      const report = await entryOf(shop, id, 'email report')
      expect(report.data).toMatchObject({ report: 'delivered', is_contradiction: true })
      expect(await storedAttempts(id)).toEqual([
        { attempt: 1, source: 'submission', outcome: 'unknown' },
        { attempt: 1, source: 'report', outcome: 'delivered' },
      ])
    })
  })
  const isUnknown = ({ data }: TimelineEntry): boolean => Object(data).outcome === 'unknown'

  test('a WhatsApp message that cannot be delivered is replaced by a text', async () => {
    const shop = await shopWith(5)
    const { id } = await push(shop, {
      recipient_phone: '+447700900005',
      channels: ['whatsapp'],
      whatsapp_opt_in: {},
      sms_if_whatsapp_fails: true,
    })
    await entryOf(shop, id, 'sms report')
    const kinds = (await kindsOf(shop, id)).filter((one) => /^(sms|whatsapp)/.test(one))
    expect(kinds).toEqual([
      // The push named only WhatsApp.
      'sms skipped',
      'whatsapp queued',
      'whatsapp charged',
      'whatsapp submitted',
      'whatsapp report',
      'sms fallback',
      'sms queued',
      'sms charged',
      'sms submitted',
      'sms report',
    ])
    const report = await entryOf(shop, id, 'whatsapp report')
    expect(report.data).toMatchObject({ report: 'failed', code: 'not_on_whatsapp', is_contradiction: false })
    expect((await entryOf(shop, id, 'sms fallback')).sentence).toBe(
      'The text replaces the WhatsApp message, which was not delivered.',
    )
  })

  test('a bounce has its type, and a complaint follows the delivery', async () => {
    const shop = await business()
    const bounced = await push(shop, { recipient_email: address('bounced') })
    const report = await entryOf(shop, bounced.id, 'email report')
    expect(report.data).toMatchObject({ report: 'bounced', code: 'permanent' })
    expect((await viewOf(shop, bounced.id)).delivery.email).toMatchObject({
      state: 'bounced',
      last_error: { code: 'bounced', detail: 'permanent' },
    })
    const complained = await push(shop, { recipient_email: address('complained') })
    await entryOf(shop, complained.id, 'email report', ({ data }) => Object(data).report === 'complained')
    expect(await storedAttempts(complained.id)).toEqual([])
  })

  test('a webhook that failed and was retried', async () => {
    const shop = await business()
    const receiver = await simulator.receiver('fail')
    const { json: endpoint } = await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url: receiver.url } })
    const { id } = await push(shop)
    const failed = await entryOf(shop, id, 'webhook_attempt')
    const { next_attempt_at: next } = failed.data as { next_attempt_at: string }
    expect(failed.sentence).toBe(
      `Attempt 1 to post the event message.delivered to ${endpoint.id}: the endpoint responded with 500. The next attempt is at ${next}.`,
    )
    await simulator.setReceiverBehaviour(receiver.id, 'ok')
    await advance(10)
    const isSecond = ({ data }: TimelineEntry): boolean => Object(data).attempt === 2
    expect((await entryOf(shop, id, 'webhook_attempt', isSecond)).data).toMatchObject({
      endpoint_id: endpoint.id,
      type: 'message.delivered',
      is_delivered: true,
      status_code: 204,
      error: null,
      next_attempt_at: null,
    })
  })
})

describe('gates, cancellations and resends', () => {
  for (const [what, settings, over, channel, reason] of [
    ['the account', { sms: 'off' }, { channels: ['sms'], recipient_phone: phone() }, 'sms', 'sms_disabled'],
    ['the push', {}, { channels: ['email'], recipient_phone: phone() }, 'sms', 'disabled_by_request'],
    ['the recipient', {}, { channels: ['sms'] }, 'sms', 'no_phone'],
    ['consent', {}, { channels: ['whatsapp'], recipient_phone: phone() }, 'whatsapp', 'not_opted_in'],
    ['the balance', {}, { channels: ['sms'], recipient_phone: phone() }, 'sms', 'insufficient_credit'],
    ['the sender', { sending_paused: true }, {}, 'email', 'sending_paused'],
  ] as const)
    test(`a gate about ${what} skips the ${channel}: ${reason}`, async () => {
      const shop = await shopWith(0)
      await operator('PATCH', `/businesses/${shop.id}`, settings)
      const { id } = await push(shop, over)
      const skipped = await entryOf(shop, id, `${channel} skipped`)
      expect(skipped.data).toEqual({ reason })
      expect(skipped.sentence).toMatch(
        new RegExp(`^No (email|text|WhatsApp message) was sent \\(${reason}\\)\\. .+\\.$`),
      )
    })

  test('a retraction cancels a scheduled email, and a later push replaces one', async () => {
    const shop = await business()
    const sendAt = new Date(Date.now() + 40 * 86_400_000).toISOString()
    const { id } = await push(shop, { send_at: sendAt })
    await shop.call('POST', `/api/v1/messages/${id}/retract`, { headers: freshKey() })
    expect((await kindsOf(shop, id)).slice(0, 4)).toEqual(['pushed', 'email scheduled', 'retracted', 'email cancelled'])
    const to = address()
    const first = await push(shop, { recipient_email: to, kind: 'updateable', send_at: sendAt })
    await push(shop, { recipient_email: to, kind: 'updateable', notify: true, send_at: sendAt })
    expect((await entryOf(shop, first.id, 'email cancelled')).data).toEqual({ cause: 'replaced' })
    await push(shop, { obsoletes: [first.id] })
    expect(await kindsOf(shop, first.id)).toContain('obsoleted')
  })

  test('a resend after a top-up', async () => {
    const shop = await shopWith(0)
    const { id } = await push(shop, { recipient_phone: phone(), channels: ['sms'] })
    await operator('POST', `/businesses/${shop.id}/credits`, { amount: 5 })
    await shop.call('POST', `/api/v1/messages/${id}/sms`, { headers: freshKey() })
    await entryOf(shop, id, 'sms report')
    expect((await kindsOf(shop, id)).filter((one) => /^(sms|pushed)/.test(one))).toEqual([
      'pushed',
      'sms skipped',
      'sms resent',
      'sms queued',
      'sms charged',
      'sms submitted',
      'sms report',
    ])
  })
})

describe('who may read it', () => {
  test('an unknown message, one of another business and an invalid id are not found', async () => {
    const [shop, other] = [await business(), await business()]
    const { id } = await push(shop)
    for (const [reader, path] of [
      [other, id],
      [shop, 'msg_00000000000000000000000000'],
      [shop, 'nonsense'],
    ] as const) {
      const response = await reader.call('GET', `/api/v1/messages/${path}/timeline`)
      expect([response.status, response.json.error_code]).toEqual([404, 'message.not_found'])
    }
    expect((await operator('GET', '/messages/nonsense/timeline')).status).toBe(404)
  })

  test('an operator sees the same entries, without addresses and numbers in the words of a provider', async () => {
    const shop = await shopWith(5)
    const { id } = await push(shop, { recipient_phone: '+447700900003', channels: ['sms'] })
    await entryOf(shop, id, 'sms refunded')
    await db.all(setWords, {
      messageId: parseId('msg', id)!,
      words: 'To +44 7700 900003 <ada@simulator.example> 21211',
    })
    const shown = (await operator('GET', `/messages/${id}/timeline`)).json
    const own = await timelineOf(shop, id)
    expect(JSON.stringify(own)).toContain('To +44 7700 900003 <ada@simulator.example> 21211')
    expect(JSON.stringify(shown)).toContain('To [number] <[address]> 21211')
    expect(shown.items.map(describeEntry)).toEqual(own.items.map(describeEntry))
  })
  const setWords = statement<{ messageId: string; words: string }>(
    'test.set_words',
    `update nudge_attempts set words = $words where message_id = $messageId`,
  )
})

describe('bounds', () => {
  test('erasing the recipient deletes the attempts, and the timeline is not found', async () => {
    const shop = await business()
    const to = address()
    await simulator.script(to, 'refuse')
    const { id } = await push(shop, { recipient_email: to })
    await until('the attempt', async () => (await storedAttempts(id)).length > 0)
    await shop.call('POST', `/api/v1/recipients/${encodeURIComponent(to)}/erase`, { headers: freshKey() })
    expect(await storedAttempts(id)).toEqual([])
    expect((await shop.call('GET', `/api/v1/messages/${id}/timeline`)).status).toBe(404)
  })

  test('a message with 10,000 events shows its newest 200 entries, and reads no more rows than that', async () => {
    const shop = await business()
    const { id } = await push(shop)
    await entryOf(shop, id, 'event_published')
    const messageId = parseId('msg', id)!
    await db.all(addEvents, { messageId })
    const { items, truncated } = await timelineOf(shop, id)
    expect([items.length, truncated]).toEqual([200, true])
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted())
    expect(items.at(-1)!.kind).toBe('event_published')
    expect(JSON.stringify(items).length).toBeLessThan(100_000)
  })
  const addEvents = statement<{ messageId: string }>(
    'test.add_events',
    `insert into events (business_id, id, type, message_id, recipient_id, body, occurred_at)
     select e.business_id, gen_random_uuid(), e.type, e.message_id, e.recipient_id, e.body, e.occurred_at + n * interval '1 second'
       from events e, generate_series(1, 10000) n where e.message_id = $messageId`,
  )
})
