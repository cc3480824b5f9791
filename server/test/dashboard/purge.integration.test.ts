import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { runMaintenance } from '../../src/scheduling/maintenance.ts'
import { createMember } from '../support/dashboard.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService({ role: 'api' })
const db = openDatabase({ url: service.databaseUrl, poolSize: 2, onIdleError: () => undefined })

const remaining = statement<{ ids: string[] }, { id: string }>(
  'test.remaining_people_rows',
  `select id from (select id from sign_in_attempts union all select id from dashboard_sessions union all select id from invitations) rows
    where id = any($ids::uuid[])`,
)

test('attempts are purged an hour after they expired, sessions and invitations after 30 days', async () => {
  const shop = await service.business()
  const { personId } = await createMember(service, shop, 'owner')
  const rows = [
    ['sign_in_attempts', '61 minutes', false],
    ['sign_in_attempts', '59 minutes', true],
    ['dashboard_sessions', '30 days 1 minute', false],
    ['dashboard_sessions', '29 days 23 hours', true],
    ['invitations', '30 days 1 minute', false],
    ['invitations', '29 days 23 hours', true],
  ] as const
  const columns = {
    sign_in_attempts: (id: string, ago: string) =>
      `insert into sign_in_attempts (id, method, expires_at) values ('${id}', 'link', clock_now() - interval '${ago}')`,
    dashboard_sessions: (id: string, ago: string) =>
      `insert into dashboard_sessions (id, token_hash, person_id, method, user_agent, ends_at)
       values ('${id}', sha256('${id}'), '${personId}', 'link', '', clock_now() - interval '${ago}')`,
    invitations: (id: string, ago: string) =>
      `insert into invitations (id, business_id, email, displayed_email, role, expires_at)
       values ('${id}', '${shop.businessId}', '${id}@x.example', '${id}@x.example', 'viewer', clock_now() - interval '${ago}')`,
  }
  const stored = rows.map(([table, ago, stays]) => ({ id: randomUUID(), table, ago, stays }))
  for (const { table, id, ago } of stored) await db.command(columns[table](id, ago))
  const reports = await runMaintenance(db, [
    'maintenance.sign_in_attempts',
    'maintenance.sessions',
    'maintenance.invitations',
  ])
  expect(reports).toEqual([
    { task: 'maintenance.sign_in_attempts', counts: { purged: 1 } },
    { task: 'maintenance.sessions', counts: { purged: 1 } },
    { task: 'maintenance.invitations', counts: { purged: 1 } },
  ])
  const ids = (await db.all(remaining, { ids: stored.map(({ id }) => id) })).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(
    stored
      .filter(({ stays }) => stays)
      .map(({ id }) => id)
      .toSorted(),
  )
  await db.close()
})
