import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ledgerState } from '../src/credits/ledger-checks.sql.ts'
import { type Statement, statement } from '../src/db/statement.ts'
import { nextCheck, waitingNudges } from '../src/nudges/sql.ts'
import { queueDepths } from '../src/queue/sql.ts'
import { webhookBacklog } from '../src/webhooks/backlog.sql.ts'
import { waitingDeliveries } from '../src/webhooks/deliver.sql.ts'
import { sampleMetrics } from '../src/worker/sampler.ts'
import { asked, explain, nodesOf, planModes, rowsRead } from './support/explain.ts'
import { startStopwatch } from './support/stopwatch.ts'
import { createTestService } from './support/test-service.ts'

// No worker runs, so the sampler counts the jobs itself.
const { db } = await createTestService({ role: 'api' })
const rows = 50_000
const [businessId, endpointId] = [randomUUID(), randomUUID()]
const fillShops = statement<{ businessId: string }>(
  'probe.fill_shops',
  `with shop as (
     insert into businesses (id, shard, mode, name)
     select case number when 0 then $businessId::uuid else uuidv7() end, '00', 'live', 'Shop' from generate_series(0, 2000) number
     returning id),
   balances as (insert into credit_balances (business_id) select id from shop),
   checks as (insert into ledger_checks (business_id, difference) select id, 1 from shop),
   recipient as (
     insert into recipients (business_id, id, email, created_at)
     values ($businessId::uuid, $businessId::uuid, 'ada@x.example', clock_now())),
   message as (
     insert into messages (business_id, id, recipient_id, kind, status, subject, body, created_at, updated_at)
     values ($businessId::uuid, $businessId::uuid, $businessId::uuid, 'one_off', 'active', 'Shipped', 'On its way', clock_now(), clock_now()))
   insert into webhook_endpoints (business_id, id, url, event_types, secret, secret_ending, consecutive_failures, disabled_at)
   select id, uuidv7(), 'https://x.example', '{}', '\\x00', 'abcd', 20,
          case when right(id::text, 1) < '8' then clock_now() end
     from shop`,
)
const fillNudges = statement<{ businessId: string; rows: number }>(
  'probe.fill_nudges',
  `insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, due_at, check_at)
   select $businessId, uuidv7(), $businessId, 'sms', 'waiting', 0, false, false, clock_now(),
          clock_now() + number * interval '1 second', clock_now() + number * interval '1 second'
     from generate_series(1, $rows::integer) number`,
)
const fillDeliveries = statement<{ businessId: string; endpointId: string; rows: number }>(
  'probe.fill_deliveries',
  `insert into webhook_deliveries (business_id, id, event_id, endpoint_id, state, due_at)
   select $businessId, uuidv7(), uuidv7(), $endpointId, 'waiting', clock_now() + number * interval '1 second'
     from generate_series(1, $rows::integer) number`,
)
/** Emails that wait, in two priorities, texts that are being sent, and notices that wait for a retry. */
const fillJobs = statement<{ businessId: string; rows: number }>(
  'probe.fill_jobs',
  `insert into queue.job (name, data, group_id, priority, state, start_after, created_on)
   select q.name, '{}', $businessId, -(number % 2)::integer, q.state::queue.job_state,
          now() + q.delay - number * interval '1 millisecond', now() - number * interval '1 millisecond'
     from (values ('nudges.email', 'created', interval '0'), ('nudges.sms', 'active', interval '0'),
                  ('notices', 'retry', interval '1 hour')) q (name, state, delay),
          generate_series(1, $rows::integer) number`,
)
await db.all(fillShops, { businessId })
await db.command('analyze')
await db.all(fillNudges, { businessId, rows })
await db.all(fillDeliveries, { businessId, endpointId, rows })
await db.all(fillJobs, { businessId, rows })
await db.command('analyze')
/** The supervisor of a worker has just counted the jobs. */
const countNow = statement<null>('probe.count_now', `update queue.queue set monitor_on = now() + interval '1 hour'`)
const names = ['nudges.email', 'nudges.sms', 'notices', 'webhooks']
const limit = 10_000

function read<Params>(one: Statement<Params, unknown>, params: NoInfer<Params>, most: number) {
  return { name: one.name, query: asked(one, params), most }
}
const reads = [
  // The counts of three queues, and for each queue for each of two priorities the first hundred jobs and one to find the priority.
  read(queueDepths, { names, limit }, 3 * limit + names.length * (1 + 2 * 102)),
  read(waitingNudges.nextDue, null, 1),
  read(waitingDeliveries.nextDue, null, 1),
  read(nextCheck, null, 1),
  read(webhookBacklog, { retries: limit, endpoints: limit }, limit + 1 + 2 * 2 * limit),
  read(ledgerState, null, 1_001),
]
for (const mode of planModes)
  for (const { name, query, most } of reads)
    test(`${name} reads a bounded number of rows of tables with ${rows} (${mode})`, async () => {
      const plan = await explain(db, query, mode)
      expect(rowsRead(plan)).toBeLessThanOrEqual(most)
      expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Rows'] > 20)).toEqual([])
    })

async function medianOfSamples(): Promise<number> {
  const milliseconds: number[] = []
  for (let run = 0; run < 11; run++) {
    const stopwatch = startStopwatch()
    await sampleMetrics(db)
    milliseconds.push(stopwatch.milliseconds())
  }
  return milliseconds.toSorted((one, two) => one - two)[5]!
}

test('a sample of large tables takes milliseconds', async () => {
  const alone = await medianOfSamples()
  await db.all(countNow)
  const counted = await medianOfSamples()
  process.stdout.write(
    `a sample takes ${alone.toFixed(1)} ms while no worker runs, ${counted.toFixed(1)} ms beside one (medians of 11)\n`,
  )
  expect(Math.max(alone, counted)).toBeLessThan(500)
})
