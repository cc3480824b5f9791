import { statement } from '../db/statement.ts'

export const lockLiveNudges = statement<{
  id: string
  message_id: string
  channel: 'email' | 'sms' | 'whatsapp'
  price: number
  charged: boolean
  counts_last_hour: boolean
  counts_last_day: boolean
}>(
  'nudges.lock_live',
  `select n.id, n.message_id, n.channel, n.price, n.charged,
          n.channel = 'sms' and n.charged and n.created_at > clock_now() - interval '1 hour' as counts_last_hour,
          n.channel = 'sms' and n.charged and n.created_at > clock_now() - interval '1 day' as counts_last_day
     from nudges n
    where (n.business_id, n.message_id) in (select * from unnest($1::uuid[], $2::uuid[]))
      and n.state in ('waiting', 'queued')
    order by n.business_id, n.id
      for update`,
)

/** Prices and templates: small tables, read whole. */
export const spendingFacts = statement<{
  destination: string | null
  credits: number | null
  order_status: string | null
  state: 'approved' | 'in_review' | 'paused' | 'rejected' | null
}>(
  'nudges.spending_facts',
  `select destination, credits, null as order_status, null as state from sms_prices
   union all
   select null, null, order_status, state from whatsapp_templates`,
)

export const storeNudges = statement<never>(
  'nudges.store',
  `insert into nudges (business_id, id, message_id, channel, state, skipped_reason, price, charged, due_at, escalates_at,
                       escalation_minutes, fallback, number_digest, created_at)
   select business_id, id, message_id, channel, state, skipped_reason, price, charged, due_at, escalates_at,
          escalation_minutes, fallback, number_digest, clock_now()
     from json_populate_recordset(null::nudges, $1::json)`,
)

export const callOffNudges = statement<never>(
  'nudges.call_off',
  `update nudges n
      set state = 'called_off', due_at = null, charged = false, ended_at = clock_now()
     from unnest($1::uuid[], $2::uuid[]) as off (business_id, id)
    where n.business_id = off.business_id and n.id = off.id`,
)

/** Everything of these messages that has not started. Answers what is to be given back for each. */
export const callOffRetracted = statement<{ business_id: string; id: string; refund: number }>(
  'nudges.call_off_retracted',
  `with live as (
     select n.business_id, n.id, case when n.charged then n.price else 0 end as refund
       from nudges n
      where (n.business_id, n.message_id) in (select * from unnest($1::uuid[], $2::uuid[]))
        and n.state in ('waiting', 'queued')
      order by n.business_id, n.id
        for update
   )
   update nudges n
      set state = 'called_off', due_at = null, charged = false, ended_at = clock_now(),
          skipped_reason = case when n.channel = 'email' then 'retracted' end
     from live
    where n.business_id = live.business_id and n.id = live.id
   returning n.business_id, n.id, live.refund`,
)
