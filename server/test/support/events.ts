import type { Database } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'

const stored = statement<{ messageId: string | null; businessId: string | null }, { body: string }>(
  'test.events',
  `select body from events where message_id is not distinct from $messageId and ($businessId::uuid is null or business_id = $businessId) order by occurred_at, id`,
)

/** The events of a message in order. With a null `messageId`, the events of a business that belong to no message. */
export async function eventsOf(db: Database, messageId: string | null, businessId?: string) {
  const rows = await db.all(stored, {
    messageId: messageId === null ? null : parseId('msg', messageId),
    businessId: businessId === undefined ? null : parseId('biz', businessId),
  })
  return rows.map(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> }
    return { type, data }
  })
}

/**
 * Messages whose events do not match the state of their emails: an event is missing or was published twice. A later delivery
 * report overwrites a failure, so the number of `failed` events is only known to lie between two limits.
 */
export const emailEventMismatches = statement<null, { message_id: string; counts: string }>(
  'test.email_event_mismatches',
  `with expected as (
     select m.id,
            count(n.delivered_at) as delivered, count(n.bounced_at) as bounced, count(n.complained_at) as complained,
            count(*) filter (where n.state = 'skipped' or n.skipped_reason = 'retracted') as not_sent,
            count(*) filter (where n.state = 'failed') as failed, count(*) filter (where n.attempts > 0) as attempted,
            count(distinct m.opened_at) as opened
       from messages m left join nudges n on n.message_id = m.id and n.channel = 'email'
      group by m.id
   ), published as (
     select message_id as id,
            count(*) filter (where type = 'message.delivered') as delivered,
            count(*) filter (where type = 'message.bounced') as bounced,
            count(*) filter (where type = 'message.complained') as complained,
            count(*) filter (where type = 'message.not_sent') as not_sent,
            count(*) filter (where type = 'message.failed') as failed,
            count(*) filter (where type = 'message.opened') as opened
       from events where message_id is not null group by message_id
   )
   select x.id as message_id, json_build_object('expected', x, 'published', p)::text as counts
     from expected x left join published p using (id)
    where (x.delivered, x.bounced, x.complained, x.not_sent, x.opened)
          is distinct from (coalesce(p.delivered, 0), coalesce(p.bounced, 0), coalesce(p.complained, 0), coalesce(p.not_sent, 0), coalesce(p.opened, 0))
       or coalesce(p.failed, 0) not between x.failed and x.attempted`,
)

/** The same for texts and WhatsApp messages. A send that was not delivered has exactly one event (6.4). */
export const paidEventMismatches = statement<null, { message_id: string; counts: string }>(
  'test.paid_event_mismatches',
  `with expected as (
     select n.message_id, n.channel,
            count(n.delivered_at) as delivered, count(n.read_at) as read,
            count(*) filter (where n.state = 'rejected') as rejected,
            count(*) filter (where n.state = 'failed') as failed, count(*) filter (where n.attempts > 0) as attempted
       from nudges n where n.channel <> 'email' group by n.message_id, n.channel
   ), published as (
     select message_id, split_part(type, '.', 1) as channel,
            count(*) filter (where type like '%.delivered') as delivered,
            count(*) filter (where type like '%.read') as read,
            count(*) filter (where type like '%.rejected') as rejected,
            count(*) filter (where type like '%.failed') as failed
       from events where message_id is not null and type !~ '^message' group by 1, 2
   )
   select x.message_id, json_build_object('expected', x, 'published', p)::text as counts
     from expected x left join published p using (message_id, channel)
    where (x.delivered, x.read, x.rejected)
          is distinct from (coalesce(p.delivered, 0), coalesce(p.read, 0), coalesce(p.rejected, 0))
       or coalesce(p.failed, 0) not between x.failed and x.attempted`,
)
