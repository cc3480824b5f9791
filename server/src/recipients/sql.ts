import { forgetOldest } from '../db/forget-oldest.ts'
import { statement } from '../db/statement.ts'
import type { OptIn } from './consent.decide.ts'

/** The keys come sorted, so that two sets cannot wait for each other. */
export const lockNames = statement<never>(
  'recipients.lock',
  `select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key`,
)

export const storeRecipients = statement<never>(
  'recipients.store',
  `insert into recipients (business_id, id, email, phone, phone_destination, phone_digest, sms_consent_at, sms_consent_source,
                           whatsapp_opted_in_at, whatsapp_opt_in, created_at)
   select business_id, id, email, phone, phone_destination, phone_digest, sms_consent_at, sms_consent_source,
          whatsapp_opted_in_at, whatsapp_opt_in, clock_now()
     from json_populate_recordset(null::recipients, $1::json)
       on conflict (id, business_id) do update
      set phone = excluded.phone, phone_destination = excluded.phone_destination, phone_digest = excluded.phone_digest,
          sms_consent_at = excluded.sms_consent_at, sms_consent_source = excluded.sms_consent_source,
          whatsapp_opted_in_at = excluded.whatsapp_opted_in_at, whatsapp_opt_in = excluded.whatsapp_opt_in`,
)

/** Whoever stopped first is who stopped; but a stop by text, which a text can lift, gives way to one that it cannot. */
const stopChannel = (channel: 'sms' | 'whatsapp') =>
  statement<{ id: string; phone_digest: Buffer | null }>(
    `recipients.stop_${channel}`,
    `update recipients
        set ${channel}_stopped_at = coalesce(${channel}_stopped_at, clock_now()),
            ${channel}_stop_source = case when coalesce(${channel}_stop_source, 'text') = 'text' then $3 else ${channel}_stop_source end
      where business_id = $1 and email = $2
     returning id, phone_digest`,
  )
export const stops = { sms: stopChannel('sms'), whatsapp: stopChannel('whatsapp') }

/** A stop belongs to the number as well, so that it outlives the recipient. */
export const stopNumber = statement<never>(
  'recipients.stop_number',
  `insert into number_stops (business_id, channel, number_digest, source) values ($1, $2, $3, $4)
       on conflict (number_digest, business_id, channel) do update
      set source = excluded.source where number_stops.source = 'text'`,
)

export const unsubscribeRecipient = statement<{ id: string }>(
  'recipients.unsubscribe',
  `update recipients set unsubscribed_at = coalesce(unsubscribed_at, clock_now()) where business_id = $1 and email = $2 returning id`,
)

export type RecipientRow = {
  id: string
  email: string
  phone: string | null
  phone_destination: string | null
  sms_consent_at: Date | null
  sms_consent_source: 'push' | 'api' | 'admin' | null
  sms_stopped_at: Date | null
  sms_stop_source: 'text' | 'inbox' | 'admin' | null
  whatsapp_opted_in_at: Date | null
  whatsapp_opt_in: OptIn | null
  whatsapp_stopped_at: Date | null
  whatsapp_withdrawn_at: Date | null
  unsubscribed_at: Date | null
}
/** The columns a recipient is judged by. */
export const recipientColumns = `r.id, r.email, r.phone, r.phone_destination, r.sms_consent_at, r.sms_consent_source, r.sms_stopped_at,
          r.sms_stop_source, r.whatsapp_opted_in_at, r.whatsapp_opt_in, r.whatsapp_stopped_at, r.whatsapp_withdrawn_at, r.unsubscribed_at`

export const findRecipient = statement<RecipientRow>(
  'recipients.find',
  `select ${recipientColumns} from recipients r where r.business_id = $1 and r.email = $2`,
)

export const findHolder = statement<{ id: string }>(
  'recipients.find_holder',
  `select id from recipients where business_id = $1 and phone = $2`,
)

/**
 * The businesses that have written to a number within 30 days from one of our senders: whom a text to that sender is meant for if
 * it answers nothing in particular. Where the sender is not known, it may have been that one.
 */
export const lateContacts = statement<{ business_id: string }>(
  'recipients.late_contacts',
  `select business_id from number_contacts
    where number_digest = $1 and channel = $2 and last_at > clock_now() - interval '30 days'
      and ($3 = any(senders) or senders = '{}')
    order by last_at desc`,
)

const stopByText = (channel: 'sms' | 'whatsapp') =>
  statement<never>(
    `recipients.stop_${channel}_by_text`,
    `update recipients
        set ${channel}_stopped_at = coalesce(${channel}_stopped_at, clock_now()), ${channel}_stop_source = coalesce(${channel}_stop_source, 'text')
      where phone = $1 and business_id = any($2::uuid[])`,
  )
export const stopsByText = { sms: stopByText('sms'), whatsapp: stopByText('whatsapp') }

export const stopNumbersByText = statement<never>(
  'recipients.stop_numbers_by_text',
  `insert into number_stops (business_id, channel, number_digest, source)
   select business_id, $1, number_digest, 'text' from unnest($2::uuid[], $3::bytea[]) as stopped (business_id, number_digest)
       on conflict do nothing`,
)

/** A stop outlasts the 30 days, and so it can be lifted after them. But who writes from other senders only is not meant. */
const startByText = (channel: 'sms' | 'whatsapp') =>
  statement<{ business_id: string }>(
    `recipients.start_${channel}_by_text`,
    `update recipients r set ${channel}_stopped_at = null, ${channel}_stop_source = null
      where r.phone = $1 and r.${channel}_stop_source = 'text'
        and not exists (select from number_contacts c
                         where c.number_digest = $2 and c.channel = '${channel}' and c.business_id = r.business_id
                           and c.last_at > clock_now() - interval '30 days' and c.senders <> '{}' and not $3 = any(c.senders))
     returning r.business_id`,
  )
export const startsByText = { sms: startByText('sms'), whatsapp: startByText('whatsapp') }

export const startNumbersByText = statement<never>(
  'recipients.start_numbers_by_text',
  `delete from number_stops s using unnest($2::uuid[], $3::bytea[]) as started (business_id, number_digest)
    where s.business_id = started.business_id and s.number_digest = started.number_digest and s.channel = $1 and s.source = 'text'`,
)

/** Whoever stores something about a recipient holds the row, so that it is erased before or after that. */
export const lockRecipientRow = statement<never>(
  'recipients.lock_row',
  `select 1 from recipients where business_id = $1 and id = $2 for update`,
)

/**
 * A stop is the recipient's and outlives a change of number; so the number held now is stopped too when the recipient goes.
 * Consent to WhatsApp that was withdrawn for good is such a stop: erasing the recipient does not give it back.
 */
export const keepStops = statement<never>(
  'recipients.keep_stops',
  `insert into number_stops (business_id, channel, number_digest, source)
   select r.business_id, stop.channel, r.phone_digest, stop.source
     from recipients r
    cross join lateral (values ('sms', r.sms_stop_source),
                               ('whatsapp', coalesce(r.whatsapp_stop_source, case when r.whatsapp_withdrawn_at is not null then 'admin' end))
                       ) as stop (channel, source)
    where r.business_id = $1 and r.id = $2 and r.phone_digest is not null and stop.source is not null
       on conflict (number_digest, business_id, channel) do update
      set source = excluded.source where number_stops.source = 'text'`,
)
export const countStops = statement<{ sms: number; whatsapp: number }>(
  'recipients.count_stops',
  `select count(*) filter (where s.channel = 'sms')::integer as sms, count(*) filter (where s.channel = 'whatsapp')::integer as whatsapp
     from recipients r join number_stops s on s.business_id = r.business_id and s.number_digest = r.phone_digest
    where r.business_id = $1 and r.id = $2`,
)

export const eraseRecipientRow = statement<never>(
  'recipients.erase',
  `delete from recipients where business_id = $1 and id = $2`,
)

/** For good: a later opt-in is not recorded. */
export const withdrawWhatsApp = statement<never>(
  'recipients.withdraw_whatsapp',
  `update recipients
      set whatsapp_withdrawn_at = coalesce(whatsapp_withdrawn_at, clock_now()), whatsapp_opted_in_at = null, whatsapp_opt_in = null
    where business_id = $1 and id = $2`,
)

/** Whom a business writes to, when last, and from which of our senders, so that a STOP finds it. */
export const touchContacts = statement<never>(
  'recipients.touch_contacts',
  `insert into number_contacts (number_digest, business_id, channel, last_at, senders)
   select number_digest, business_id, channel, clock_now(), array_agg(distinct sender)
     from unnest($1::bytea[], $2::uuid[], $3::text[], $4::text[]) as going (number_digest, business_id, channel, sender)
    group by 1, 2, 3
    order by 1, 2, 3
       on conflict (number_digest, channel, business_id) do update
      set last_at = excluded.last_at,
          senders = case when number_contacts.senders @> excluded.senders then number_contacts.senders
                         else array(select distinct unnest(number_contacts.senders || excluded.senders)) end`,
)

/** Who has not been written to for 30 days is not who a STOP is meant for. */
export const forgetOldContacts = forgetOldest(
  'recipients.forget_old_contacts',
  'number_contacts',
  'number_digest, channel, business_id',
  'last_at',
  '30 days',
)
