import type { Brand } from '../../brand/brand.ts'
import { brandColumn, shopName } from '../../brand/sql.ts'
import type { Channel, PaidChannel } from '../../channels/registry.ts'
import { statement } from '../../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../../email.ts'
import { detailsOf, type MessageDetails } from '../../messages/sql.ts'
import type { StopSource } from '../../recipients/consent.decide.ts'
import { displayedEmail } from '../../recipients/sql.ts'
import type { OutcomeName } from './filter.decide.ts'
import type { ShownNudge } from './stage.decide.ts'

/**
 * The list of messages is in order of time, newest first. A range has both ends, so every statement reads a bounded part of an index:
 * the limit applies before the joins. `upper` is excluded and `lower` included; for a newer page it is the reverse.
 */
type Range = { upperTime: Date | string; upperId: string; lowerTime: Date | string; lowerId: string }
type OfBusiness = { businessId: string }
/** The messages with one of these order numbers and those to one of these recipients. */
export type Keys = { references: string[]; recipientIds: string[] }

/**
 * The limits are part of the text: for a limit that is a parameter, a plan for every value expects a tenth of the table, and joins
 * all recipients to it.
 */
export const pageLength = 50
/** A filter without an index of its own reads this many messages a request, or of each order number and recipient. */
export const [step, stepOfKey] = [2000, 100]
/** Problems that a request reads. Several can be of one message. */
export const problemStep = 200

const [upper, lower] = ['($upperTime::timestamptz, $upperId::uuid)', '($lowerTime::timestamptz, $lowerId::uuid)']
const older = {
  within: `(created_at, id) < ${upper} and (created_at, id) >= ${lower}`,
  order: 'created_at desc, id desc',
}
const newer = { within: `(created_at, id) <= ${upper} and (created_at, id) > ${lower}`, order: 'created_at, id' }
type Direction = typeof older

const ofBusiness = ({ within }: Direction): string => `messages m where m.business_id = $businessId and ${within}`
/** Each key reads its newest rows by its own index. A message can be found by several. */
const ofKeys = ({ within, order }: Direction, length: number): string => `(
            select m.id, m.created_at
              from unnest($references::text[]) searched (reference)
             cross join lateral (
                   select id, created_at from messages
                    where reference = searched.reference and business_id = $businessId and ${within} order by ${order} limit ${length}) m
            union
            select m.id, m.created_at
              from unnest($recipientIds::uuid[]) searched (recipient_id)
             cross join lateral (
                   select id, created_at from messages
                    where recipient_id = searched.recipient_id and business_id = $businessId and ${within} order by ${order} limit ${length}) m
          )`

/** A subquery with a limit is a lookup for each message that was found, whatever number of them a plan expects. */
const eachFound = `cross join lateral (select * from messages m where m.id = found.id and m.business_id = $businessId limit 1) m`

const pageOf = (source: string, { order }: Direction): string =>
  `${detailsOf(`(select * from ${source} order by ${order} limit ${pageLength + 1})`)} order by m.created_at desc, m.id desc`
const foundMessages = (direction: Direction): string =>
  `(select m.* from (select id from ${ofKeys(direction, pageLength + 1)} found order by ${direction.order} limit ${pageLength + 1}) found
            ${eachFound}) m`

type Page = OfBusiness & Range
export const olderPage = statement<Page, MessageDetails>(
  'dashboard.messages_older_page',
  pageOf(ofBusiness(older), older),
)
export const newerPage = statement<Page, MessageDetails>(
  'dashboard.messages_newer_page',
  pageOf(ofBusiness(newer), newer),
)
export const olderFound = statement<Page & Keys, MessageDetails>(
  'dashboard.messages_older_found',
  pageOf(foundMessages(older), older),
)
export const newerFound = statement<Page & Keys, MessageDetails>(
  'dashboard.messages_newer_found',
  pageOf(foundMessages(newer), newer),
)

/**
 * Whether the message may have the outcome: the view of the message decides. A subquery with a limit stays a lookup for each message;
 * as `exists` the planner could join all nudges of the table.
 */
const mayHaveOutcome = `($outcome::text is distinct from 'opened' or m.opened_at is not null)
             and (($outcome = 'opened' and $channel::text is null) or coalesce((
                  select true from nudges n
                   where n.message_id = m.id and n.business_id = m.business_id and ($channel is null or n.channel = $channel)
                     and case $outcome
                           when 'delivered' then n.state in ('delivered', 'read') or n.delivered_at is not null
                           when 'waiting' then n.state in ('waiting', 'queued', 'submitting', 'accepted')
                           when 'not_sent' then n.state in ('skipped', 'cancelled', 'rejected')
                             and ($reason::text is null or n.skipped_reason = $reason)
                           when 'bounced' then n.bounced_at is not null
                           when 'failed' then n.state in ('failed', 'rejected')
                           when 'complained' then n.complained_at is not null
                           else true
                         end
                   limit 1), false))`
type Filtered = Page & { outcome: OutcomeName | null; reason: string | null; channel: Channel | null }

/** The matching messages of a range of a limited number of messages (`stepEnd`). */
export const matchingPage = statement<Filtered, MessageDetails>(
  'dashboard.messages_matching_page',
  pageOf(`${ofBusiness(older)} and ${mayHaveOutcome}`, older),
)
export const matchingFound = statement<Filtered & Keys, MessageDetails>(
  'dashboard.messages_matching_found',
  pageOf(
    `(select m.* from ${ofKeys(older, stepOfKey)} found
            ${eachFound}) m
          where ${mayHaveOutcome}`,
    older,
  ),
)

type Position = { time: Date; id: string }
/** The last message of a step: a step reads this many messages, whatever it finds. No row if the range has fewer. */
export const stepEnd = statement<OfBusiness & Range, Position>(
  'dashboard.messages_step_end',
  `select created_at as time, id from ${ofBusiness(older)} order by ${older.order} offset ${step - 1} limit 1`,
)
/** A step through the messages of keys ends where the first of them ends, so that the next step repeats none and omits none. */
export const stepEndFound = statement<OfBusiness & Range & Keys, Position>(
  'dashboard.messages_step_end_found',
  `select ends.time, ends.id
     from (select last.*
             from unnest($references::text[]) searched (reference)
            cross join lateral (
                  select created_at as time, id from messages
                   where reference = searched.reference and business_id = $businessId and ${older.within}
                   order by ${older.order} offset ${stepOfKey - 1} limit 1) last
           union all
           select last.*
             from unnest($recipientIds::uuid[]) searched (recipient_id)
            cross join lateral (
                  select created_at as time, id from messages
                   where recipient_id = searched.recipient_id and business_id = $businessId and ${older.within}
                   order by ${older.order} offset ${stepOfKey - 1} limit 1) last) ends
    order by ends.time desc, ends.id desc
    limit 1`,
)

/** The first and the last message of a period; no row if it has none. */
export const edgesOfPeriod = statement<OfBusiness & Pick<Range, 'upperTime' | 'lowerTime'>, Position>(
  'dashboard.messages_edges_of_period',
  ['created_at, id', 'created_at desc, id desc']
    .map(
      (order) => `(select created_at as time, id from messages
    where business_id = $businessId and created_at < $upperTime::timestamptz and created_at >= $lowerTime::timestamptz
    order by ${order} limit 1)`,
    )
    .join(' union all '),
)

/**
 * The messages with a nudge that bounced, failed or was complained about, newest first, by the index of problems. Ids are in order of
 * time. A message can be in it several times.
 */
export const problemIds = statement<OfBusiness & { upperId: string; lowerId: string }, { id: string }>(
  'dashboard.messages_problem_ids',
  `select message_id as id
     from nudges
    where business_id = $businessId and (state in ('failed', 'rejected') or bounced_at is not null or complained_at is not null)
      and message_id < $upperId::uuid and message_id >= $lowerId::uuid
    order by message_id desc
    limit ${problemStep}`,
)

/** What is new at the top of the list. */
export const newestIds = statement<OfBusiness & { since: Date; limit: number }, { id: string }>(
  'dashboard.messages_newest_ids',
  `select id from messages where business_id = $businessId and created_at > $since order by created_at desc, id desc limit $limit`,
)

export type FoundRecipient = { id: string; email: EmailIdentity; displayedEmail: DisplayedEmail; phone: string | null }
const foundRecipient = `r.id, r.email, ${displayedEmail} as "displayedEmail", r.phone`
export const recipientByEmail = statement<OfBusiness & { email: EmailIdentity }, FoundRecipient>(
  'dashboard.messages_recipient_by_email',
  `select ${foundRecipient} from recipients r where r.business_id = $businessId and r.email = $email`,
)
/** Four digits find the recipients by an index, and further digits narrow them. Numbers are unique, so few have the same end. */
export const recipientsByDigits = statement<OfBusiness & { digits: string; limit: number }, FoundRecipient>(
  'dashboard.messages_recipients_by_digits',
  `select ${foundRecipient}
     from (select * from recipients
            where right(phone, 4) = right($digits, 4) and business_id = $businessId and phone is not null
            limit 2000) r
    where right(r.phone, length($digits)) = $digits
    order by r.id desc
    limit $limit`,
)

/** A page shows what the newest nudges state. An updateable message can have any number. */
const newestNudges = 100
/** The facts of a message beside its view: its recipient with the stops of the recipient and of the number, and its nudges. */
export type MessageFacts = {
  recipientId: string
  email: EmailIdentity
  displayedEmail: DisplayedEmail
  phone: string | null
  isUnsubscribed: boolean
  linkEpoch: number
  stops: { channel: PaidChannel; source: StopSource }[]
  shard: string
  businessName: string
  brand: Brand
  /** In order of creation. */
  nudges: ShownNudge[]
  now: Date
}
export const messageFacts = statement<OfBusiness & { messageId: string }, MessageFacts>(
  'dashboard.messages_message_facts',
  `select r.id as "recipientId", r.email, ${displayedEmail} as "displayedEmail", r.phone, r.unsubscribed_at is not null as "isUnsubscribed",
          r.link_epoch as "linkEpoch", b.shard, ${shopName} as "businessName", ${brandColumn}, clock_now() as now,
          array(select json_build_object('channel', s.channel, 'source', s.source)
                  from (select c.channel, c.stop_source as source from recipient_channels c
                         where c.recipient_id = r.id and c.business_id = r.business_id and c.stopped_at is not null
                        union
                        select s.channel, s.source from number_stops s
                         where s.number_digest = r.phone_digest and s.business_id = r.business_id) s
                 order by s.channel, s.source) as stops,
          array(select json_build_object('channel', n.channel, 'state', n.state, 'attempts', n.attempts, 'error_code', n.error_code,
                         'push_id', n.push_id, 'fallback', n.fallback, 'awaits_report', n.check_at is not null,
                         'bounce_type', n.bounce_type, 'submitted_at', n.submitted_at, 'scheduled_for', n.scheduled_for,
                         'escalates_at', n.escalates_at, 'delivered_at', n.delivered_at, 'bounced_at', n.bounced_at)
                  from (select * from nudges n where n.message_id = m.id and n.business_id = m.business_id
                         order by n.made desc limit ${newestNudges}) n
                 order by n.made) as nudges
     from messages m
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = m.business_id
    where m.business_id = $businessId and m.id = $messageId`,
)
