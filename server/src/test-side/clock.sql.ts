import { testClockLock } from '../db/database.ts'
import { statement } from '../db/statement.ts'

type TestSide = { businessId: string }
type Move = TestSide & { seconds: number }

/** Waits for the transactions on this clock to end, and delays new ones. */
export const lockClock = statement<TestSide>(
  'test_side.lock_clock',
  `select pg_advisory_xact_lock(${testClockLock('$businessId::text')})`,
)

/** Longer than an advance takes. It ends the claim of a process that died. */
const claimDuration = `interval '40 seconds'`
/** No row while another advance is running. Compared with PostgreSQL's own clock, which does not move. */
export const claimClock = statement<TestSide, { businessId: string }>(
  'test_side.claim_clock',
  `insert into test_clocks as c (business_id, shift, claimed_until) values ($businessId, '0', now() + ${claimDuration})
       on conflict (business_id) do update set claimed_until = excluded.claimed_until where coalesce(c.claimed_until <= now(), true)
   returning business_id as "businessId"`,
)
export const releaseClock = statement<TestSide>(
  'test_side.release_clock',
  `update test_clocks set claimed_until = null where business_id = $businessId`,
)

/** The clock of the service, how far this clock is ahead, and how many rows wait for their time, the first until `nextDueAt`. */
export const readClock = statement<TestSide, { now: Date; shift: number; nextDueAt: Date | null; waiting: number }>(
  'test_side.read_clock',
  `select service_now() as now, extract(epoch from c.shift)::float8 as shift, least(n.next, d.next) as "nextDueAt",
          n.waiting + d.waiting as waiting
     from test_clocks c
    cross join (select least(min(n.due_at), min(n.check_at)) as next, count(*)::integer as waiting from ${scheduledNudges()}) n
    cross join (select min(d.due_at) as next, count(*)::integer as waiting from ${waitingDeliveries()}) d
    where c.business_id = $businessId`,
)

export const moveClock = statement<Move>(
  'test_side.move_clock',
  `update test_clocks set shift = shift + make_interval(secs => $seconds::float8) where business_id = $businessId`,
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
