import type { Database } from '../../src/db/database.ts'
import { statement } from '../../src/db/statement.ts'
import { parseId } from '../../src/ids.ts'

const stored = statement<{ messageId: string | null; businessId: string | null }, { body: string }>(
  'test.events',
  `select body from events where message_id is not distinct from $messageId and ($businessId::uuid is null or business_id = $businessId) order by occurred_at, id`,
)

/** What was told of a message, or of a business where it is about none, in order. */
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
 * Messages whose state and whose events do not tell the same story: a change that was not told, or was told twice. Nothing is
 * kept of an email that failed and then turned out to have arrived, so of failures it is known how many there are at least and at most.
 */
export const untold = statement<null, { message_id: string; story: string }>(
  'test.untold',
  `with happened as (
     select m.id,
            count(n.delivered_at) as delivered, count(n.bounced_at) as bounced, count(n.complained_at) as complained,
            count(*) filter (where n.state = 'skipped' or n.skipped_reason = 'retracted') as not_sent,
            count(*) filter (where n.state = 'failed') as failed, count(*) filter (where n.attempts > 0) as attempted,
            count(distinct m.opened_at) as opened
       from messages m left join nudges n on n.message_id = m.id and n.channel = 'email'
      group by m.id
   ), told as (
     select message_id as id,
            count(*) filter (where type = 'message.delivered') as delivered,
            count(*) filter (where type = 'message.bounced') as bounced,
            count(*) filter (where type = 'message.complained') as complained,
            count(*) filter (where type = 'message.not_sent') as not_sent,
            count(*) filter (where type = 'message.failed') as failed,
            count(*) filter (where type = 'message.opened') as opened
       from events where message_id is not null group by message_id
   )
   select h.id as message_id, json_build_object('happened', h, 'told', t)::text as story
     from happened h left join told t using (id)
    where (h.delivered, h.bounced, h.complained, h.not_sent, h.opened)
          is distinct from (coalesce(t.delivered, 0), coalesce(t.bounced, 0), coalesce(t.complained, 0), coalesce(t.not_sent, 0), coalesce(t.opened, 0))
       or coalesce(t.failed, 0) not between h.failed and h.attempted`,
)

/** The same of texts and WhatsApp messages: one that ended undelivered is told once (6.4). */
export const untoldPaid = statement<null, { message_id: string; story: string }>(
  'test.untold_paid',
  `with happened as (
     select n.message_id, n.channel,
            count(n.delivered_at) as delivered, count(n.read_at) as read,
            count(*) filter (where n.state = 'rejected') as rejected,
            count(*) filter (where n.state = 'failed') as failed, count(*) filter (where n.attempts > 0) as attempted
       from nudges n where n.channel <> 'email' group by n.message_id, n.channel
   ), told as (
     select message_id, split_part(type, '.', 1) as channel,
            count(*) filter (where type like '%.delivered') as delivered,
            count(*) filter (where type like '%.read') as read,
            count(*) filter (where type like '%.rejected') as rejected,
            count(*) filter (where type like '%.failed') as failed
       from events where message_id is not null and type !~ '^message' group by 1, 2
   )
   select h.message_id, json_build_object('happened', h, 'told', t)::text as story
     from happened h left join told t using (message_id, channel)
    where (h.delivered, h.read, h.rejected)
          is distinct from (coalesce(t.delivered, 0), coalesce(t.read, 0), coalesce(t.rejected, 0))
       or coalesce(t.failed, 0) not between h.failed and h.attempted`,
)
