import { testClockLock } from '../db/database.ts'
import { statement } from '../db/statement.ts'

type TestSide = { businessId: string }
type Move = TestSide & { seconds: number }

/** Waits for the transactions on this clock to end, and delays new ones. */
export const lockClock = statement<TestSide>(
  'test_side.lock_clock',
  `select pg_advisory_xact_lock(${testClockLock('$businessId::text')})`,
)

/** The times of this clock, and the time of the service's clock at which its next work is due. */
export const readClock = statement<TestSide, { now: Date; shift: number; nextDueAt: Date | null }>(
  'test_side.read_clock',
  `select service_now() as now,
          coalesce((select extract(epoch from shift) from test_clocks where business_id = $businessId), 0)::float8 as shift,
          least((select least(min(n.due_at), min(n.check_at)) from ${scheduledNudges()}),
                (select min(d.due_at) from ${waitingDeliveries()})) as "nextDueAt"`,
)

export const moveClock = statement<Move>(
  'test_side.move_clock',
  `insert into test_clocks (business_id, shift) values ($businessId, make_interval(secs => $seconds::float8))
       on conflict (business_id) do update set shift = test_clocks.shift + excluded.shift`,
)

/** Scheduled rows hold times of the service's clock: when the clock of the test side moves on, they are due earlier. */
export const moveNudges = statement<Move>(
  'test_side.move_nudges',
  `update nudges t
      set due_at = t.due_at - make_interval(secs => $seconds::float8), check_at = t.check_at - make_interval(secs => $seconds::float8)
    where (t.business_id, t.id) in (select n.business_id, n.id from ${scheduledNudges()})`,
)
export const moveDeliveries = statement<Move>(
  'test_side.move_deliveries',
  `update webhook_deliveries t
      set due_at = t.due_at - make_interval(secs => $seconds::float8)
    where (t.business_id, t.id) in (select d.business_id, d.id from ${waitingDeliveries()})`,
)

/** Read through the messages and the endpoints, because live businesses need no index of scheduled rows by business. */
function scheduledNudges(): string {
  return `messages m join nudges n on n.business_id = m.business_id and n.message_id = m.id
           where m.business_id = $businessId and (n.due_at is not null or n.check_at is not null)`
}
function waitingDeliveries(): string {
  return `webhook_endpoints w join webhook_deliveries d on d.business_id = w.business_id and d.endpoint_id = w.id
           where w.business_id = $businessId and d.state = 'waiting'`
}
