import type { PaidChannel } from '../channels/registry.ts'
import { statement } from '../db/statement.ts'
import type { NumberUse } from './inbound.decide.ts'

type BusinessNumber = { businessId: string; numberDigest: Buffer }

/** A phone writes to live businesses only: what a test side sends reaches no phone. */
const ofLive = `join businesses b on b.id = c.business_id and b.mode = 'live'`

/** The businesses that have written to a number, latest first, then those that only have a stop for it. */
export const contactsOf = statement<{ platformDigest: Buffer; channel: PaidChannel }, NumberUse['contacts'][number]>(
  'recipients.contacts_of',
  `select c.business_id as "businessId", c.senders, c.last_at as "lastAt"
     from number_contacts c ${ofLive}
    where c.number_digest = $platformDigest and c.channel = $channel
    order by c.last_at desc nulls last`,
)

/** The businesses that have a recipient with this number. */
export const holdersOf = statement<{ phone: string }, NumberUse['holders'][number]>(
  'recipients.holders_of',
  `select c.business_id as "businessId", c.phone_destination as destination
     from recipients c ${ofLive}
    where c.phone = $phone`,
)

/**
 * Records when and from which senders a live business wrote to a number, so that a later STOP finds the business. Test sides
 * are not recorded: their inbound messages refer to the message that they reply to.
 */
export const touchContacts = statement<{ going: (BusinessNumber & { channel: PaidChannel; sender: string })[] }>(
  'recipients.touch_contacts',
  `insert into number_contacts (number_digest, business_id, channel, last_at, senders)
   select number_digest, going.business_id, channel, clock_now(), array_agg(distinct sender)
     from $going(number_digest bytea, business_id uuid, channel text, sender text)
     join businesses b on b.id = going.business_id and b.mode = 'live'
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
   select $platformDigest, b.id, $channel, null, '{}'
     from $businesses(business_id uuid) join businesses b on b.id = businesses.business_id and b.mode = 'live'
    order by b.id
       on conflict do nothing`,
)
