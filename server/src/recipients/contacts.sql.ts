import type { PaidChannel } from '../channels/registry.ts'
import { statement } from '../db/statement.ts'
import type { NumberUse } from './inbound.decide.ts'

type BusinessNumber = { businessId: string; numberDigest: Buffer }

/** The businesses that have written to a number, latest first, then those that only have a stop for it. */
export const contactsOf = statement<{ platformDigest: Buffer; channel: PaidChannel }, NumberUse['contacts'][number]>(
  'recipients.contacts_of',
  `select business_id as "businessId", senders, last_at as "lastAt" from number_contacts
    where number_digest = $platformDigest and channel = $channel order by last_at desc nulls last`,
)

/** The businesses that have a recipient with this number. */
export const holdersOf = statement<{ phone: string }, NumberUse['holders'][number]>(
  'recipients.holders_of',
  `select business_id as "businessId", phone_destination as destination from recipients where phone = $phone`,
)

/** Records when and from which senders a business wrote to a number, so that a later STOP finds the business. */
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

/** Registers a business that has a stop by text, so that a START finds the stop even if the business never wrote. */
export const registerContacts = statement<{
  channel: PaidChannel
  platformDigest: Buffer
  businesses: { businessId: string }[]
}>(
  'recipients.register_contacts',
  `insert into number_contacts (number_digest, business_id, channel, last_at, senders)
   select $platformDigest, business_id, $channel, null, '{}' from $businesses(business_id uuid) order by business_id
       on conflict do nothing`,
)
