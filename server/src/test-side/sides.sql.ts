import { paidChannels } from '../channels/registry.ts'
import { statement } from '../db/statement.ts'

/**
 * Pushes of a test side in a day, and its stored messages. Both are small, so that tests stay cheap for the installation. The limit
 * of an account in its first days, and that of numbers with a common prefix, which all magic numbers have, would only fail tests,
 * so they are not below the number of pushes.
 */
const mostMessages = 10_000

type NewSide = { id: string; liveId: string }
/** Returns the sides that did not exist before. The live business must be locked, so that its name and state cannot change. */
export const insertSides = statement<{ sides: NewSide[] }, { id: string }>(
  'test_side.insert_sides',
  `insert into businesses (id, live_business_id, mode, shard, name, country, contact_email, sender_name, brand_colour,
                           customer_contact, reply_to, language, logo, active,
                           ${paidChannels.join(', ')}, sms_enabled_at, sms_warmup_cap, sms_per_prefix_per_hour,
                           messages_per_day, stored_messages)
   select sides.id, l.id, 'test', l.shard, l.name, l.country, l.contact_email, l.sender_name, l.brand_colour,
          l.customer_contact, l.reply_to, l.language, l.logo, l.active,
          ${paidChannels.map(() => `'on'`).join(', ')}, clock_now(), ${mostMessages}, ${mostMessages},
          ${mostMessages}, ${mostMessages}
     from $sides(id uuid, live_id uuid) join businesses l on l.id = sides.live_id
       on conflict (live_business_id) do nothing
   returning id`,
)

/** Live businesses without a test side. One that another transaction changes is skipped until the next run. */
export const lockLiveWithoutSide = statement<null, { id: string }>(
  'test_side.lock_live_without_side',
  `select l.id
     from businesses l
    where l.mode = 'live' and not exists (select from businesses t where t.live_business_id = l.id)
    order by l.id
    limit 100
      for share skip locked`,
)
