import { randomUUID } from 'node:crypto'
import { escapeLiteral } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { ledgerPage } from '../src/credits/sql.ts'
import { newest } from '../src/db/page.ts'
import { type Positional, positional } from '../src/db/statement.ts'
import { readId } from '../src/ids.ts'
import { listInbox } from '../src/inbox/sql.ts'
import { listMessages, listMessagesByReference, listMessagesOfRecipient } from '../src/messages/sql.ts'
import { deliveryPage, eventPage, eventPageOfMessage, eventPageOfType } from '../src/webhooks/sql.ts'
import { createWorld } from './support/world.ts'

const { business, db } = await createWorld({ role: 'api' })
const businessId = readId('biz', (await business()).id)!
const endpointId = randomUUID()
const [people, messagesOfEach] = [300, 10]
await db.all(positional('probe.fill', fillText()), [businessId, endpointId])

/** The row at a place of the newest first, of which a page may be the continuation. */
const rowAt = async (table: string, time: string, place: number): Promise<{ time: Date; id: string }> => {
  const text = `select ${time} as time, id from ${table} where business_id = $1 order by ${time} desc, id desc limit 1 offset $2`
  return (await db.one(positional<{ time: Date; id: string }>(`probe.row_of_${table}`, text), [businessId, place]))!
}
const late = people * messagesOfEach - 100
const message = await rowAt('messages', 'created_at', late)
const event = await rowAt('events', 'occurred_at', late)
const delivery = await rowAt('webhook_deliveries', 'created_at', late)
const entry = await rowAt('credit_ledger', 'at', late)
const recipientOf = positional<{ id: string; email: string }>(
  'probe.recipient',
  `select r.id, r.email from messages m join recipients r on r.id = m.recipient_id where m.id = $1`,
)
const recipient = (await db.one(recipientOf, [message.id]))!

type Value = string | number | Date | null
const firstMessages = [businessId, ...newest, 51]
const lateMessages = [businessId, message.time, message.id, 51]
const pages: [what: string, statement: Positional<unknown>, values: Value[], rows: number][] = [
  ['messages', listMessages, firstMessages, 51],
  ['a late page of messages', listMessages, lateMessages, 51],
  ['messages of a recipient', listMessagesOfRecipient, [...firstMessages, recipient.email], messagesOfEach],
  ['messages of nobody', listMessagesOfRecipient, [...firstMessages, 'nobody@x.example'], 0],
  ['messages by reference', listMessagesByReference, [...firstMessages, 'A7', null], 51],
  ['a late page of messages by reference', listMessagesByReference, [...lateMessages, 'A7', null], 10],
  ['messages by a reference of none', listMessagesByReference, [...firstMessages, 'A-never', null], 0],
  ['events', eventPage, [businessId, null, 51], 51],
  ['a late page of events', eventPage, [businessId, event.id, 51], 51],
  ['events of a type', eventPageOfType, [businessId, null, 51, 'type.7'], 51],
  ['a late page of events of a type', eventPageOfType, [businessId, event.id, 51, 'type.7'], 10],
  ['events of a type that never happened', eventPageOfType, [businessId, null, 51, 'type.never'], 0],
  ['events of a message', eventPageOfMessage, [businessId, null, 51, message.id, null], 1],
  ['events of a message and another type', eventPageOfMessage, [businessId, null, 51, message.id, 'type.never'], 0],
  ['deliveries', deliveryPage, [businessId, endpointId, null, 51], 51],
  ['a late page of deliveries', deliveryPage, [businessId, endpointId, delivery.id, 51], 51],
  ['entries of the ledger', ledgerPage, [businessId, null, 51], 51],
  ['a late page of entries of the ledger', ledgerPage, [businessId, entry.id, 51], 51],
  ['an inbox', listInbox, [businessId, recipient.id, null, 5], 5],
  ['an inbox after a message', listInbox, [businessId, recipient.id, message.id, 5], 0],
]

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
/** Of a statement that is executed: what its tables gave, before anything was joined, sorted or cut. */
const rowsRead = (plan: Plan): number =>
  (plan['Relation Name'] === undefined
    ? 0
    : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']) +
  (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), 0)

let explanations = 0
/** By `execute`, because a plan that is not prepared is always made for its values. */
async function explain(text: string, values: Value[], mode: string): Promise<Plan> {
  const name = `page_${explanations++}`
  const literals = values.map((value) =>
    value === null ? 'null' : escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
  )
  const row = await db.transaction(async (tx) => {
    await tx.command(`set local plan_cache_mode = ${mode}`)
    await tx.command(`prepare ${name} as ${text}`)
    return tx.one(
      positional<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `probe.explain_${name}`,
        `explain (analyze, buffers, format json) execute ${name} (${literals.join(', ')})`,
      ),
      [],
    )
  })
  return row!['QUERY PLAN'][0].Plan
}

const modes = ['force_custom_plan', 'force_generic_plan']
/** Without statistics PostgreSQL may sort all rows of a business of this size, but must not join them to others first. */
describe('in tables that were never analyzed a page reads few database pages:', () => {
  for (const [what, { text }, values, rows] of pages)
    test.for(modes)(`${what} (%s)`, async (mode) => {
      const plan = await explain(text, values, mode)
      expect(plan['Actual Rows']).toBe(rows)
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(600)
    })
})

describe('in tables that were analyzed a page reads few rows:', async () => {
  beforeAll(() => db.all(positional('probe.analyze', 'analyze'), []))
  for (const [what, { text }, values, rows] of pages)
    test.for(modes)(`${what} (%s)`, async (mode) => {
      const plan = await explain(text, values, mode)
      expect(plan['Actual Rows']).toBe(rows)
      // Of 3,000. All 300 recipients may be among them, which is cheaper than to look for 51.
      expect(rowsRead(plan)).toBeLessThan(500)
    })
})

/** Messages of ten references, each with an email, an event of one of ten types, its delivery and an entry of the ledger, a millisecond apart. */
function fillText(): string {
  return `
    with people as (
      insert into recipients (business_id, id, email, created_at)
      select $1::uuid, uuidv7(), 'customer' || number || '@x.example', clock_now() from generate_series(1, ${people}) number
      returning id),
    made as (
      select uuidv7() as id, uuidv7() as event_id, people.id as recipient_id,
             row_number() over () as number, clock_now() - row_number() over () * interval '1 millisecond' as at
        from people, generate_series(1, ${messagesOfEach})),
    messages_made as (
      insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
      select $1::uuid, id, recipient_id, 'one_off', 'active', 'Shipped', 'On its way', 'A' || number % 10, 'shipped', at, at from made),
    nudges_made as (
      insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, delivered_at, ended_at)
      select $1::uuid, uuidv7(), id, 'email', 'delivered', 0, false, false, at, at, at from made),
    events_made as (
      insert into events (business_id, id, type, message_id, recipient_id, body, occurred_at)
      select $1::uuid, event_id, 'type.' || number % 10, id, recipient_id, repeat('x', 300), at from made),
    deliveries_made as (
      insert into webhook_deliveries (business_id, id, event_id, endpoint_id, state, created_at, ended_at)
      select $1::uuid, uuidv7(), event_id, $2::uuid, 'delivered', at, at from made)
    insert into credit_ledger (business_id, id, delta, kind, at) select $1::uuid, uuidv7(), 1, 'grant', at from made`
}
