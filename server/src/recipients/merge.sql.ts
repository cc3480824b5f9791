import { statement } from '../db/statement.ts'
import type { EmailIdentity } from '../email.ts'
import type { StoredRecipient } from './merge.decide.ts'

type ByEmail = { businessId: string; email: EmailIdentity }

const addressCheck = 'recipients_email_is_ascii'
/** From then on no process can store a non-ASCII address, not even one of an earlier release. */
export const requireAsciiAddresses = `alter table recipients add constraint ${addressCheck} check (octet_length(email) = char_length(email)) not valid`
/** Validation does not block writers. */
export const confirmAsciiAddresses = `alter table recipients validate constraint ${addressCheck}`
/** Returns no row before the check is added or when the table does not exist. */
export const asciiAddressCheck = statement<null, { confirmed: boolean }>(
  'recipients.ascii_address_check',
  `select convalidated as confirmed from pg_constraint where conname = '${addressCheck}' and conrelid = to_regclass('recipients')`,
)

export type StoredAddress = { business_id: string; id: string; email: EmailIdentity }
/** Recipients whose stored address is not its identity, in order of id. An ASCII address is its own identity. */
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

export const lockStored = statement<{ businessId: string; ids: string[] }, Omit<StoredRecipient, 'consents'>>(
  'recipients.lock_stored',
  `select r.business_id, r.id, r.email, r.displayed_email, r.phone, r.phone_destination, r.phone_digest, r.unsubscribed_at,
          r.erasure_asked_at, r.link_asked_at, r.link_epoch, r.created_at
     from recipients r
    where r.business_id = $businessId and r.id = any($ids::uuid[])
    order by r.id
      for update`,
)

/** The previously stored address becomes the displayed address. */
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
          phone_digest = $phone_digest, unsubscribed_at = $unsubscribed_at, erasure_asked_at = $erasure_asked_at,
          link_asked_at = $link_asked_at, link_epoch = $link_epoch
    where business_id = $business_id and id = $id`,
)

export type Merge = { businessId: string; merged: string[]; survivorId: string }
/** The survivor inherits the past and current numbers of the merged recipients. */
export const moveNumbers = statement<Merge>(
  'recipients.move_numbers',
  `insert into past_numbers (business_id, recipient_id, number_digest)
   select business_id, $survivorId::uuid, number_digest from past_numbers where business_id = $businessId and recipient_id = any($merged::uuid[])
    union
   select business_id, $survivorId::uuid, phone_digest from recipients where business_id = $businessId and id = any($merged::uuid[]) and phone_digest is not null
       on conflict do nothing`,
)
/** Moves the rows of the merged recipients in a table to the survivor. */
export const moveRows = (name: string, table: string) =>
  statement<Merge>(
    name,
    `update ${table} set recipient_id = $survivorId where business_id = $businessId and recipient_id = any($merged::uuid[])`,
  )
/** Ids that were merged into these recipients earlier now refer to the survivor. */
export const moveMerged = moveRows('recipients.move_merged', 'merged_recipients')
export const storeMerged = statement<{ businessId: string; merged: { id: string }[]; survivorId: string }>(
  'recipients.store_merged',
  `insert into merged_recipients (business_id, id, recipient_id) select $businessId, id, $survivorId from $merged(id uuid)`,
)
