import { beforeAll, describe, expect, test } from 'vitest'
import * as facts from '../../src/dashboard/operator/health/facts.sql.ts'
import { queueNames } from '../../src/dashboard/operator/health/health.decide.ts'
import { type Statement, statement } from '../../src/db/statement.ts'
import { asked, explain, nodesOf, planModes, rowsRead } from '../support/explain.ts'
import { createTestService } from '../support/test-service.ts'

/** What the pages of operators measure reads a bounded number of rows, however much the database has. */
const { business, db } = await createTestService({ role: 'api' })
const { businessId } = await business()
const many = 20_000
await db.transaction(async (tx) => {
  await tx.command('set local statement_timeout = 0')
  for (const [index, text] of fillTexts().entries())
    await tx.all(statement<{ businessId: string }>(`attention_costs.fill_${index}`, text), { businessId })
})

function query<Params>(
  what: string,
  one: Statement<Params, unknown>,
  params: NoInfer<Params>,
  rows: number,
  read: number,
) {
  return { what, statement: asked(one, params), rows, read }
}
const names = Object.keys(queueNames)
const cases = [
  query('the queues', facts.queueStates, { names, limit: 500 }, names.length, 2 * names.length * 500),
  query('overdue work', facts.overdueWork, { limit: 500, seconds: 60 }, 3, 3 * 500 * 2),
  query('refused submissions', facts.refusedSubmissions, { limit: 500 }, 2, 3 * 500),
  query('failing endpoints', facts.failingEndpoints, { limit: 20 }, 40, 100),
  query('paused businesses', facts.pausedBusinesses, { limit: 20 }, 20, 20 * 2 * 201 + 20),
  query('notices about texts', facts.textNotices, { limit: 500, kinds: ['sms_spend_reached'] }, 10, 1_100),
]
const large = [
  'nudges',
  'nudge_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
  'notices',
  'audit_log',
  'job_common',
]

describe(`with ${many} rows of each kind, by an index:`, () => {
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

/** Half of the rows of each kind are of the kind that is looked for. The others must not be read. */
function fillTexts(): string[] {
  const numbers = `generate_series(1, ${many}) number`
  return [
    `insert into recipients (business_id, id, email, created_at)
     select $businessId::uuid, uuidv7(), 'customer' || number || '@x.example', clock_now() from generate_series(1, 10) number`,
    `with made as (
       insert into messages (business_id, id, recipient_id, kind, status, subject, body, created_at, updated_at)
       select $businessId::uuid, uuidv7(), r.id, 'one_off', 'active', 'Shipped', 'On its way', clock_now(), clock_now()
         from (select id from recipients where business_id = $businessId::uuid limit 1) r, ${numbers}
       returning id),
     nudges_made as (
       insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, attempts, due_at, check_at, created_at)
       select $businessId::uuid, uuidv7(), id, 'email', case when even then 'waiting' else 'accepted' end, 0, false, false, 1,
              case when even then clock_now() - interval '2 hours' end, case when not even then clock_now() - interval '2 hours' end,
              clock_now()
         from (select id, row_number() over () % 2 = 0 as even from made) one
       returning id, message_id)
     insert into nudge_attempts (business_id, nudge_id, message_id, attempt, source, outcome, code, next_attempt_at, at)
     select $businessId::uuid, id, message_id, 1, 'submission', 'refused', 'smtp ' || (row_number() over () % 2), clock_now(),
            clock_now() - row_number() over () * interval '1 second'
       from nudges_made`,
    `insert into webhook_deliveries (business_id, id, event_id, endpoint_id, state, due_at)
     select $businessId::uuid, uuidv7(), uuidv7(), uuidv7(), case when number % 2 = 0 then 'waiting' else 'delivered' end,
            case when number % 2 = 0 then clock_now() - interval '2 hours' end
       from ${numbers}`,
    `insert into webhook_endpoints (business_id, id, url, event_types, secret, secret_key_id, secret_ending, consecutive_failures, disabled_at)
     select $businessId::uuid, uuidv7(), 'https://hooks.example.com/', '{}', '', '0', 'abcd', number % 3,
            case when number % 5 = 0 then clock_now() - number * interval '1 minute' end
       from ${numbers}`,
    `insert into businesses (id, shard, mode, name, sending_paused)
     select uuidv7(), 'aa', 'live', 'Shop ' || number, number % 100 = 0 from generate_series(1, 5000) number`,
    `insert into notices (id, business_id, kind, detail, at)
     select uuidv7(), b.id, case when number % 2 = 0 then 'sms_spend_reached' else 'quota_reached' end, '{}',
            clock_now() - number * interval '1 second'
       from (select id from businesses where sending_paused order by id limit 1) b, ${numbers} where $businessId::uuid is not null`,
    `insert into audit_log (id, at, actor_name, actor_role, action, request_id, business_id, after)
     select uuidv7(), clock_now(), 'Grace', 'admin', 'changeBusiness', 'x', b.id, '{"sending_paused": true}'
       from (select id from businesses where sending_paused order by id limit 1) b, ${numbers} where $businessId::uuid is not null`,
    `insert into queue.job (id, name, state, group_id, start_after, heartbeat_on)
     select uuidv7(), 'nudges.email', case when number % 2 = 0 then 'active' else 'created' end::queue.job_state, $businessId::uuid::text,
            now() - interval '1 minute', now() - interval '1 minute'
       from ${numbers}`,
  ]
}
