import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as search from '../../src/dashboard/messages/sql.ts'
import { recipientPage, recipientPageByDigits } from '../../src/dashboard/recipients/sql.ts'
import { newest } from '../../src/db/page.ts'
import { type Statement, statement } from '../../src/db/statement.ts'
import { emailIdentity } from '../../src/email.ts'
import { asked, explain, nodesOf, planModes, rowsRead } from '../support/explain.ts'
import { createTestService } from '../support/test-service.ts'

const { business, db } = await createTestService({ role: 'api' })
const { businessId } = await business()
const [people, messagesOfEach] = [3000, 10]
const total = people * messagesOfEach
const fill = statement<{ businessId: string }>('probe.fill', fillText())
await db.transaction(async (tx) => {
  // A busy machine needs longer for these rows than a statement of the service may take.
  await tx.command('set local statement_timeout = 0')
  await tx.all(fill, { businessId })
})

type Position = { id: string; recipientId: string; time: Date }
const positionAt = statement<{ businessId: string; position: number }, Position>(
  'probe.position',
  `select id, recipient_id as "recipientId", created_at as time from messages where business_id = $businessId order by created_at desc, id desc limit 1 offset $position`,
)
const late = (await db.one(positionAt, { businessId, position: total - 300 }))!
const nilId = '00000000-0000-0000-0000-000000000000'
const all = { businessId, upperTime: newest.time, upperId: newest.id, lowerTime: '-infinity', lowerId: nilId }
const fromLate = { ...all, upperTime: late.time, upperId: late.id }
const afterLate = { ...all, lowerTime: late.time, lowerId: late.id }
const keys = { references: ['A7', '#A7'], recipientIds: [late.recipientId] }
const none = { references: ['-'], recipientIds: [randomUUID()] }
const { step, stepOfKey } = search
const stepEnd = (await db.one(search.stepEnd, all))!
const inStep = { ...all, lowerTime: stepEnd.time, lowerId: stepEnd.id }
const noPhone = { outcome: 'not_sent', reason: 'no_phone', channel: null } as const
const bounced = { outcome: 'bounced', reason: null, channel: 'email' } as const
const emptyPeriod = { businessId, upperTime: '2000-01-02', lowerTime: '2000-01-01' }
const problems = { businessId, upperId: newest.id, lowerId: nilId }

/** `rows` are returned, `read` is the most that may be read from tables. */
function query<Params>(
  what: string,
  one: Statement<Params, unknown>,
  params: NoInfer<Params>,
  rows: number,
  read: number,
) {
  return { what, statement: asked(one, params), rows, read }
}
const digits = { businessId, after: null, limit: 51, ending: '1234', digits: '1234', phone: null }
const page = 400
const cases = [
  query('the first page', search.olderPage, { ...all }, 51, page),
  query('a late page', search.olderPage, { ...fromLate }, 51, page),
  query('a newer page', search.newerPage, { ...afterLate }, 51, page),
  query('a period without messages', search.olderPage, { ...all, upperTime: '2000-01-01' }, 0, page),
  query('an order number and a recipient', search.olderFound, { ...all, ...keys }, 51, page + 300),
  query(
    'a late page of an order number',
    search.olderFound,
    { ...fromLate, ...keys, recipientIds: [] },
    30,
    page + 300,
  ),
  query('a newer page of both', search.newerFound, { ...afterLate, ...keys }, 51, page + 300),
  query('an unknown order number and recipient', search.olderFound, { ...all, ...none }, 0, page),
  query('the end of a step', search.stepEnd, all, 1, step + 10),
  query('the end of a step of keys', search.stepEndFound, { ...all, ...keys }, 1, 2 * stepOfKey + 100),
  query('a step with many matches', search.matchingPage, { ...inStep, ...noPhone }, 51, 4 * step),
  query(
    'a step without a match',
    search.matchingPage,
    { ...inStep, outcome: 'complained', reason: null, channel: null },
    0,
    4 * step,
  ),
  query('a step of keys', search.matchingFound, { ...inStep, ...keys, ...bounced }, 0, 8 * stepOfKey),
  query(
    'the edges of a period',
    search.edgesOfPeriod,
    { businessId, upperTime: late.time, lowerTime: '-infinity' },
    2,
    10,
  ),
  query('the edges of an empty period', search.edgesOfPeriod, { ...emptyPeriod }, 0, 10),
  query('problems', search.problemIds, problems, 200, 210),
  query('late problems', search.problemIds, { ...problems, upperId: late.id }, 2, 10),
  query('new messages', search.newestIds, { businessId, since: new Date('2000-01-01'), limit: 50 }, 50, 60),
  query('no new messages', search.newestIds, { businessId, since: new Date('2100-01-01'), limit: 50 }, 0, 10),
  query('the end of a number', search.recipientsByDigits, { businessId, digits: '1234', limit: 21 }, 1, 10),
  query('more digits', search.recipientsByDigits, { businessId, digits: '612001234', limit: 21 }, 1, 10),
  query('digits of no number', search.recipientsByDigits, { businessId, digits: '9876', limit: 21 }, 0, 10),
  query('an address', search.recipientByEmail, { businessId, email: emailIdentity('customer7@x.example') }, 1, 10),
  query('the first page of recipients', recipientPage, { businessId, after: null, limit: 51 }, 51, 110),
  query('a late page of recipients', recipientPage, { businessId, after: late.recipientId, limit: 51 }, 51, 160),
  query('recipients by digits', recipientPageByDigits, digits, 1, 20),
  query('the facts of a message', search.messageFacts, { businessId, messageId: late.id }, 1, 20),
]

const large = ['messages', 'nudges', 'recipients']
describe(`with ${total} messages of one business, a search reads a bounded number of rows by an index:`, () => {
  beforeAll(() => db.command('analyze'))
  for (const { what, statement: one, rows, read } of cases)
    test.for(planModes)(`${what} (%s)`, async (mode) => {
      const plan = await explain(db, one, mode)
      const scanned = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')
      expect(scanned.map((node) => node['Relation Name']).filter((name) => large.includes(name ?? ''))).toEqual([])
      expect(plan['Actual Rows']).toBe(rows)
      expect(rowsRead(plan)).toBeLessThanOrEqual(read)
    })
})

/** Messages a millisecond apart, whose ids have the same order: each has an email, a tenth bounced, and a text without a number. */
function fillText(): string {
  return `
    with people as (
      insert into recipients (business_id, id, email, phone, phone_digest, phone_destination, created_at)
      select $businessId::uuid, uuidv7(), 'customer' || number || '@x.example', '+34612' || lpad(number::text, 6, '0'),
             sha256(number::text::bytea), 'ES', clock_now()
        from generate_series(1, ${people}) number
      returning id),
    made as (
      select uuidv7(row_number() over () * interval '1 millisecond') as id, people.id as recipient_id, row_number() over () as number,
             clock_now() + row_number() over () * interval '1 millisecond' as at
        from people, generate_series(1, ${messagesOfEach})),
    messages_made as (
      insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
      select $businessId::uuid, id, recipient_id, 'one_off', 'active', 'Shipped', 'On its way', 'A' || number % 10, 'shipped', at, at from made),
    emails_made as (
      insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, delivered_at, bounced_at, ended_at)
      select $businessId::uuid, uuidv7(), id, 'email', 'delivered', 0, false, false, at, at, case when number % 100 = 0 then at end, at from made)
    insert into nudges (business_id, id, message_id, channel, state, skipped_reason, price, charged, fallback, created_at, ended_at)
    select $businessId::uuid, uuidv7(), id, 'sms', 'skipped', 'no_phone', 0, false, false, at, at from made`
}
