import { statement } from '../../db/statement.ts'
import { type UsageRow, usageColumns } from '../../quotas/sql.ts'

type FactsRow = Pick<UsageRow, 'stored' | 'pushed'> & {
  isSendingPaused: boolean
  messagesPerDay: number
  storedMessages: number
  creditsPerDay: number
  creditsToday: number
  isPrefixLimited: boolean
  disabledEndpoints: string[]
  failingEndpoints: string[]
}
const endpointsThat = (condition: string): string =>
  `array(select w.id::text from webhook_endpoints w where w.business_id = b.id and ${condition} order by w.id)`
/** One row of a business and its endpoints, of which there are at most ten. */
export const noticeFacts = statement<{ businessId: string }, FactsRow>(
  'dashboard_notices.facts',
  `select b.sending_paused as "isSendingPaused", b.messages_per_day as "messagesPerDay", b.stored_messages as "storedMessages",
          b.sms_credits_per_day as "creditsPerDay", ${usageColumns},
          case when s.day >= (clock_now() at time zone 'UTC')::date then s.credits else 0 end::float8 as "creditsToday",
          coalesce(s.prefix_notified_at >= date_trunc('hour', clock_now(), 'UTC'), false) as "isPrefixLimited",
          ${endpointsThat('w.disabled_at is not null')} as "disabledEndpoints",
          ${endpointsThat('(w.disabled_at is not null or w.consecutive_failures > 0)')} as "failingEndpoints"
     from businesses b
     left join message_counts c on c.business_id = b.id
     left join text_spend s on s.business_id = b.id
    where b.id = $businessId`,
)
