import type { Branded } from '../brand/brand.ts'
import { brandColumn, shopName } from '../brand/sql.ts'
import type { EmailNudge } from '../channels/email/compose-mail.ts'
import { paidChannels } from '../channels/registry.ts'
import type { PaidNudge } from '../channels/submission.ts'
import type { TemplateState } from '../channels/whatsapp/template-states.ts'
import { statement } from '../db/statement.ts'
import type { MessageStatus } from '../message-status.ts'
import type { TextsToNumber } from '../quotas/texts.decide.ts'
import { textsTo } from '../quotas/texts.sql.ts'
import { type RecipientRow, recipientDetails } from '../recipients/sql.ts'
import type { EmailFacts } from './gates.ts'
import type { PaidBusiness, PaidNumber } from './paid.decide.ts'
import { type NudgeRow, nudgeColumns } from './row.ts'

type Jobs = { jobs: { id: string; businessId: string }[] }
const isJob = '(n.id, n.business_id) in (select id, business_id from $jobs(id uuid, business_id uuid))'
/** The share locks keep settings and opt-outs unchanged until the commit. */
const waitingForLocks = 'for no key update of n for share of r, b'
const skippingLocked = 'for no key update of n skip locked for share of r, b skip locked'

/** A due email, with the facts for its gates and its content. */
export type DueEmailRow = NudgeRow &
  Omit<EmailNudge, 'to' | 'at'> &
  Omit<EmailFacts, 'suppressed' | 'platformSuppressed'> & { dailyCap: number; allowance: number | null }
const dueEmails = `select ${nudgeColumns}, m.subject, m.body, m.order_status as "orderStatus", r.unsubscribed_at is not null as unsubscribed,
          r.link_epoch as "linkEpoch", ${shopName} as "businessName", ${brandColumn}, b.shard, b.active as "businessActive", b.sending_paused as "sendingPaused",
          b.plan = 'lapsed' as "planLapsed", b.email_daily_cap as "dailyCap", b.email_allowance as allowance
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = n.business_id
    where ${isJob}
    order by n.business_id, n.id`
export const lockDueEmails = statement<Jobs, DueEmailRow>('nudges.lock_due', `${dueEmails} ${waitingForLocks}`)
export const lockFreeDueEmails = statement<Jobs, DueEmailRow>('nudges.lock_free_due', `${dueEmails} ${skippingLocked}`)

/** The settings that the gates of paid nudges check. A deactivated business sends on no channel. */
export const paidBusinessColumns = `${shopName} as name, ${brandColumn}, b.sending_paused or not b.active as "sendingPaused",
          ${paidChannels.map((channel) => `b.${channel}`).join(', ')}, b.countries,
          b.sms_per_number_per_hour as "smsPerNumberPerHour", b.sms_per_number_per_day as "smsPerNumberPerDay",
          b.sms_credits_per_day as "smsCreditsPerDay", b.sms_per_prefix_per_hour as "smsPerPrefixPerHour"`
/** The facts about a number within a business. The texts to it are counted under the lock of the balance. */
export const numberColumns = (businessId: string, digest: string): string =>
  `array(select channel from number_stops s where s.business_id = ${businessId} and s.number_digest = ${digest}) as stopped,
          exists (select from whatsapp_withdrawals w where w.business_id = ${businessId} and w.digest = ${digest}) as withdrawn,
          exists (select from unreachable_numbers u
                   where u.business_id = ${businessId} and u.number_digest = ${digest} and u.until > clock_now()) as unreachable`
/** The facts for the gates and the content of a paid nudge: a due one, a fallback or a resend. */
export type PaidRow = Omit<RecipientRow, 'id'> &
  PaidBusiness &
  PaidNumber &
  Branded &
  Pick<PaidNudge, 'businessId' | 'messageId' | 'recipientId' | 'linkEpoch' | 'reference' | 'orderStatus' | 'shard'> & {
    messageStatus: MessageStatus
    lowBalanceThreshold: number
    warmupCap: number
    inWarmup: boolean
  }
const paidColumns = `m.business_id as "businessId", m.id as "messageId", m.status as "messageStatus", m.reference,
          m.order_status as "orderStatus", r.id as "recipientId", r.link_epoch as "linkEpoch", ${recipientDetails}, b.shard,
          ${paidBusinessColumns},
          b.low_balance_threshold as "lowBalanceThreshold", b.sms_warmup_cap as "warmupCap",
          coalesce(b.sms_enabled_at > clock_now() - interval '14 days', false) as "inWarmup",
          ${numberColumns('m.business_id', 'r.phone_digest')}`

/**
 * A due paid nudge. `emailIsOut` and `openedSince` decide whether an escalation is sent. `isMoved`: the recipient got another
 * number after the nudge was charged. The counts are for a charged nudge, and are without it: one that is charged now is counted
 * under the lock of the balance.
 */
export type DuePaidRow = NudgeRow &
  PaidRow &
  TextsToNumber & { escalationMinutes: number | null; openedSince: boolean; emailIsOut: boolean; isMoved: boolean }
const duePaid = `select ${nudgeColumns}, n.escalation_minutes as "escalationMinutes",
          coalesce(m.opened_at >= n.created_at, false) as "openedSince",
          not exists (select from nudges e
                       where e.message_id = n.message_id and e.push_id = n.push_id and e.channel = 'email'
                         and e.state in ('waiting', 'queued', 'submitting')) as "emailIsOut",
          n.charged and n.number_digest is distinct from r.phone_digest as "isMoved",
          ${paidColumns}, texts.*
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = n.business_id
    ${textsTo('m.business_id', 'r.phone_digest', ' and t.id <> n.id')}
    where ${isJob}
    order by n.business_id, n.id`
export const lockDuePaid = statement<Jobs, DuePaidRow>('nudges.lock_due_paid', `${duePaid} ${waitingForLocks}`)
export const lockFreeDuePaid = statement<Jobs, DuePaidRow>('nudges.lock_free_due_paid', `${duePaid} ${skippingLocked}`)

const paidFacts = `select ${paidColumns}
     from messages m
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = m.business_id
    where (m.id, m.business_id) in (select id, business_id from $messages(id uuid, business_id uuid))
    order by m.business_id, m.id`
type Messages = { messages: { id: string | null; businessId: string }[] }
/** The same facts for messages without a due nudge: for a fallback or a resend. */
export const paidFactsOf = statement<Messages, PaidRow>(
  'nudges.paid_facts',
  `${paidFacts}
      for no key update of m for share of r, b`,
)
/** Without locks, for a page that states what a resend would be. */
export const readPaidFacts = statement<Messages, PaidRow>('nudges.read_paid_facts', paidFacts)

/** Destinations and templates, as one row, because every paid push reads them. Both tables are small. */
export const spendingFacts = statement<
  null,
  { prices: Record<string, number>; closed: string[]; templates: Record<string, TemplateState> }
>(
  'nudges.spending_facts',
  `select coalesce(jsonb_object_agg(destination, credits) filter (where credits <> 1), '{}') as prices,
          coalesce(array_agg(destination) filter (where not open), '{}') as closed,
          (select coalesce(jsonb_object_agg(order_status, state), '{}') from whatsapp_templates) as templates
     from sms_prices`,
)

/** The last change before the provider is called. After its commit, the provider may have received the nudge. */
export const markSubmitting = statement<{
  submitted: { businessId: string; id: string; price: number; numberDigest: Buffer | null }[]
}>(
  'nudges.mark_submitting',
  `update nudges n
      set state = 'submitting', attempts = n.attempts + 1, submitted_at = clock_now(), charged = submitted.price > 0,
          price = submitted.price, number_digest = submitted.number_digest
     from $submitted(business_id uuid, id uuid, price integer, number_digest bytea)
    where n.business_id = submitted.business_id and n.id = submitted.id`,
)
