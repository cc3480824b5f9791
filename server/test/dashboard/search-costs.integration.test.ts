import { randomUUID } from 'node:crypto'
import { escapeLiteral } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import * as search from '../../src/dashboard/messages/sql.ts'
import { newest } from '../../src/db/page.ts'
import { type Statement, statement } from '../../src/db/statement.ts'
import { emailIdentity } from '../../src/email.ts'
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

type Value = string | number | Date | string[] | null
/** `rows` are returned, `read` is the most that may be read from tables. */
function asked<Params>(
  what: string,
  one: Statement<Params, unknown>,
  params: NoInfer<Params>,
  rows: number,
  read: number,
) {
  return { what, text: one.text, values: one.bind(params) as Value[], rows, read }
}
const page = 400
const cases = [
  asked('the first page', search.olderPage, { ...all }, 51, page),
  asked('a late page', search.olderPage, { ...fromLate }, 51, page),
  asked('a newer page', search.newerPage, { ...afterLate }, 51, page),
  asked('a period without messages', search.olderPage, { ...all, upperTime: '2000-01-01' }, 0, page),
  asked('an order number and a recipient', search.olderFound, { ...all, ...keys }, 51, page + 300),
  asked(
    'a late page of an order number',
    search.olderFound,
    { ...fromLate, ...keys, recipientIds: [] },
    30,
    page + 300,
  ),
  asked('a newer page of both', search.newerFound, { ...afterLate, ...keys }, 51, page + 300),
  asked('an unknown order number and recipient', search.olderFound, { ...all, ...none }, 0, page),
  asked('the end of a step', search.stepEnd, all, 1, step + 10),
  asked('the end of a step of keys', search.stepEndFound, { ...all, ...keys }, 1, 2 * stepOfKey + 100),
  asked('a step with many matches', search.matchingPage, { ...inStep, ...noPhone }, 51, 4 * step),
  asked(
    'a step without a match',
    search.matchingPage,
    { ...inStep, outcome: 'complained', reason: null, channel: null },
    0,
    4 * step,
  ),
  asked('a step of keys', search.matchingFound, { ...inStep, ...keys, ...bounced }, 0, 8 * stepOfKey),
  asked(
    'the edges of a period',
    search.edgesOfPeriod,
    { businessId, upperTime: late.time, lowerTime: '-infinity' },
    2,
    10,
  ),
  asked('the edges of an empty period', search.edgesOfPeriod, { ...emptyPeriod }, 0, 10),
  asked('problems', search.problemIds, problems, 200, 210),
  asked('late problems', search.problemIds, { ...problems, upperId: late.id }, 2, 10),
  asked('new messages', search.newestIds, { businessId, since: new Date('2000-01-01'), limit: 50 }, 50, 60),
  asked('no new messages', search.newestIds, { businessId, since: new Date('2100-01-01'), limit: 50 }, 0, 10),
  asked('the end of a number', search.recipientsByDigits, { businessId, digits: '1234', limit: 21 }, 1, 10),
  asked('more digits', search.recipientsByDigits, { businessId, digits: '612001234', limit: 21 }, 1, 10),
  asked('digits of no number', search.recipientsByDigits, { businessId, digits: '9876', limit: 21 }, 0, 10),
  asked('an address', search.recipientByEmail, { businessId, email: emailIdentity('customer7@x.example') }, 1, 10),
  asked('the facts of a message', search.messageFacts, { businessId, messageId: late.id }, 1, 20),
]

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const rowsRead = (plan: Plan): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )

function literalOf(value: NonNullable<Value>): string {
  if (Array.isArray(value)) return `{${value.join(',')}}`
  return value instanceof Date ? value.toISOString() : String(value)
}

let explanations = 0
/** Uses `prepare` and `execute`, because only a prepared statement can have a generic plan. */
async function explain(text: string, values: Value[], mode: string): Promise<Plan> {
  const name = `search_${explanations++}`
  const literals = values.map((value) => (value === null ? 'null' : escapeLiteral(literalOf(value))))
  const row = await db.transaction(async (tx) => {
    await tx.command(`set local plan_cache_mode = ${mode}`)
    await tx.command(`prepare ${name} as ${text}`)
    return tx.one(
      statement<null, { 'QUERY PLAN': [{ Plan: Plan }] }>(
        `probe.explain_${name}`,
        `explain (analyze, buffers, format json) execute ${name} (${literals.join(', ')})`,
      ),
    )
  })
  return row!['QUERY PLAN'][0].Plan
}

const large = ['messages', 'nudges', 'recipients']
describe(`with ${total} messages of one business, a search reads a bounded number of rows by an index:`, () => {
  beforeAll(() => db.command('analyze'))
  for (const { what, text, values, rows, read } of cases)
    test.for(['force_custom_plan', 'force_generic_plan'])(`${what} (%s)`, async (mode) => {
      const plan = await explain(text, values, mode)
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
