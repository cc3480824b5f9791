import pg from 'pg'

/** Times from `from` on that belong to the message or the recipient are moved so that `from` becomes `target`. */
export type Move = { messageId: string | null; recipient: string; from: string; target: Date }
/** The hashes under which the stops and suppressions of a recipient are stored. */
export type StoredDigests = { recipient: string; digests: Buffer[] }
export type SeedDatabase = Awaited<ReturnType<typeof openSeedDatabase>>

/**
 * What the seed does in the database itself, only in development. Everything has really happened within a minute: the times are
 * moved back afterwards, each by as much as the act that caused it. The audit log and the stored responses keep the real time, as
 * do the ids.
 */
export async function openSeedDatabase(url: string, businessId: string) {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const read = async <Row>(text: string, values: unknown[]): Promise<Row> =>
    (await pool.query(text, values)).rows[0] as Row

  return {
    close: () => pool.end(),
    /** With all digits, because the rows have them. */
    now: async (): Promise<string> => (await read<{ now: string }>('select clock_now()::text as now', [])).now,
    hasOutcomes: async (messageIds: string[]): Promise<boolean> =>
      (await read<{ done: boolean }>(hasOutcomes, [businessId, messageIds])).done,
    /** Retries and escalations that wait become due. */
    sendWaiting: async (messageId: string): Promise<void> => {
      await pool.query(
        `update nudges set due_at = clock_now() where business_id = $1 and message_id = $2 and state = 'waiting'`,
        [businessId, messageId],
      )
    },
    isReported: async (messageIds: string[]): Promise<boolean> =>
      (await read<{ reported: boolean }>(isReported, [businessId, messageIds])).reported,
    missingReports: async (messageIds: string[]): Promise<{ messageId: string; failsAt: Date }[]> =>
      (await pool.query(missingReports, [businessId, messageIds])).rows as { messageId: string; failsAt: Date }[],
    async moveTimes(moves: Move[], stored: StoredDigests[]): Promise<void> {
      const client = await pool.connect()
      await client.query('begin')
      await client.query(createMoves)
      await client.query(insertMoves, [businessId, JSON.stringify(moves)])
      for (const { recipient, digests } of stored)
        await client.query(insertDigests, [recipient, digests.map((digest) => digest.toString('hex'))])
      for (const text of moveRows) await client.query(text, text.includes('$1') ? [businessId] : [])
      await client.query('commit')
      client.release()
    },
  }
}

/** A WhatsApp message without a report remains accepted for days, and an email that bounced remains accepted. */
const hasOutcomes = `
select not exists (
  select from nudges n
   where n.business_id = $1 and n.message_id = any($2::uuid[])
     and (n.state in ('queued', 'submitting')
          or n.state = 'accepted' and n.bounced_at is null and n.submitted_at > clock_now() - interval '5 seconds')) as done`

/** The check of a report that is due is recorded within a second. */
const isReported = `
select not exists (
  select from nudges where business_id = $1 and message_id = any($2::uuid[]) and check_at <= clock_now()) as reported`
const missingReports = `
select message_id as "messageId", submitted_at + interval '72 hours' as "failsAt" from nudges
 where business_id = $1 and message_id = any($2::uuid[]) and state = 'failed' and error_code like '%.no_report'`

const createMoves = `
create temporary table moves (message_id uuid, recipient text, from_at timestamptz, back_by interval) on commit drop;
create temporary table digests (recipient text, digest bytea) on commit drop;
create or replace function pg_temp.moved(message uuid, moment timestamptz) returns timestamptz language sql stable as $$
  select moment - coalesce((select back_by from moves where message_id = message and from_at <= moment
                             order by from_at desc limit 1), '0') $$;
create or replace function pg_temp.moved_for(who text, moment timestamptz) returns timestamptz language sql stable as $$
  select moment - coalesce((select back_by from moves where recipient = who and from_at <= moment
                             order by from_at desc limit 1), '0') $$;
create or replace function pg_temp.moved_body(message uuid, body text) returns text language plpgsql stable as $$
declare found text; pattern constant text := '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+(?:Z|\\+00:00)';
begin
  for found in select distinct (regexp_matches(body, pattern, 'g'))[1] loop
    body := replace(body, found, to_char(pg_temp.moved(message, found::timestamptz) at time zone 'UTC',
      case when found like '%Z' then 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' else 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"' end));
  end loop;
  return body;
end $$;`

/** A message is stored with milliseconds, and so are positions in lists of messages: a move must not add more digits. */
const insertMoves = `
insert into moves
select m."messageId", m.recipient, m."from", date_trunc('milliseconds', m."from" - m.target)
  from jsonb_to_recordset($2::jsonb) m("messageId" uuid, recipient text, "from" timestamptz, target timestamptz)
 where $1::uuid is not null`
const insertDigests = `insert into digests select $1, decode(digest, 'hex') from unnest($2::text[]) digest`

const seeded = `business_id = $1 and message_id in (select message_id from moves)`
/** What waits for a time that the push gave keeps that time. What waits for a period after the push moves with it. */
const periodMoved = (column: string): string =>
  `${column} = case when scheduled_for is null then ${column} - (created_at - pg_temp.moved(message_id, created_at)) else ${column} end`

const moveRows = [
  `update messages set created_at = pg_temp.moved(id, created_at), updated_at = pg_temp.moved(id, updated_at),
          opened_at = pg_temp.moved(id, opened_at), status_changed_at = pg_temp.moved(id, status_changed_at)
    where business_id = $1 and id in (select message_id from moves)`,
  `update nudges set ${['due_at', 'escalates_at', 'check_at'].map(periodMoved).join(', ')},
          ${['created_at', 'submitted_at', 'delivered_at', 'read_at', 'bounced_at', 'complained_at', 'ended_at'].map((column) => `${column} = pg_temp.moved(message_id, ${column})`).join(', ')}
    where ${seeded}`,
  `update nudge_attempts set at = pg_temp.moved(message_id, at), next_attempt_at = pg_temp.moved(message_id, next_attempt_at)
    where ${seeded}`,
  `update webhook_deliveries d
      set created_at = pg_temp.moved(e.message_id, d.created_at), ended_at = pg_temp.moved(e.message_id, d.ended_at),
          tries = pg_temp.moved_body(e.message_id, d.tries::text)::jsonb
     from events e where d.business_id = $1 and e.business_id = d.business_id and e.id = d.event_id
      and e.message_id in (select message_id from moves)`,
  `update events set occurred_at = pg_temp.moved(message_id, occurred_at), body = pg_temp.moved_body(message_id, body) where ${seeded}`,
  `update whatsapp_replies set received_at = pg_temp.moved(message_id, received_at), forwarded_at = pg_temp.moved(message_id, forwarded_at)
    where ${seeded}`,
  `update recipient_channels c
      set consented_at = pg_temp.moved_for(r.email, c.consented_at), stopped_at = pg_temp.moved_for(r.email, c.stopped_at),
          withdrawn_at = pg_temp.moved_for(r.email, c.withdrawn_at)
     from recipients r where c.business_id = $1 and r.business_id = c.business_id and r.id = c.recipient_id
      and r.email in (select recipient from moves)`,
  `update recipients set created_at = pg_temp.moved_for(email, created_at), unsubscribed_at = pg_temp.moved_for(email, unsubscribed_at)
    where business_id = $1 and email in (select recipient from moves)`,
  `update email_suppressions s set created_at = pg_temp.moved_for(d.recipient, s.created_at)
     from digests d where s.business_id = $1 and s.address_digest = d.digest`,
  `update number_stops s set created_at = pg_temp.moved_for(d.recipient, s.created_at)
     from digests d where s.business_id = $1 and s.number_digest = d.digest`,
  // The ledger refuses changes, also by its owner.
  'alter table credit_ledger disable trigger credit_ledger_is_append_only',
  `update credit_ledger l set at = pg_temp.moved(n.message_id, l.at)
     from nudges n where l.business_id = $1 and n.business_id = l.business_id and n.id = l.send_id
      and n.message_id in (select message_id from moves)`,
  'alter table credit_ledger enable trigger credit_ledger_is_append_only',
  // The limits of the day then count only what was sent today.
  `update daily_sends set sent = 0, complained = 0 where business_id = $1`,
  `insert into daily_sends (business_id, channel, day, sent, complained)
   select business_id, channel, (submitted_at at time zone 'UTC')::date, count(*), count(complained_at)
     from nudges where business_id = $1 and submitted_at is not null group by 1, 2, 3
       on conflict (business_id, channel, day) do update set sent = excluded.sent, complained = excluded.complained`,
  // Triggers move the figures of messages and nudges. Nearly every push of the seed has an email.
  `delete from figure_changes where business_id = $1 and subject in ('push', 'ledger')`,
  `delete from figures where business_id = $1 and subject in ('push', 'ledger')`,
  `insert into figures (business_id, day, subject, channel, state, reason, mark, delay, count, credits, removed, removed_credits)
   select business_id, figure_day(created_at), 'push', '', '', '', '', -1, count(*), 0, 0, 0
     from nudges where business_id = $1 and channel = 'email' group by 1, 2
   union all
   select business_id, figure_day(at), 'ledger', '', kind, '', '', -1, count(*), sum(delta), 0, 0
     from credit_ledger where business_id = $1 group by 1, 2, 5`,
]
