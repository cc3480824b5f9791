import { beforeAll, describe, expect, test } from 'vitest'
import { waitingSends } from '../../src/dashboard/channels/sql.ts'
import { statement } from '../../src/db/statement.ts'
import { asked, explain, nodesOf, planModes, rowsRead } from '../support/explain.ts'
import { createTestService } from '../support/test-service.ts'

/** The page that says what a change of channels means reads a bounded number of sends, however many wait. */
const { business, db } = await createTestService({ role: 'api' })
const [scheduling, idle] = [await business(), await business()]
const waiting = 30_000

const fill = statement<{ businessId: string }>(
  'probe.fill_scheduled',
  `with person as (
     insert into recipients (business_id, id, email, phone, phone_digest, phone_destination, created_at)
     values ($businessId::uuid, uuidv7(), 'scheduled@x.example', '+34613000000', sha256('scheduled'), 'ES', clock_now())
     returning id),
   made as (select uuidv7() as id, person.id as recipient_id, clock_now() as at from person, generate_series(1, ${waiting})),
   messages_made as (
     insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, created_at, updated_at)
     select $businessId::uuid, id, recipient_id, 'one_off', 'active', 'Shipped', 'On its way', 'A1', 'shipped', at, at from made)
   insert into nudges (business_id, id, message_id, channel, state, price, charged, fallback, created_at, due_at)
   select $businessId::uuid, uuidv7(), id, 'sms', 'waiting', 0, false, false, at, at + interval '1 day' from made`,
)
const limit = 1_001

describe(`with ${waiting} texts that wait:`, () => {
  beforeAll(async () => {
    await db.transaction(async (tx) => {
      await tx.command('set local statement_timeout = 0')
      await tx.all(fill, scheduling)
    })
    await db.command('analyze')
  })
  for (const [what, { businessId }, groups, read] of [
    ['the sends of the shop', scheduling, 1, 3 * limit + 20],
    ['those of a shop without', idle, 0, 20],
  ] as const)
    test.for(planModes)(`${what} (%s)`, async (mode) => {
      const plan = await explain(db, asked(waitingSends, { businessId, limit }), mode)
      expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
      expect(plan['Actual Rows']).toBe(groups)
      expect(rowsRead(plan)).toBeLessThanOrEqual(read)
    })
})
