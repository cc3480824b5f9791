import type { PaidChannel } from '../channels/registry.ts'
import { statement } from '../db/statement.ts'
import type { EmailIdentity } from '../email.ts'
import type { Consent, StopSource } from './consent.decide.ts'

type RecipientKey = { businessId: string; recipientId: string }
type BusinessNumber = { businessId: string; numberDigest: Buffer }
/** Changing consents locks the recipient first, so that a concurrent dispatch either sees the change or finishes before it. */
const upsert = `insert into recipient_channels as c (business_id, recipient_id, channel`
const conflict = 'on conflict (recipient_id, business_id, channel) do update'

export type ConsentRow = Consent & RecipientKey & { channel: PaidChannel }
const columns = `c.business_id as "businessId", c.recipient_id as "recipientId", c.channel, c.consented_at as "consentedAt",
          c.consent_source as "consentSource", c.opt_in as "optIn", c.consent_digest as "consentDigest", c.stopped_at as "stoppedAt",
          c.stop_source as "stopSource", c.stop_digest as "stopDigest", c.withdrawn_at as "withdrawnAt"`
/** A separate statement, run after the recipients are locked: an earlier snapshot could miss a stop. */
export const consentsOf = statement<{ recipients: RecipientKey[] }, ConsentRow>(
  'recipients.consents_of',
  `select ${columns} from recipient_channels c
    where (c.recipient_id, c.business_id) in (select * from $recipients(recipient_id uuid, business_id uuid))`,
)
export const consentsByEmail = statement<{ addresses: { businessId: string; email: EmailIdentity }[] }, ConsentRow>(
  'recipients.consents_by_email',
  `select ${columns}
     from recipients r join recipient_channels c on c.recipient_id = r.id and c.business_id = r.business_id
    where (r.email, r.business_id) in (select * from $addresses(email text, business_id uuid))`,
)

export type ConsentToWrite = Consent & RecipientKey & { channel: PaidChannel; phoneDigest: Buffer | null }
/**
 * An opt-in is for the current number. When the number is cleared, the opt-in stays bound to the previous one. A number that is
 * assigned to a recipient whose consent was withdrawn for good is withdrawn too (2.11).
 */
export const storeConsents = statement<{ given: ConsentToWrite[] }>(
  'recipients.store_consents',
  `with given as (
     select * from $given(business_id uuid, recipient_id uuid, channel text, phone_digest bytea, consented_at timestamptz, consent_source text,
                          opt_in jsonb, withdrawn_at timestamptz)
   ), withdrawn as (
     insert into whatsapp_withdrawals (business_id, digest)
     select business_id, phone_digest from given where withdrawn_at is not null and phone_digest is not null
         on conflict do nothing
   )
   ${upsert}, consented_at, consent_source, opt_in, consent_digest, withdrawn_at)
   select business_id, recipient_id, channel, consented_at, consent_source, opt_in, case when opt_in is not null then coalesce(phone_digest, (
            select before.consent_digest from recipient_channels before
             where before.recipient_id = given.recipient_id and before.business_id = given.business_id and before.channel = given.channel)) end, withdrawn_at
     from given
       ${conflict}
      set consented_at = excluded.consented_at, consent_source = excluded.consent_source, opt_in = excluded.opt_in,
          consent_digest = excluded.consent_digest`,
)

/** Replaces all columns. */
export const replaceConsents = statement<{ consents: ConsentRow[] }>(
  'recipients.replace_consents',
  `${upsert}, consented_at, consent_source, opt_in, consent_digest, stopped_at, stop_source, stop_digest, withdrawn_at)
   select * from $consents(business_id uuid, recipient_id uuid, channel text, consented_at timestamptz, consent_source text, opt_in jsonb,
                           consent_digest bytea, stopped_at timestamptz, stop_source text, stop_digest bytea, withdrawn_at timestamptz)
       ${conflict}
      set consented_at = excluded.consented_at, consent_source = excluded.consent_source, opt_in = excluded.opt_in,
          consent_digest = excluded.consent_digest, stopped_at = excluded.stopped_at, stop_source = excluded.stop_source,
          stop_digest = excluded.stop_digest, withdrawn_at = excluded.withdrawn_at`,
)

type Stop = { channel: PaidChannel; source: StopSource }
/** The first stop wins, except that a stop by text, which a START can lift, is replaced by one that a START cannot lift. */
export const stopChannel = statement<
  Stop & { businessId: string; email: EmailIdentity },
  { id: string; phone_digest: Buffer | null }
>(
  'recipients.stop_channel',
  `with locked as (
     select business_id, id, phone_digest from recipients where business_id = $businessId and email = $email for no key update
   ), stopped as (
     ${upsert}, stopped_at, stop_source)
     select business_id, id, $channel, clock_now(), $source from locked
         ${conflict}
        set stopped_at = coalesce(c.stopped_at, excluded.stopped_at),
            stop_source = case when coalesce(c.stop_source, 'text') = 'text' then excluded.stop_source else c.stop_source end
   )
   select id, phone_digest from locked`,
)
/** A stop belongs to the number as well, so that it outlives the recipient. */
export const stopNumber = statement<BusinessNumber & Stop>(
  'recipients.stop_number',
  `insert into number_stops (business_id, channel, number_digest, source) values ($businessId, $channel, $numberDigest, $source)
       on conflict (number_digest, business_id, channel) do update
      set source = excluded.source where number_stops.source = 'text'`,
)

type TextedStop = { channel: PaidChannel; phone: string; businessIds: string[]; recipientId: string | null }
/**
 * Stops the recipients with the number that the STOP came from, and the recipient whose message it replies to. The first stop
 * is retained, but its digest becomes that of this number, so that a START from it lifts the stop.
 */
export const stopByText = statement<TextedStop>(
  'recipients.stop_by_text',
  `with locked as (
     select business_id, id, case when phone = $phone then phone_digest end as digest from recipients
      where business_id = any($businessIds::uuid[]) and (phone = $phone or id = $recipientId)
      order by id
        for no key update
   )
   ${upsert}, stopped_at, stop_source, stop_digest)
   select business_id, id, $channel, clock_now(), 'text', digest from locked
       ${conflict}
      set stopped_at = coalesce(c.stopped_at, excluded.stopped_at), stop_source = coalesce(c.stop_source, excluded.stop_source),
          stop_digest = coalesce(excluded.stop_digest, c.stop_digest)`,
)
export const stopNumbersByText = statement<{ channel: PaidChannel; stopped: BusinessNumber[] }>(
  'recipients.stop_numbers_by_text',
  `insert into number_stops (business_id, channel, number_digest, source)
   select distinct business_id, $channel, number_digest, 'text' from $stopped(business_id uuid, number_digest bytea)
       on conflict do nothing`,
)

/** Each digest is bound to one business, so a digest matches no other business. */
export const startByText = statement<{
  channel: PaidChannel
  phone: string
  businessIds: string[]
  digests: Buffer[]
}>(
  'recipients.start_by_text',
  `with locked as (
     select id, business_id from recipients
      where id in (select id from recipients where phone = $phone and business_id = any($businessIds::uuid[])
                   union select recipient_id from recipient_channels where stop_digest = any($digests::bytea[]))
      order by id
        for no key update
   )
   update recipient_channels c
      set stopped_at = null, stop_source = null, stop_digest = null
     from locked
    where c.recipient_id = locked.id and c.business_id = locked.business_id and c.channel = $channel and c.stop_source = 'text'`,
)
export const startNumbersByText = statement<{ channel: PaidChannel; started: BusinessNumber[] }>(
  'recipients.start_numbers_by_text',
  `delete from number_stops s using $started(business_id uuid, number_digest bytea)
    where s.business_id = started.business_id and s.number_digest = started.number_digest and s.channel = $channel and s.source = 'text'`,
)
/** The stops of a recipient's current number. */
export const numberStopsOf = statement<RecipientKey, { channel: PaidChannel; at: Date; source: StopSource }>(
  'recipients.number_stops_of',
  `select s.channel, s.created_at as at, s.source
     from recipients r join number_stops s on s.number_digest = r.phone_digest and s.business_id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId`,
)

/** Copies the stops of a recipient to its current number before it is deleted. A stop may be older than that number. */
export const preserveStops = statement<RecipientKey>(
  'recipients.preserve_stops',
  `insert into number_stops (business_id, channel, number_digest, source, created_at)
   select r.business_id, c.channel, r.phone_digest, c.stop_source, c.stopped_at
     from recipients r join recipient_channels c on c.recipient_id = r.id and c.business_id = r.business_id
    where r.business_id = $businessId and r.id = $recipientId and r.phone_digest is not null and c.stop_source is not null
       on conflict (number_digest, business_id, channel) do update
      set source = excluded.source where number_stops.source = 'text'`,
)
/** A stop and a withdrawal, of the current number or of the address, count as one opt-out per channel. */
export const optOutsOf = statement<RecipientKey & { addressDigest: Buffer }, { channel: PaidChannel }>(
  'recipients.opt_outs_of',
  `select s.channel
     from recipients r join number_stops s on s.business_id = r.business_id and s.number_digest = r.phone_digest
    where r.business_id = $businessId and r.id = $recipientId
   union
   select 'whatsapp'
     from recipients r join whatsapp_withdrawals w on w.business_id = r.business_id and w.digest in (r.phone_digest, $addressDigest::bytea)
    where r.business_id = $businessId and r.id = $recipientId`,
)

/** Permanent: a later opt-in is not recorded. The caller has locked the recipient. */
export const withdrawConsent = statement<RecipientKey & { channel: PaidChannel }>(
  'recipients.withdraw_consent',
  `${upsert}, withdrawn_at) values ($businessId, $recipientId, $channel, clock_now())
       ${conflict}
      set withdrawn_at = coalesce(c.withdrawn_at, excluded.withdrawn_at), consented_at = null, opt_in = null, consent_digest = null`,
)
/** Copies a recipient's withdrawal to its address and to every number it has had, so that it outlives the recipient. */
export const preserveWithdrawal = statement<RecipientKey & { addressDigest: Buffer }>(
  'recipients.preserve_withdrawal',
  `insert into whatsapp_withdrawals (business_id, digest, withdrawn_at)
   select r.business_id, known.digest, c.withdrawn_at
     from recipients r join recipient_channels c on c.recipient_id = r.id and c.business_id = r.business_id
    cross join lateral (select $addressDigest::bytea as digest
                        union select r.phone_digest where r.phone_digest is not null
                        union select p.number_digest from past_numbers p
                               where p.recipient_id = r.id and p.business_id = r.business_id) known
    where r.business_id = $businessId and r.id = $recipientId and c.withdrawn_at is not null
       on conflict do nothing`,
)
