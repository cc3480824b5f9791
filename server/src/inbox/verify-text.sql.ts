import { statement } from '../db/statement.ts'
import { survivorOf } from '../recipients/sql.ts'

/** A text that was sent, or may have been, to the current number of the recipient. A test business sends none to a phone. */
const textWasSent = `n.channel = 'sms' and n.state in ('accepted', 'delivered', 'failed') and n.number_digest = r.phone_digest
        and coalesce(n.submitted_at, n.created_at) > clock_now() - interval '90 days'
        and exists (select from businesses b where b.id = r.business_id and b.mode = 'live')`

/**
 * Filters by the end of the number first, which leaves one recipient in ten thousand, and then by reference. `offset 0`
 * prevents the planner from scanning the messages of all recipients.
 */
export const findTextByReference = statement<{ ending: string | null; references: string[] }, { found: boolean }>(
  'inbox.find_text_by_reference',
  `select exists (
     select from recipients r
      cross join lateral (
        select * from messages o where o.recipient_id = r.id and o.business_id = r.business_id and o.reference = any($references::text[]) offset 0
      ) m
       join nudges n on n.message_id = m.id and n.business_id = m.business_id
      where right(r.phone, 4) = $ending and r.phone is not null and ${textWasSent}
   ) as found`,
)

/** What the link of a text names: its nudge, or in an earlier release its recipient. */
export type NamedText = { nudgeId: string | null; recipientId: string | null; expiresAt: Date | null }
/** The text of a link, or any text to its recipient if the link does not name one. */
export const findTextOfLink = statement<{ ending: string | null } & NamedText, { found: boolean }>(
  'inbox.find_text_of_link',
  `select exists (
     select from nudges n
       join messages m on m.business_id = n.business_id and m.id = n.message_id
       join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
      where n.id = $nudgeId::uuid and right(r.phone, 4) = $ending and $expiresAt::timestamptz > clock_now() and ${textWasSent}
     union all
     select from recipients r
       join messages m on m.recipient_id = r.id and m.business_id = r.business_id
       join nudges n on n.message_id = m.id and n.business_id = m.business_id
      where r.id = ${survivorOf('$recipientId::uuid')} and right(r.phone, 4) = $ending and $expiresAt::timestamptz > clock_now() and ${textWasSent}
   ) as found`,
)
