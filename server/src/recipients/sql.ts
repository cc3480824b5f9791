import { waitTimeoutMilliseconds } from '../db/bulkhead.ts'
import { statement } from '../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../email.ts'

type RecipientKey = { businessId: string; recipientId: string }
type ByEmail = { businessId: string; email: EmailIdentity }
type BusinessNumber = { businessId: string; numberDigest: Buffer }

/**
 * Pass the keys sorted, so that two transactions cannot deadlock. The lock timeout is the remaining patience of the transaction
 * and is computed again for each name, so that many names together, and the rows locked later, do not wait longer than one name
 * would.
 */
export const lockNames = statement<{ names: { key: bigint }[] }>(
  'recipients.lock',
  `select set_config('lock_timeout', greatest(1, coalesce(nullif(current_setting('tidings.wait_timeout', true), '')::integer, ${waitTimeoutMilliseconds})
                                                 - floor(extract(epoch from clock_timestamp() - now()) * 1000)::integer)::text, true),
          pg_advisory_xact_lock(key)
     from $names(key bigint)`,
)
/** Never waits. Returns the names that another transaction has locked. */
export const tryLockNames = statement<{ names: { name: string; key: bigint }[] }, { name: string }>(
  'recipients.try_lock',
  `select name from $names(name text, key bigint) where not pg_try_advisory_xact_lock(key)`,
)

export type RecipientToWrite = {
  businessId: string
  id: string
  email: EmailIdentity
  displayedEmail: DisplayedEmail | null
  phone: string | null
  phoneDestination: string | null
  phoneDigest: Buffer | null
}
/** A number that is replaced or cleared is stored as a past number, and ends the links that were issued before. */
export const storeRecipientRows = statement<{ given: RecipientToWrite[] }>(
  'recipients.store',
  `with given as (
     select given.*, before.phone_digest as digest_before
       from $given(business_id uuid, id uuid, email text, displayed_email text, phone text, phone_destination text, phone_digest bytea)
       left join recipients before on before.id = given.id and before.business_id = given.business_id
   ), replaced as (
     insert into past_numbers (business_id, recipient_id, number_digest)
     select business_id, id, digest_before from given
      where digest_before is not null and digest_before is distinct from phone_digest
         on conflict do nothing
   )
   insert into recipients (business_id, id, email, displayed_email, phone, phone_destination, phone_digest, created_at)
   select business_id, id, email, displayed_email, phone, phone_destination, phone_digest, clock_now() from given
       on conflict (id, business_id) do update
      set phone = excluded.phone, phone_destination = excluded.phone_destination, phone_digest = excluded.phone_digest,
          link_epoch = recipients.link_epoch
            + case when recipients.phone is not null and recipients.phone is distinct from excluded.phone then 1 else 0 end`,
)

/** Numbers that one push of a batch set and a later one replaced. `storeRecipientRows` sees only the first and last number. */
export const storePastNumbers = statement<{ numbers: (BusinessNumber & { recipientId: string })[] }>(
  'recipients.store_past_numbers',
  `with stored as (
     insert into past_numbers (business_id, recipient_id, number_digest)
     select * from $numbers(business_id uuid, recipient_id uuid, number_digest bytea)
         on conflict do nothing
     returning business_id, recipient_id, number_digest
   )
   insert into whatsapp_withdrawals (business_id, digest)
   select stored.business_id, stored.number_digest
     from stored join recipient_channels c using (recipient_id, business_id)
    where c.withdrawn_at is not null
       on conflict do nothing`,
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
  unsubscribed_at: Date | null
}
/** The displayed address of recipient `r`. It is stored only when it differs from the identity. */
export const displayedEmail = 'coalesce(r.displayed_email, r.email)'
/** The columns that decisions need, besides the consents. */
export const recipientDetails = `r.email, ${displayedEmail} as displayed_email, r.phone, r.phone_destination, r.unsubscribed_at`
export const recipientColumns = `r.id, ${recipientDetails}`

export const findRecipient = statement<ByEmail, RecipientRow>(
  'recipients.find',
  `select ${recipientColumns} from recipients r where r.business_id = $businessId and r.email = $email`,
)

/** Resolves the id of a merged recipient to its survivor. */
export const survivorOf = (id: string): string =>
  `coalesce((select merged.recipient_id from merged_recipients merged where merged.id = ${id}), ${id})`

export const findHolder = statement<{ businessId: string; phone: string }, { id: string }>(
  'recipients.find_holder',
  `select id from recipients where business_id = $businessId and phone = $phone`,
)

/** A transaction that stores data about a recipient locks the row, so that it runs entirely before or after an erasure. */
export const lockRecipientRow = statement<RecipientKey>(
  'recipients.lock_row',
  `select 1 from recipients where business_id = $businessId and id = $recipientId for update`,
)

export const eraseRecipientRow = statement<RecipientKey>(
  'recipients.erase',
  `delete from recipients where business_id = $businessId and id = $recipientId`,
)
