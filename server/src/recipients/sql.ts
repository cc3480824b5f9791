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

/** Whoever stopped first is who stopped: a second stop changes nothing. */
const stopChannel = (channel: 'sms' | 'whatsapp') =>
  statement<{ id: string; phone_digest: Buffer | null }>(
    `recipients.stop_${channel}`,
    `update recipients
        set ${channel}_stopped_at = coalesce(${channel}_stopped_at, clock_now()),
            ${channel}_stop_source = coalesce(${channel}_stop_source, $3)
      where business_id = $1 and email = $2
     returning id, phone_digest`,
  )
export const stops = { sms: stopChannel('sms'), whatsapp: stopChannel('whatsapp') }

/** A stop belongs to the number as well, so that it outlives the recipient. */
export const stopNumber = statement<never>(
  'recipients.stop_number',
  `insert into number_stops (business_id, channel, number_digest, source) values ($1, $2, $3, $4) on conflict do nothing`,
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
