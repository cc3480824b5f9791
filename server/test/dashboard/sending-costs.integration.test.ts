import { beforeEach, describe, expect, test } from 'vitest'
import { type SendingState, sendingPage } from '../../src/dashboard/operator/sending-page.ts'
import { statement } from '../../src/db/statement.ts'
import { describeSending } from '../../src/installation/sql.ts'
import { asked, explain, nodesOf, planModes, rowsRead } from '../support/explain.ts'
import { createTestService } from '../support/test-service.ts'

/** What is due during a pause is counted by a bounded number of rows, after hours of a hold too. */
const { business, db, operator } = await createTestService({ role: 'api' })
const { businessId } = await business()
const [many, counted] = [10_000, 1_000]
/** Of one source: its rows, one more than is counted, each with its nudge and its business. */
const rowsOfSource = 3 * (counted + 1)

await fill('queued', 0, '2 hours')
await fill('queued', -1, '90 minutes')
await db.command('analyze')

/** `many` queued emails, each with a job of this priority, created this long ago. */
async function fill(state: 'queued' | 'waiting', priority: number, age: string): Promise<void> {
  const text = `with person as (
       insert into recipients (business_id, id, email, created_at)
       values ($businessId::uuid, uuidv7(), '${state}${priority}@x.example', clock_now()) returning id),
     made as (select uuidv7() as id, uuidv7() as nudge_id, person.id as recipient_id, clock_now() - interval '${age}' as at
                from person, generate_series(1, ${many})),
     messages_made as (
       insert into messages (business_id, id, recipient_id, kind, status, subject, body, created_at, updated_at)
       select $businessId::uuid, id, recipient_id, 'one_off', 'active', 'Shipped', 'On its way', at, at from made),
     jobs_made as (
       insert into queue.job (id, name, priority, group_id, data, created_on)
       select nudge_id, 'nudges.email', ${priority}, $businessId::text, '{}', at from made where '${state}' = 'queued')
     insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, due_at)
     select $businessId::uuid, nudge_id, id, 'email', '${state}', 0, false, false, at, case when '${state}' = 'waiting' then at end
       from made`
  await db.transaction(async (tx) => {
    await tx.command('set local statement_timeout = 0')
    await tx.all(statement<{ businessId: string }>(`sending_costs.fill_${state}_${priority}`, text), { businessId })
  })
}

const pause = (since: string | null): Promise<void> =>
  db.command(
    since === null
      ? `update installation set paused_since = null, pause_reason = null, pause_note = null`
      : `update installation set paused_since = clock_now() - interval '${since}', pause_reason = 'other_database'`,
  )

for (const [what, pausedFor, due] of [
  ['while sending is on, nothing', null, { due_nudges: 0, due_nudges_truncated: false }],
  ['when all were pushed after the pause, none', '3 hours', { due_nudges: 0, due_nudges_truncated: false }],
  ['when half were pushed before the pause, as many as are counted', '100 minutes', truncated()],
  ['when all were pushed before the pause, as many as are counted', '1 second', truncated()],
] as const)
  describe(`with ${2 * many} queued nudges, ${what}:`, () => {
    beforeEach(() => pause(pausedFor))
    test('is due', async () => {
      expect((await operator('GET', '/sending')).json).toMatchObject(due)
    })
    test.for(planModes)('by an index (%s)', async (mode) => {
      const plan = await explain(db, asked(describeSending, null), mode)
      const scanned = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')
      expect(scanned.map((node) => node['Relation Name'])).not.toContain('nudges')
      expect(scanned.map((node) => node['Relation Name'])).not.toContain('job_common')
      expect(rowsRead(plan)).toBeLessThan(pausedFor === null ? 100 : 2 * rowsOfSource + 100)
    })
  })

function truncated() {
  return { due_nudges: counted, due_nudges_truncated: true }
}

test('nudges whose time has come are counted by an index too', async () => {
  await fill('waiting', 0, '3 hours')
  await db.command('analyze')
  await pause('150 minutes')
  expect((await operator('GET', '/sending')).json).toMatchObject(truncated())
  const plan = await explain(db, asked(describeSending, null), 'force_generic_plan')
  expect(rowsRead(plan)).toBeLessThan(3 * rowsOfSource + 100)
})

test('the page says that there may be more', async () => {
  await pause('1 second')
  const { markup } = sendingPage({
    publicUrl: 'https://tidings.example',
    csrf: 'token',
    state: (await operator('GET', '/sending')).json as SendingState,
    pausedBy: null,
    waiting: [],
    countLimit: 10_000,
    mayRelease: true,
    typedNote: '',
    outcome: { result: null, problem: null },
  })
  expect(markup).toContain('The 1,000 or more that may have been sent already')
  expect(markup).toContain('<dd>1,000 or more</dd>')
})
