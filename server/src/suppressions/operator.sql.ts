import { statement } from '../db/statement.ts'
import type { EmailIdentity } from '../email.ts'

export const suppressionReasons = ['bounced', 'complained', 'unsubscribed'] as const
type SuppressionReason = (typeof suppressionReasons)[number]
/** The id is the first half of the digest. */
export type PlatformSuppression = { id: string; bounced_at: Date; expires_at: Date }
const columns = `encode(substring(address_digest for 16), 'hex')::uuid as id, bounced_at, expires_at`

export const findPlatformSuppression = statement<{ platformDigest: Buffer }, PlatformSuppression>(
  'suppressions.find_platform',
  `select ${columns} from platform_suppressions
    where address_digest = $platformDigest and expires_at > clock_now()`,
)

/**
 * Why businesses send no email to an address. A suppression outlives its recipient and is bound to its business, so its digest is
 * computed and looked up for each business. The unsubscription of a recipient is in their row, and becomes a suppression when they
 * are erased.
 */
export const suppressionsAtBusinesses = statement<
  { email: EmailIdentity; platformDigest: Buffer },
  { business_id: string; reason: SuppressionReason; created_at: Date }
>(
  'suppressions.find_at_businesses',
  `select business_id, reason, min(created_at) as created_at
     from (select s.business_id, s.reason, s.created_at
             from businesses b
             join email_suppressions s
               on s.business_id = b.id and s.address_digest = sha256(convert_to(b.id::text, 'UTF8') || $platformDigest::bytea)
           union all
           select business_id, 'unsubscribed', unsubscribed_at
             from recipients
            where email = $email and unsubscribed_at is not null) found
    group by business_id, reason
    order by min(created_at) desc, business_id, reason
    limit 100`,
)

/** Returns no row if there is no suppression in force. A bounce that is reported at the same time is stored before or after. */
export const liftPlatformSuppression = statement<{ platformDigest: Buffer }, PlatformSuppression>(
  'suppressions.lift_platform',
  `delete from platform_suppressions where address_digest = $platformDigest and expires_at > clock_now()
   returning ${columns}`,
)

/** A row is found by a range of the primary key. */
export const platformSuppressionPage = statement<{ after: string | null; limit: number }, PlatformSuppression>(
  'suppressions.page_platform',
  `select ${columns}
     from platform_suppressions
    where expires_at > clock_now()
      and (bounced_at, address_digest) < (
        select bounced_at, address_digest from platform_suppressions
         where address_digest between uuid_send($after::uuid) || decode(repeat('00', 16), 'hex')
                                  and uuid_send($after::uuid) || decode(repeat('ff', 16), 'hex')
        union all
        select 'infinity'::timestamptz, ''::bytea where $after::uuid is null)
    order by bounced_at desc, address_digest desc
    limit $limit`,
)
