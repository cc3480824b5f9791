import { paidChannels } from '../../channels/registry.ts'
import { statement } from '../../db/statement.ts'
import type { ScheduledSends } from './scheduled-effect.decide.ts'

/**
 * The paid nudges that wait, at most `limit` of each channel. Only one index has them in this order, so the planner reads no more of
 * them; the recipient is looked up for each, because a join would read all messages.
 */
export const waitingSends = statement<{ businessId: string; limit: number }, ScheduledSends>(
  'channels.waiting_sends',
  `select waiting.channel, waiting.destination, count(*)::integer as count
     from unnest(array[${paidChannels.map((channel) => `'${channel}'`).join(', ')}]) as paid (channel)
    cross join lateral (select n.channel,
                               (select r.phone_destination
                                  from messages m join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
                                 where m.business_id = n.business_id and m.id = n.message_id) as destination
                          from nudges n
                         where n.business_id = $businessId and n.channel = paid.channel and n.channel <> 'email'
                           and n.state = 'waiting'
                         order by n.created_at
                         limit $limit) waiting
    group by 1, 2`,
)
