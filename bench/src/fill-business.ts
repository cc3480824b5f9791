import { runSql } from './sql.ts'

const ordersPerChunk = 125_000
const messagesPerOrder = 2
const recipientsPerMessage = 0.3
const days = 365
/** The service purges events after these days, so that older messages have none. */
const eventDays = 30
/** What is filled. The indexes of these tables are created after the filling. */
const tables = [
  'recipients',
  'recipient_channels',
  'messages',
  'nudges',
  'nudge_attempts',
  'events',
  'webhook_deliveries',
  'credit_ledger',
]

export type Filled = { businessId: string; messages: number; recipients: number; orders: number; end: string }

/**
 * Fills a business with the messages of a year: recipients, nudges with every outcome, attempts, events, deliveries and charges.
 * Rows are inserted in the order of time, so that they lie on the disk as in production. Triggers and foreign key checks are
 * off, because they would only slow down the filling. In the end the database has every index that it had before.
 */
export async function fillBusiness(databaseUrl: string, businessId: string, messages: number): Promise<Filled> {
  const filled: Filled = {
    businessId,
    messages,
    recipients: Math.ceil(messages * recipientsPerMessage),
    orders: Math.ceil(messages / messagesPerOrder),
    end: new Date(Date.now() - 4 * 86_400_000).toISOString(),
  }
  await runSql(databaseUrl, dropIndexes)
  await runSql(databaseUrl, insertRecipients(filled))
  for (let first = 0; first < filled.orders; first += ordersPerChunk) {
    await runSql(databaseUrl, insertOrders(filled, first, Math.min(first + ordersPerChunk, filled.orders) - 1))
    process.stderr.write('.')
  }
  process.stderr.write('\n')
  await runSql(databaseUrl, createIndexes)
  await runSql(databaseUrl, insertTotals(filled))
  for (const table of tables) await runSql(databaseUrl, `vacuum analyze ${table}`)
  await runSql(databaseUrl, 'checkpoint')
  return filled
}

/** The address of recipient `k`, of which there are `recipients`. */
export const recipientEmail = (k: number): string =>
  `${firstNames[k % 20]}.${lastNames[Math.floor(k / 20) % 20]}${k}@example.${domains[k % 3]}`
/** The number of recipient `k`, or null. */
export const recipientPhone = (k: number): string | null =>
  k % 5 < 3 ? `+44770${String(Number((BigInt(k) * numberFactor) % 10_000_000n)).padStart(7, '0')}` : null
export const orderReference = (n: number): string => `SO-${1_000_000 + n}`

const [firstNames, lastNames, domains] = [
  'amara ben chloe dmitri elena farid grace hugo ines jonas keiko liam maya noor olga priya ravi sofia tomas yusuf',
  'adeyemi baker costa dubois evans fischer garcia haddad ivanova jensen khan larsen moreau novak okafor patel quinn rossi sato weber',
  'com org net',
].map((names) => names.split(' ')) as [string[], string[], string[]]
/** Without a common factor with the count of numbers, so that no number is used twice. */
const numberFactor = 7_368_787n
const arrayOf = (values: string[]): string => `(array[${values.map((value) => `'${value}'`).join(', ')}])`
const emailSql = (k: string): string =>
  `(${arrayOf(firstNames)}[1 + ${k} % 20] || '.' || ${arrayOf(lastNames)}[1 + ${k} / 20 % 20] || ${k} || '@example.' || ${arrayOf(domains)}[1 + ${k} % 3])`
const phoneSql = (k: string): string =>
  `(case when ${k} % 5 < 3 then '+44770' || lpad((${k}::bigint * ${numberFactor} % 10000000)::text, 7, '0') end)`

/** The time of the `position`-th of `count`, evenly distributed over the year. */
const momentSql = ({ end }: Filled, position: string, count: number): string =>
  `('${end}'::timestamptz - interval '${days} days' * (1 - (${position})::double precision / ${count}))`
/** The id of recipient `k` is computed and not found by a join. It begins with the time of their creation, as every id. */
const recipientIdSql = (filled: Filled, k: string): string =>
  `(lpad(to_hex((extract(epoch from ${momentSql(filled, k, filled.recipients)}) * 1000)::bigint), 12, '0')
    || '7' || substr(md5((${k})::text), 1, 3) || '8' || substr(md5((${k})::text), 4, 15))::uuid`

const session = 'set session_replication_role = replica; set synchronous_commit = off;'

/** The indexes of constraints remain. */
const dropIndexes = `
create table bench_indexes as
select indexname as name, indexdef as definition from pg_indexes
 where schemaname = 'public' and tablename = any(${arrayOf(tables)})
   and not exists (select from pg_constraint where conname = indexname);
do $$ declare name text; begin
  for name in select b.name from bench_indexes b loop execute 'drop index ' || quote_ident(name); end loop;
end $$;`
const createIndexes = `
set maintenance_work_mem = '512MB';
do $$ declare definition text; begin
  for definition in select b.definition from bench_indexes b loop execute definition; end loop;
end $$;
drop table bench_indexes;`

const insertRecipients = (filled: Filled): string => `${session}
insert into recipients (business_id, id, email, phone, phone_destination, phone_digest, created_at, unsubscribed_at)
select '${filled.businessId}', ${recipientIdSql(filled, 'k')}, ${emailSql('k')}, p.phone,
       case when p.phone is not null then 'GB' end, sha256(p.phone::bytea), m.at, case when k % 200 = 7 then m.at + interval '9 days' end
  from generate_series(0, ${filled.recipients - 1}) k,
       lateral (select ${phoneSql('k')} as phone) p, lateral (select ${momentSql(filled, 'k', filled.recipients)} as at) m;
insert into recipient_channels (business_id, recipient_id, channel, consented_at, consent_source, stopped_at, stop_source, stop_digest)
select '${filled.businessId}', ${recipientIdSql(filled, 'k')}, 'sms', m.at, 'push',
       case when k % 50 = 1 then m.at + interval '20 days' end, case when k % 50 = 1 then 'text' end,
       case when k % 50 = 1 then sha256((${phoneSql('k')})::bytea) end
  from generate_series(0, ${filled.recipients - 1}) k, lateral (select ${momentSql(filled, 'k', filled.recipients)} as at) m
 where k % 5 < 3;`

/**
 * Every order has one to three messages. Each recipient has an order; the others are distributed so that some recipients have
 * thousands of messages and most have a few.
 */
const insertOrders = (filled: Filled, first: number, last: number): string => `${session}
select setseed(${first} / ${filled.orders}.0);
create temporary table new_messages on commit drop as
select n, k, step, at, uuidv7(at - clock_timestamp()) as id, ${recipientIdSql(filled, 'k')} as recipient_id, ${phoneSql('k')} as phone,
       'SO-' || 1000000 + n as reference, random() as luck, random() as text_luck, random() < 0.35 as is_opened, random() < 0.002 as is_retracted
  from (select n, step, ${momentSql(filled, 'n', filled.orders)} + step * interval '20 hours' + random() * interval '6 hours' as at,
               case when n = 0 or newest <> ((n - 1) * ${filled.recipients}::bigint / ${filled.orders})::integer then newest
                    else (newest * repeated)::integer end as k
          from (select n, (n * ${filled.recipients}::bigint / ${filled.orders})::integer as newest, power(random(), 2) as repeated
                  from generate_series(${first}, ${last}) n) o,
               generate_series(0, ${arrayOf(['0', '1', '1', '2'])}[1 + n % 4]::integer) step) s
 order by at;
insert into messages (business_id, id, recipient_id, kind, status, subject, body, reference, order_status, opened_at, created_at,
                      updated_at, status_changed_at)
select '${filled.businessId}', id, recipient_id, 'one_off', case when is_retracted then 'retracted' else 'active' end,
       ${arrayOf(['Order confirmed', 'Order shipped', 'Order delivered'])}[1 + step] || ': ' || reference,
       'Hello, ' || ${arrayOf(['thank you for order ', 'your parcel left our warehouse with order ', 'your parcel was delivered. It was order '])}[1 + step]
         || reference || '. Track it at https://carrier.example/track/' || md5(n::text) || '. '
         || repeat('You can change the address or the day of the delivery until it leaves the depot. ', 4 + n % 4),
       reference, ${arrayOf(['confirmed', 'shipped', 'delivered'])}[1 + step],
       case when is_opened then at + random() * interval '5 hours' end, at, at, case when is_retracted then at + interval '1 minute' end
  from new_messages;
create temporary table new_nudges on commit drop as
select *, uuidv7(at - clock_timestamp()) as nudge_id,
       case channel
         when 'email' then case when luck < 0.955 then 'delivered' when luck < 0.97 then 'bounced' when luck < 0.971 then 'complained'
                                when luck < 0.975 then 'failed' when luck < 0.98 then 'retried' else 'skipped' end
         when 'sms' then case when luck < 0.90 then 'delivered' when luck < 0.925 then 'failed' when luck < 0.935 then 'rejected'
                              when luck < 0.96 then 'cancelled' else 'skipped' end
         else case when luck < 0.60 then 'read' when luck < 0.90 then 'delivered' when luck < 0.95 then 'failed' else 'skipped' end
       end as outcome
  from (select *, 'email' as channel from new_messages
        union all select *, 'sms' from new_messages where phone is not null and text_luck < 0.25
        union all select *, 'whatsapp' from new_messages where phone is not null and text_luck > 0.92) one
 order by at, id;
insert into nudges (business_id, id, message_id, channel, state, skipped_reason, error_code, price, charged, fallback, number_digest,
                    created_at, submitted_at, delivered_at, read_at, bounced_at, bounce_type, complained_at, ended_at, attempts,
                    platform_id, push_id, escalation_minutes)
select '${filled.businessId}', nudge_id, id, channel,
       case when outcome in ('retried', 'complained') then 'delivered' when outcome = 'bounced' then 'accepted' else outcome end,
       case when outcome = 'skipped' then case channel
         when 'email' then ${arrayOf(['suppressed', 'unsubscribed', 'platform_suppressed'])}[1 + n % 3]
         when 'sms' then ${arrayOf(['stopped', 'insufficient_credit', 'country_not_allowed', 'rate_limited'])}[1 + n % 4]
         else ${arrayOf(['not_opted_in', 'template_not_sendable'])}[1 + n % 2] end end,
       case when outcome = 'failed' then case channel when 'email' then 'esp_refused' when 'sms' then 'sms.carrier_failed' else 'whatsapp.platform_failed' end
            when outcome = 'rejected' then 'sms.submit_refused' end,
       case when channel = 'email' then 0 else 1 end,
       channel <> 'email' and outcome in ('delivered', 'read', 'failed'), false,
       case when channel = 'sms' then sha256(phone::bytea) end, at,
       case when outcome not in ('skipped', 'cancelled') then at + interval '2 seconds' end,
       case when outcome in ('delivered', 'read', 'complained') then at + interval '9 seconds' when outcome = 'retried' then at + interval '6 minutes' end,
       case when outcome = 'read' then at + interval '20 minutes' end,
       case when outcome = 'bounced' then at + interval '30 seconds' end, case when outcome = 'bounced' then 'permanent' end,
       case when outcome = 'complained' then at + interval '3 hours' end,
       case when outcome in ('failed', 'rejected', 'skipped', 'cancelled') then at + interval '10 seconds' end,
       case when outcome in ('skipped', 'cancelled') then 0 when outcome = 'retried' then 2 else 1 end,
       case when channel <> 'email' and outcome not in ('skipped', 'cancelled') then replace(nudge_id::text, '-', '') end, id,
       case when outcome = 'cancelled' then 60 end
  from new_nudges order by at, id;
insert into nudge_attempts (business_id, nudge_id, message_id, attempt, source, outcome, code, words, next_attempt_at, at)
select '${filled.businessId}'::uuid, nudge_id, id, 1, 'submission', 'refused', '451', 'Try again later', at + interval '5 minutes', at + interval '2 seconds'
  from new_nudges where outcome = 'retried'
union all
select '${filled.businessId}', nudge_id, id, 1, 'report', 'bounced', '550', 'No such mailbox', null, at + interval '30 seconds'
  from new_nudges where outcome = 'bounced';
insert into credit_ledger (business_id, id, delta, kind, send_id, at)
select '${filled.businessId}', uuidv7(at - clock_timestamp()), -1, 'charge', nudge_id, at
  from new_nudges where channel <> 'email' and outcome in ('delivered', 'read', 'failed');
create temporary table new_events on commit drop as
select *, uuidv7(happened_at - clock_timestamp()) as event_id
  from (select n, id, recipient_id, k, reference, at + interval '10 seconds' as happened_at,
               case when channel = 'email' then case outcome when 'skipped' then 'message.not_sent' when 'retried' then 'message.delivered' else 'message.' || outcome end
                    else channel || '.' || case outcome when 'rejected' then 'failed' else outcome end end as type
          from new_nudges where outcome not in ('cancelled') and (channel = 'email' or outcome <> 'skipped')
        union all
        select n, id, recipient_id, k, reference, at + interval '3 hours', 'message.opened' from new_messages where is_opened) e
 where happened_at > now() - interval '${eventDays} days' order by happened_at;
insert into events (business_id, id, type, message_id, recipient_id, body, occurred_at)
select '${filled.businessId}', event_id, type, id, recipient_id,
       '{"data":{"at":"' || happened_at || '","message_id":"msg_' || upper(left(replace(id::text, '-', ''), 26)) || '","recipient_email":"' || ${emailSql('k')}
         || '","reference":"' || reference || '"},"id":"evt_' || upper(left(replace(event_id::text, '-', ''), 26)) || '","occurred_at":"' || happened_at || '","type":"' || type || '"}',
       happened_at
  from new_events;
insert into webhook_deliveries (business_id, id, event_id, endpoint_id, state, tries, created_at, ended_at)
select '${filled.businessId}', uuidv7(happened_at - clock_timestamp()), event_id, '${filled.businessId}', 'delivered',
       jsonb_build_array(jsonb_build_object('at', to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                                            'error', null, 'status_code', 200, 'duration_ms', 41)),
       happened_at, happened_at + interval '1 second'
  from new_events;`

/** The limit on stored messages is raised, because the business still pushes. */
const insertTotals = ({ businessId }: Filled): string => `
insert into message_counts (business_id, stored, day) select '${businessId}', count(*), '2000-01-01' from messages where business_id = '${businessId}'
    on conflict (business_id) do update set stored = excluded.stored;
update businesses set stored_messages = 2000000000, messages_per_day = 2000000000 where id = '${businessId}';`
