import { statement } from '../db/statement.ts'

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
