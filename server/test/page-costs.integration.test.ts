import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditPages } from '../src/audit/sql.ts'
import { ledgerPages } from '../src/credits/sql.ts'
import { newest } from '../src/db/page.ts'
import { type Statement, statement } from '../src/db/statement.ts'
import { type EmailIdentity, emailIdentity } from '../src/email.ts'
import { parseId } from '../src/ids.ts'
import { listInbox, listOrder } from '../src/inbox/sql.ts'
import { keyPage } from '../src/keys/sql.ts'
import { listMessages, listMessagesByReference, listMessagesOfRecipient } from '../src/messages/sql.ts'
import { timelineAttempts, timelineEvents } from '../src/messages/timeline.sql.ts'
import { noticePage, noticePageOfBusiness } from '../src/notices/sql.ts'
import { platformSuppressionPage } from '../src/suppressions/operator.sql.ts'
import { entryPage, entryPageOfAddress, entryPageOfChannel, entryPageOfMessage } from '../src/test-side/sql.ts'
import { deliveryPage, eventPage, eventPageOfMessage, eventPageOfType } from '../src/webhooks/event-log.sql.ts'
import { asked, explain, planModes, rowsRead } from './support/explain.ts'
import { createTestService } from './support/test-service.ts'

const { business, db } = await createTestService({ role: 'api' })
const businessId = parseId('biz', (await business()).id)!
const [endpointId, operatorId] = [randomUUID(), randomUUID()]
const [people, messagesOfEach] = [300, 10]
const fill = statement<{ businessId: string; endpointId: string; operatorId: string }>('probe.fill', fillText())
await db.all(fill, { businessId, endpointId, operatorId })

/** The row at a position in the order newest first, from which a later page continues. */
const rowAt = async (table: string, time: string, position: number): Promise<{ time: Date; id: string }> => {
  const find = statement<{ businessId: string; position: number }, { time: Date; id: string }>(
    `probe.row_of_${table}`,
    `select ${time} as time, id from ${table} where business_id = $businessId order by ${time} desc, id desc limit 1 offset $position`,
  )
  return (await db.one(find, { businessId, position }))!
}
const late = people * messagesOfEach - 100
const message = await rowAt('messages', 'created_at', late)
const event = await rowAt('events', 'occurred_at', late)
const delivery = await rowAt('webhook_deliveries', 'created_at', late)
const entry = await rowAt('credit_ledger', 'at', late)
const key = await rowAt('api_keys', 'created_at', late)
const notice = await rowAt('notices', 'at', late)
const change = await rowAt('audit_log', 'at', late)
const suppressionAt = statement<{ position: number }, { id: string }>(
  'probe.suppression_at',
  `select encode(substring(address_digest for 16), 'hex')::uuid as id
     from platform_suppressions order by bounced_at desc, address_digest desc limit 1 offset $position`,
)
const suppression = (await db.one(suppressionAt, { position: late }))!
const outboxEntry = await rowAt('test_outbox', 'at', 1_500)
const firstEntries = { businessId, after: null, limit: 51 }
const anyChange = {
  businessId: null,
  actorId: null,
  operatorName: null,
  action: null,
  since: '-infinity',
  until: 'infinity',
  after: null,
  limit: 51,
  scan: 51,
}
const unknownEmail = emailIdentity('unknown@x.example')
const recipientOf = statement<{ messageId: string }, { id: string; email: EmailIdentity; reference: string }>(
  'probe.recipient',
  `select r.id, r.email, m.reference from messages m join recipients r on r.id = m.recipient_id where m.id = $messageId`,
)
const recipient = (await db.one(recipientOf, { messageId: message.id }))!

const firstMessages = { businessId, ...newest, limit: 51 }
const lateMessages = { businessId, ...message, limit: 51 }
const { reference } = recipient
const inbox = { businessId, recipientId: recipient.id, limit: 5 }
function page<Params>(what: string, one: Statement<Params, unknown>, params: NoInfer<Params>, rows: number) {
  return { what, query: asked(one, params), rows }
}
const pages = [
  page('messages', listMessages, firstMessages, 51),
  page('a late page of messages', listMessages, lateMessages, 51),
  page(
    'messages of a recipient',
    listMessagesOfRecipient,
    { ...firstMessages, email: recipient.email },
    messagesOfEach,
  ),
  page('messages of an unknown recipient', listMessagesOfRecipient, { ...firstMessages, email: unknownEmail }, 0),
  page('messages by reference', listMessagesByReference, { ...firstMessages, reference: 'A7', email: null }, 51),
  page('a late page by reference', listMessagesByReference, { ...lateMessages, reference: 'A7', email: null }, 10),
  page(
    'messages by an unknown reference',
    listMessagesByReference,
    { ...firstMessages, reference: '-', email: null },
    0,
  ),
  page('events', eventPage, { businessId, after: null, limit: 51 }, 51),
  page('a late page of events', eventPage, { businessId, after: event.id, limit: 51 }, 51),
  page('events of a type', eventPageOfType, { businessId, after: null, limit: 51, type: 'type.7' }, 51),
  page(
    'a late page of events of a type',
    eventPageOfType,
    { businessId, after: event.id, limit: 51, type: 'type.7' },
    10,
  ),
  page(
    'events of a type without events',
    eventPageOfType,
    { businessId, after: null, limit: 51, type: 'type.never' },
    0,
  ),
  page(
    'events of a message',
    eventPageOfMessage,
    { businessId, after: null, limit: 51, messageId: message.id, type: null },
    1,
  ),
  page(
    'events of a message and another type',
    eventPageOfMessage,
    { businessId, after: null, limit: 51, messageId: message.id, type: 'type.never' },
    0,
  ),
  page('events of a timeline', timelineEvents, { businessId, messageId: message.id, limit: 201 }, 1),
  page('attempts of a timeline', timelineAttempts, { businessId, messageId: message.id, limit: 201 }, 0),
  page('deliveries', deliveryPage, { businessId, endpointId, after: null, limit: 51 }, 51),
  page('a late page of deliveries', deliveryPage, { businessId, endpointId, after: delivery.id, limit: 51 }, 51),
  ...Object.entries(ledgerPages).flatMap(([filter, statementOf]) =>
    page(`entries of the ledger, ${filter}`, statementOf, { businessId, after: null, limit: 51 }, 51),
  ),
  page('a late page of entries of the ledger', ledgerPages.all, { businessId, after: entry.id, limit: 51 }, 51),
  page('keys', keyPage, { businessId, query: null, id: null, after: null, limit: 51 }, 51),
  page('a late page of keys', keyPage, { businessId, query: null, id: null, after: key.id, limit: 51 }, 51),
  page('notices', noticePage, { kind: null, after: null, limit: 51 }, 51),
  page('a late page of notices', noticePage, { kind: null, after: notice.id, limit: 51 }, 51),
  page('notices of a business', noticePageOfBusiness, { businessId, kind: null, after: null, limit: 51 }, 51),
  page('the audit log', auditPages.none, anyChange, 51),
  page('a late page of the audit log', auditPages.none, { ...anyChange, after: change.id }, 51),
  page('a period of the audit log', auditPages.none, { ...anyChange, until: change.time.toISOString() }, 51),
  page('changes of a business', auditPages.businessId, { ...anyChange, businessId, after: change.id }, 51),
  page('changes by an operator', auditPages.operatorName, { ...anyChange, operatorName: 'Ada', after: change.id }, 51),
  page('changes by an operation', auditPages.action, { ...anyChange, action: 'grantCredits' }, 51),
  page('changes by an actor', auditPages.actorId, { ...anyChange, actorId: operatorId, after: null }, 51),
  page(
    'a step of a search that finds nothing',
    auditPages.operatorName,
    { ...anyChange, operatorName: 'Ada', businessId: randomUUID(), scan: 200 },
    1,
  ),
  page('shared suppressions', platformSuppressionPage, { after: null, limit: 51 }, 51),
  page('a late page of shared suppressions', platformSuppressionPage, { after: suppression.id, limit: 51 }, 51),
  page('the outbox', entryPage, firstEntries, 51),
  page('a late page of the outbox', entryPage, { ...firstEntries, after: outboxEntry.id }, 51),
  page('the outbox of a channel', entryPageOfChannel, { ...firstEntries, channel: 'sms' }, 51),
  page('the outbox of a channel without entries', entryPageOfChannel, { ...firstEntries, channel: 'whatsapp' }, 0),
  page(
    'the outbox of an address',
    entryPageOfAddress,
    { ...firstEntries, address: recipient.email, channel: null },
    10,
  ),
  page(
    'the outbox of a message',
    entryPageOfMessage,
    { ...firstEntries, messageId: message.id, address: null, channel: null },
    1,
  ),
  page('an inbox', listInbox, { ...inbox, olderThan: null, excluded: [] }, 5),
  page('the messages about one order', listOrder, { ...inbox, olderThan: null, reference }, 5),
  page('an inbox after a message', listInbox, { ...inbox, olderThan: message.id, excluded: [randomUUID()] }, 0),
]

/** Without statistics PostgreSQL may sort all rows of a business of this size, but must not join them to others first. */
describe('before analyze, a page reads few database pages:', () => {
  for (const { what, query, rows } of pages)
    test.for(planModes)(`${what} (%s)`, async (mode) => {
      const plan = await explain(db, query, mode)
      expect(plan['Actual Rows']).toBe(rows)
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(600)
    })
})

describe('after analyze, a page reads few rows:', async () => {
  beforeAll(() => db.command('analyze'))
  for (const { what, query, rows } of pages)
    test.for(planModes)(`${what} (%s)`, async (mode) => {
      const plan = await explain(db, query, mode)
      expect(plan['Actual Rows']).toBe(rows)
      // Of 3,000. The plan may read all 300 recipients, which is cheaper than 51 index lookups.
      expect(rowsRead(plan)).toBeLessThan(500)
    })
})

/**
 * Messages with ten references, a millisecond apart, each with an email, an event of one of ten types, its delivery, an entry
 * in the outbox of a test side, a ledger entry, a revoked key, a notice, an audit row and a shared suppression.
 */
function fillText(): string {
  return `
    with people as (
      insert into recipients (business_id, id, email, created_at)
      select $businessId::uuid, uuidv7(), 'customer' || number || '@x.example', clock_now() from generate_series(1, ${people}) number
      returning id, email),
    made as (
      select uuidv7() as id, uuidv7() as event_id, people.id as recipient_id,
             row_number() over () as number, clock_now() - row_number() over () * interval '1 millisecond' as at
        from people, generate_series(1, ${messagesOfEach})),
    messages_made as (
      insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
      select $businessId::uuid, id, recipient_id, 'one_off', 'active', 'Shipped', 'On its way', 'A' || number % 10, 'shipped', at, at from made),
    nudges_made as (
      insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, delivered_at, ended_at)
      select $businessId::uuid, uuidv7(), id, 'email', 'delivered', 0, false, false, at, at, at from made),
    events_made as (
      insert into events (business_id, id, type, message_id, recipient_id, body, occurred_at)
      select $businessId::uuid, event_id, 'type.' || number % 10, id, recipient_id, repeat('x', 300), at from made),
    deliveries_made as (
      insert into webhook_deliveries (business_id, id, event_id, endpoint_id, state, created_at, ended_at)
      select $businessId::uuid, uuidv7(), event_id, $endpointId::uuid, 'delivered', at, at from made),
    outbox_made as (
      insert into test_outbox (business_id, id, nudge_id, message_id, recipient_id, channel, to_address, from_address, at)
      select $businessId::uuid, uuidv7(), uuidv7(), made.id, recipient_id, case when number % 2 = 0 then 'email' else 'sms' end,
             people.email, 'Shop', at
        from made join people on people.id = made.recipient_id),
    keys_made as (
      insert into api_keys (business_id, id, hash, masked, name, created_at, revoked_at)
      select $businessId::uuid, uuidv7(), sha256(id::text::bytea), 'masked', 'Till', at, at from made),
    suppressions_made as (
      insert into platform_suppressions (address_digest, bounced_at) select sha256(uuid_send(id)), at from made),
    notices_made as (
      insert into notices (id, business_id, kind, detail, at)
      select uuidv7(), $businessId::uuid, 'quota_reached', '{}', at from made),
    operator_made as (
      insert into operators (id, name, role, token_hash) values ($operatorId::uuid, 'Ada', 'admin', sha256('ada'))),
    audit_made as (
      insert into audit_log (id, business_id, at, actor_id, actor_name, actor_role, action, request_id)
      select uuidv7(), $businessId::uuid, at, $operatorId::uuid, 'Ada', 'admin',
             case when number % 20 = 0 then 'grantCredits' else 'changeBusiness' end, 'req' from made)
    insert into credit_ledger (business_id, id, delta, kind, send_id, at)
    select $businessId::uuid, uuidv7(), case number % 3 when 0 then -1 else 1 end, case number % 3 when 0 then 'charge' when 1 then 'refund' else 'grant' end,
           case when number % 3 < 2 then uuidv7() end, at from made`
}
