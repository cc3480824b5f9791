import { patienceMilliseconds } from '../db/bulkhead.ts'
import { statement } from '../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'
import type { OptIn } from './consent.decide.ts'
import type { StopSource, StoredRecipient } from './merge.decide.ts'
import type { RecipientToStore } from './row.ts'

type PaidChannel = 'sms' | 'whatsapp'
type RecipientKey = { businessId: string; recipientId: string }
type ByEmail = { businessId: string; email: EmailIdentity }
type BusinessNumber = { businessId: string; numberDigest: Buffer }

/**
 * The keys come sorted, so that two sets cannot wait for each other. Each name may be waited for as long as is left of the transaction's patience, so that many names together are not waited for
 * longer than one, and the rows that are locked later are waited for no longer than that either.
 */
export const lockNames = statement<{ names: { key: bigint }[] }>(
  'recipients.lock',
  `select set_config('lock_timeout', greatest(1, coalesce(nullif(current_setting('tidings.patience', true), '')::integer, ${patienceMilliseconds})
                                                 - floor(extract(epoch from clock_timestamp() - now()) * 1000)::integer)::text, true),
          pg_advisory_xact_lock(key)
     from $names(key bigint)`,
)
/** Never waits. Returns the names that another transaction holds. */
export const tryLockNames = statement<{ names: { name: string; key: bigint }[] }, { name: string }>(
  'recipients.try_lock',
  `select name from $names(name text, key bigint) where not pg_try_advisory_xact_lock(key)`,
)

/**
 * A number that is replaced or cleared is remembered, and one that comes to somebody whose WhatsApp consent was withdrawn for good is
 * withdrawn too (2.11). Consent is for the number held; when that is cleared, it stays for the one held until now.
 */
export const storeRecipients = statement<{ given: RecipientToStore[] }>(
  'recipients.store',
  `with given as (
     select given.*, before.phone_digest as digest_before,
            case when given.whatsapp_opted_in_at is not null
                 then coalesce(given.phone_digest, before.phone_digest, before.whatsapp_opt_in_digest) end as opt_in_digest
       from $given(business_id uuid, id uuid, email text, displayed_email text, phone text, phone_destination text, phone_digest bytea,
                   sms_consent_at timestamptz, sms_consent_source text, whatsapp_opted_in_at timestamptz, whatsapp_opt_in jsonb,
                   whatsapp_withdrawn_at timestamptz)
       left join recipients before on before.id = given.id and before.business_id = given.business_id
   ), replaced as (
     insert into past_numbers (business_id, recipient_id, number_digest)
     select business_id, id, digest_before from given
      where digest_before is not null and digest_before is distinct from phone_digest
         on conflict do nothing
   ), withdrawn as (
     insert into whatsapp_withdrawals (business_id, digest)
     select business_id, phone_digest from given where whatsapp_withdrawn_at is not null and phone_digest is not null
         on conflict do nothing
   )
   insert into recipients (business_id, id, email, displayed_email, phone, phone_destination, phone_digest, sms_consent_at, sms_consent_source,
                           whatsapp_opted_in_at, whatsapp_opt_in, whatsapp_opt_in_digest, whatsapp_withdrawn_at, created_at)
   select business_id, id, email, displayed_email, phone, phone_destination, phone_digest, sms_consent_at, sms_consent_source,
          whatsapp_opted_in_at, whatsapp_opt_in, opt_in_digest, whatsapp_withdrawn_at, clock_now()
     from given
       on conflict (id, business_id) do update
      set phone = excluded.phone, phone_destination = excluded.phone_destination, phone_digest = excluded.phone_digest,
          sms_consent_at = excluded.sms_consent_at, sms_consent_source = excluded.sms_consent_source,
          whatsapp_opted_in_at = excluded.whatsapp_opted_in_at, whatsapp_opt_in = excluded.whatsapp_opt_in,
          whatsapp_opt_in_digest = excluded.whatsapp_opt_in_digest`,
)

/** Numbers that recipients held between two pushes of one set. `storeRecipients` knows only the one before and the last one. */
export const rememberNumbers = statement<{ passing: (BusinessNumber & { recipientId: string })[] }>(
  'recipients.remember_numbers',
  `with held as (
     insert into past_numbers (business_id, recipient_id, number_digest)
     select * from $passing(business_id uuid, recipient_id uuid, number_digest bytea)
         on conflict do nothing
     returning business_id, recipient_id, number_digest
   )
   insert into whatsapp_withdrawals (business_id, digest)
   select held.business_id, held.number_digest
     from held join recipients r on r.id = held.recipient_id and r.business_id = held.business_id
    where r.whatsapp_withdrawn_at is not null
       on conflict do nothing`,
)

/** Whoever stopped first is who stopped; but a stop by text, which a text can lift, gives way to one that it cannot. */
const stopChannel = (channel: PaidChannel) =>
  statement<ByEmail & { source: StopSource }, { id: string; phone_digest: Buffer | null }>(
    `recipients.stop_${channel}`,
    `update recipients
        set ${channel}_stopped_at = coalesce(${channel}_stopped_at, clock_now()),
            ${channel}_stop_source = case when coalesce(${channel}_stop_source, 'text') = 'text' then $source else ${channel}_stop_source end
      where business_id = $businessId and email = $email
     returning id, phone_digest`,
  )
export const stops = { sms: stopChannel('sms'), whatsapp: stopChannel('whatsapp') }

/** A stop belongs to the number as well, so that it outlives the recipient. */
export const stopNumber = statement<BusinessNumber & { channel: PaidChannel; source: StopSource }>(
  'recipients.stop_number',
  `insert into number_stops (business_id, channel, number_digest, source) values ($businessId, $channel, $numberDigest, $source)
       on conflict (number_digest, business_id, channel) do update
      set source = excluded.source where number_stops.source = 'text'`,
)

export const unsubscribeRecipient = statement<ByEmail, { id: string }>(
  'recipients.unsubscribe',
  `update recipients set unsubscribed_at = coalesce(unsubscribed_at, clock_now()) where business_id = $businessId and email = $email returning id`,
)

export type RecipientRow = {
  id: string
  email: EmailIdentity
  displayed_email: DisplayedEmail
  phone: string | null
  phone_destination: string | null
  sms_consent_at: Date | null
  sms_consent_source: 'push' | 'api' | 'admin' | null
  sms_stopped_at: Date | null
  sms_stop_source: StopSource | null
  whatsapp_opted_in_at: Date | null
  whatsapp_opt_in: OptIn | null
  whatsapp_stopped_at: Date | null
  whatsapp_withdrawn_at: Date | null
  unsubscribed_at: Date | null
}
/** What answers show of the address of recipient `r`: it is stored only where it is not the identity itself. */
export const displayedEmail = 'coalesce(r.displayed_email, r.email)'
/** The columns a recipient is judged by. */
export const recipientDetails = `r.email, ${displayedEmail} as displayed_email, r.phone, r.phone_destination, r.sms_consent_at,
          r.sms_consent_source, r.sms_stopped_at, r.sms_stop_source, r.whatsapp_opted_in_at, r.whatsapp_opt_in, r.whatsapp_stopped_at, r.whatsapp_withdrawn_at, r.unsubscribed_at`
export const recipientColumns = `r.id, ${recipientDetails}`

/** With the number WhatsApp consent was given for, and the stop of texts that belongs to the number held. */
export type FoundRecipient = RecipientRow & {
  whatsapp_opt_in_digest: Buffer | null
  number_sms_stopped_at: Date | null
  number_sms_stop_source: StopSource | null
}
export const findRecipient = statement<ByEmail, FoundRecipient>(
  'recipients.find',
  `select ${recipientColumns}, r.whatsapp_opt_in_digest, s.created_at as number_sms_stopped_at, s.source as number_sms_stop_source
     from recipients r
     left join number_stops s on s.number_digest = r.phone_digest and s.business_id = r.business_id and s.channel = 'sms'
    where r.business_id = $businessId and r.email = $email`,
)

/** A recipient that was merged into another is that one. */
export const survivorOf = (id: string): string =>
  `coalesce((select merged.recipient_id from merged_recipients merged where merged.id = ${id}), ${id})`

export const findHolder = statement<{ businessId: string; phone: string }, { id: string }>(
  'recipients.find_holder',
  `select id from recipients where business_id = $businessId and phone = $phone`,
)

type Contact = { business_id: string; senders: string[]; last_at: Date | null }
/** The businesses that have written to a number, the last one first, and those that only keep a stop of it. */
export const contactsOf = statement<{ platformDigest: Buffer; channel: PaidChannel }, Contact>(
  'recipients.contacts_of',
  `select business_id, senders, last_at from number_contacts
    where number_digest = $platformDigest and channel = $channel order by last_at desc nulls last`,
)

/** The businesses that have a recipient with a number. */
export const holdersOf = statement<{ phone: string }, { business_id: string; phone_destination: string | null }>(
  'recipients.holders_of',
  `select business_id, phone_destination from recipients where phone = $phone`,
)

/** Keeps the first stop, but for the number it was texted from: START from that number lifts it. */
export const stopsByText = {
  sms: statement<{ phone: string; businessIds: string[] }>(
    'recipients.stop_sms_by_text',
    `update recipients
        set sms_stopped_at = coalesce(sms_stopped_at, clock_now()), sms_stop_source = coalesce(sms_stop_source, 'text'),
            sms_stop_digest = phone_digest
      where phone = $phone and business_id = any($businessIds::uuid[])`,
  ),
  whatsapp: statement<{ phone: string; businessIds: string[] }>(
    'recipients.stop_whatsapp_by_text',
    `update recipients
        set whatsapp_stopped_at = coalesce(whatsapp_stopped_at, clock_now()), whatsapp_stop_source = coalesce(whatsapp_stop_source, 'text')
      where phone = $phone and business_id = any($businessIds::uuid[])`,
  ),
}
/** A reply that names a message stops its recipient, and whoever holds the number it came from. */
export const stopAnsweredByText = statement<{ businessId: string; recipientId: string | null; phone: string }>(
  'recipients.stop_answered_by_text',
  `update recipients
      set whatsapp_stopped_at = coalesce(whatsapp_stopped_at, clock_now()), whatsapp_stop_source = coalesce(whatsapp_stop_source, 'text')
    where business_id = $businessId and (id = $recipientId or phone = $phone)`,
)

export const stopNumbersByText = statement<{ channel: PaidChannel; stopped: BusinessNumber[] }>(
  'recipients.stop_numbers_by_text',
  `insert into number_stops (business_id, channel, number_digest, source)
   select distinct business_id, $channel, number_digest, 'text' from $stopped(business_id uuid, number_digest bytea)
       on conflict do nothing`,
)

/** The digests are bound to a business, so that each names one. */
export const startByText = statement<{ phone: string; digests: Buffer[] }>(
  'recipients.start_by_text',
  `update recipients
      set sms_stopped_at = null, sms_stop_source = null, sms_stop_digest = null
    where sms_stop_source = 'text' and (phone = $phone or sms_stop_digest = any($digests::bytea[]))`,
)
export const startNumbersByText = statement<{ started: BusinessNumber[] }>(
  'recipients.start_numbers_by_text',
  `delete from number_stops s using $started(business_id uuid, number_digest bytea)
    where s.business_id = started.business_id and s.number_digest = started.number_digest and s.channel = 'sms' and s.source = 'text'`,
)

/** Whoever stores something about a recipient holds the row, so that it is erased before or after that. */
export const lockRecipientRow = statement<RecipientKey>(
  'recipients.lock_row',
  `select 1 from recipients where business_id = $businessId and id = $recipientId for update`,
)

/** A stop is the recipient's and outlives a change of number; so the number held now is stopped too when the recipient goes. */
export const keepStops = statement<RecipientKey>(
  'recipients.keep_stops',
  `insert into number_stops (business_id, channel, number_digest, source, created_at)
   select r.business_id, stop.channel, r.phone_digest, stop.source, stop.at
     from recipients r
    cross join lateral (values ('sms', r.sms_stop_source, r.sms_stopped_at),
                               ('whatsapp', r.whatsapp_stop_source, r.whatsapp_stopped_at)) as stop (channel, source, at)
    where r.business_id = $businessId and r.id = $recipientId and r.phone_digest is not null and stop.source is not null
       on conflict (number_digest, business_id, channel) do update
      set source = excluded.source where number_stops.source = 'text'`,
)
/** A stop and a withdrawal of WhatsApp, of the number held or of the address, are one opt-out. */
export const countOptOuts = statement<RecipientKey & { addressDigest: Buffer }, { sms: number; whatsapp: number }>(
  'recipients.count_opt_outs',
  `select exists (select from number_stops s
                   where s.business_id = r.business_id and s.number_digest = r.phone_digest and s.channel = 'sms')::integer as sms,
          (exists (select from number_stops s
                    where s.business_id = r.business_id and s.number_digest = r.phone_digest and s.channel = 'whatsapp')
           or exists (select from whatsapp_withdrawals w
                       where w.business_id = r.business_id and w.digest in (r.phone_digest, $addressDigest::bytea)))::integer as whatsapp
     from recipients r
    where r.business_id = $businessId and r.id = $recipientId`,
)

export const eraseRecipientRow = statement<RecipientKey>(
  'recipients.erase',
  `delete from recipients where business_id = $businessId and id = $recipientId`,
)

/** For good: a later opt-in is not recorded. */
export const withdrawWhatsApp = statement<RecipientKey>(
  'recipients.withdraw_whatsapp',
  `update recipients
      set whatsapp_withdrawn_at = coalesce(whatsapp_withdrawn_at, clock_now()), whatsapp_opted_in_at = null, whatsapp_opt_in = null,
          whatsapp_opt_in_digest = null
    where business_id = $businessId and id = $recipientId`,
)
/** For the address and every number its recipient has held, where the recipient's consent is withdrawn. It outlives them. */
export const keepWithdrawal = statement<RecipientKey & { addressDigest: Buffer }>(
  'recipients.keep_withdrawal',
  `insert into whatsapp_withdrawals (business_id, digest, withdrawn_at)
   select r.business_id, known.digest, r.whatsapp_withdrawn_at
     from recipients r
    cross join lateral (select $addressDigest::bytea as digest
                        union select r.phone_digest where r.phone_digest is not null
                        union select p.number_digest from past_numbers p
                               where p.recipient_id = r.id and p.business_id = r.business_id) known
    where r.business_id = $businessId and r.id = $recipientId and r.whatsapp_withdrawn_at is not null
       on conflict do nothing`,
)

/** Whom a business writes to, when last, and from which of our senders, so that a STOP finds it, however much later. */
export const touchContacts = statement<{ going: (BusinessNumber & { channel: PaidChannel; sender: string })[] }>(
  'recipients.touch_contacts',
  `insert into number_contacts (number_digest, business_id, channel, last_at, senders)
   select number_digest, business_id, channel, clock_now(), array_agg(distinct sender)
     from $going(number_digest bytea, business_id uuid, channel text, sender text)
    group by 1, 2, 3
    order by 1, 2, 3
       on conflict (number_digest, channel, business_id) do update
      set last_at = excluded.last_at,
          senders = case when number_contacts.senders @> excluded.senders then number_contacts.senders
                         else array(select distinct unnest(number_contacts.senders || excluded.senders)) end`,
)

/** A business that keeps a stop made by text is found by the number, whether it ever wrote to it or not, so that a START finds the stop. */
export const knowNumber = statement<{ platformDigest: Buffer; businesses: { businessId: string }[] }>(
  'recipients.know_number',
  `insert into number_contacts (number_digest, business_id, channel, last_at, senders)
   select $platformDigest, business_id, 'sms', null, '{}' from $businesses(business_id uuid) order by business_id
       on conflict do nothing`,
)

const addressCheck = 'recipients_email_is_ascii'
/** From then on no process stores an address in another form, not even one of an earlier release. */
export const requireAsciiAddresses = `alter table recipients add constraint ${addressCheck} check (octet_length(email) = char_length(email)) not valid`
/** Writers go on meanwhile. */
export const confirmAsciiAddresses = `alter table recipients validate constraint ${addressCheck}`
/** No row: the check was not added yet. The table may be missing too. */
export const asciiAddressCheck = statement<null, { confirmed: boolean }>(
  'recipients.ascii_address_check',
  `select convalidated as confirmed from pg_constraint where conname = '${addressCheck}' and conrelid = to_regclass('recipients')`,
)

export type StoredAddress = { business_id: string; id: string; email: EmailIdentity }
/** Recipients whose address is not stored as an identity, by their ids. An address in ASCII is its own identity. */
export const findUnconverted = statement<{ after: string | null }, StoredAddress>(
  'recipients.find_unconverted',
  `select business_id, id, email from recipients
    where octet_length(email) <> char_length(email) and ($after::uuid is null or id > $after)
    order by id
    limit 100`,
)

export const findStored = statement<{ addresses: ByEmail[] }, StoredAddress>(
  'recipients.find_stored',
  `select business_id, id, email from recipients where (email, business_id) in (select * from $addresses(email text, business_id uuid))`,
)

export const lockStored = statement<{ businessId: string; ids: string[] }, StoredRecipient>(
  'recipients.lock_stored',
  `select r.business_id, r.id, r.email, r.displayed_email, r.phone, r.phone_destination, r.phone_digest, r.sms_consent_at,
          r.sms_consent_source, r.sms_stopped_at, r.sms_stop_source, r.sms_stop_digest, r.whatsapp_opted_in_at, r.whatsapp_opt_in,
          r.whatsapp_opt_in_digest, r.whatsapp_stopped_at, r.whatsapp_stop_source, r.whatsapp_withdrawn_at, r.unsubscribed_at, r.erasure_asked_at, r.link_asked_at, r.created_at
     from recipients r
    where r.business_id = $businessId and r.id = any($ids::uuid[])
    order by r.id
      for update`,
)

/** The address that was stored becomes what answers show. */
export const storeIdentities = statement<{ converted: (ByEmail & { id: string })[] }>(
  'recipients.store_identities',
  `update recipients r
      set email = converted.email, displayed_email = coalesce(r.displayed_email, r.email)
     from $converted(business_id uuid, id uuid, email text)
    where r.business_id = converted.business_id and r.id = converted.id`,
)

export const storeSurvivor = statement<StoredRecipient>(
  'recipients.store_survivor',
  `update recipients
      set email = $email, displayed_email = $displayed_email, phone = $phone, phone_destination = $phone_destination,
          phone_digest = $phone_digest, sms_consent_at = $sms_consent_at, sms_consent_source = $sms_consent_source,
          sms_stopped_at = $sms_stopped_at, sms_stop_source = $sms_stop_source, sms_stop_digest = $sms_stop_digest,
          whatsapp_opted_in_at = $whatsapp_opted_in_at, whatsapp_opt_in = $whatsapp_opt_in,
          whatsapp_opt_in_digest = $whatsapp_opt_in_digest, whatsapp_stopped_at = $whatsapp_stopped_at,
          whatsapp_stop_source = $whatsapp_stop_source, whatsapp_withdrawn_at = $whatsapp_withdrawn_at,
          unsubscribed_at = $unsubscribed_at, erasure_asked_at = $erasure_asked_at, link_asked_at = $link_asked_at
    where business_id = $business_id and id = $id`,
)

/** The ids of the recipients that are merged, and of the one that survives. */
export type Merge = { businessId: string; merged: string[]; survivorId: string }
/** The survivor has held every number that the merged recipients have held. */
export const moveNumbers = statement<Merge>(
  'recipients.move_numbers',
  `insert into past_numbers (business_id, recipient_id, number_digest)
   select business_id, $survivorId::uuid, number_digest from past_numbers where business_id = $businessId and recipient_id = any($merged::uuid[])
    union
   select business_id, $survivorId::uuid, phone_digest from recipients where business_id = $businessId and id = any($merged::uuid[]) and phone_digest is not null
       on conflict do nothing`,
)
/** Those that were merged into the ones that go now lead to the survivor as well. */
export const moveMerged = statement<Merge>(
  'recipients.move_merged',
  `update merged_recipients set recipient_id = $survivorId where business_id = $businessId and recipient_id = any($merged::uuid[])`,
)
export const storeMerged = statement<{ businessId: string; merged: { id: string }[]; survivorId: string }>(
  'recipients.store_merged',
  `insert into merged_recipients (business_id, id, recipient_id) select $businessId, id, $survivorId from $merged(id uuid)`,
)
