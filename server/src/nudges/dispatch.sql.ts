import { type PaidChannel, paidChannels } from '../channels/registry.ts'
import { statement } from '../db/statement.ts'
import type { MessageStatus } from '../message-status.ts'
import { type RecipientRow, recipientDetails } from '../recipients/sql.ts'
import type { ChannelMode } from './gates.ts'
import { type NudgeRow, nudgeColumns } from './row.ts'

type Jobs = { jobs: { id: string; businessId: string }[] }
const isJob = '(n.id, n.business_id) in (select id, business_id from $jobs(id uuid, business_id uuid))'
/** Settings and stops stay as they are until the commit. */
const waiting = 'for no key update of n for share of r, b'
const skippingHeld = 'for no key update of n skip locked for share of r, b skip locked'

/** An email that is due, with everything it is judged by and written from. */
export type DueEmailRow = NudgeRow & {
  subject: string
  body: string
  order_status: string | null
  unsubscribed_at: Date | null
  business_name: string
  shard: string
  active: boolean
  sending_paused: boolean
  plan: string
  email_daily_cap: number
  email_allowance: number | null
}
const dueEmails = `select ${nudgeColumns}, m.subject, m.body, m.order_status, r.unsubscribed_at, b.name as business_name, b.shard,
          b.active, b.sending_paused, b.plan, b.email_daily_cap, b.email_allowance
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = n.business_id
    where ${isJob}
    order by n.business_id, n.id`
export const lockDueEmails = statement<Jobs, DueEmailRow>('nudges.lock_due', `${dueEmails} ${waiting}`)
export const lockFreeDueEmails = statement<Jobs, DueEmailRow>('nudges.lock_free_due', `${dueEmails} ${skippingHeld}`)

/** The settings of a business by channel. */
const modeColumns = paidChannels.map((channel) => `b.${channel}`).join(', ')

/** What a paid nudge is judged by and written from, whether it is sent now, as a fallback, or again. */
export type PaidRow = Omit<RecipientRow, 'id'> &
  Record<PaidChannel, ChannelMode> & {
    business_id: string
    message_id: string
    message_status: MessageStatus
    recipient_id: string
    reference: string | null
    order_status: string | null
    business_name: string
    shard: string
    active: boolean
    sending_paused: boolean
    countries: string[] | null
    low_balance_threshold: number
    sms_per_number_per_hour: number
    sms_per_number_per_day: number
    sms_warmup_cap: number
    in_warmup: boolean
    number_stops: PaidChannel[]
    number_withdrawn: boolean
    unreachable: boolean
    texts_last_hour: number
    texts_last_day: number
  }
const paidColumns = `m.business_id, m.id as message_id, m.status as message_status, m.reference, m.order_status,
          r.id as recipient_id, ${recipientDetails}, b.name as business_name, b.shard, b.active, b.sending_paused, ${modeColumns}, b.countries, b.low_balance_threshold, b.sms_per_number_per_hour, b.sms_per_number_per_day, b.sms_warmup_cap,
          coalesce(b.sms_enabled_at > clock_now() - interval '14 days', false) as in_warmup,
          array(select channel from number_stops s where s.business_id = m.business_id and s.number_digest = r.phone_digest) as number_stops,
          exists (select from whatsapp_withdrawals w where w.business_id = m.business_id and w.digest = r.phone_digest) as number_withdrawn,
          exists (select from unreachable_numbers u
                   where u.business_id = m.business_id and u.number_digest = r.phone_digest and u.until > clock_now()) as unreachable,
          texts.texts_last_hour, texts.texts_last_day`
/** A text counts from when it was last submitted, and before that from when it was queued. */
const textsTo = (but: string) => `cross join lateral (
            select count(*) filter (where coalesce(t.submitted_at, t.created_at) > clock_now() - interval '1 hour')::integer as texts_last_hour,
                   count(*)::integer as texts_last_day
              from nudges t
             where t.business_id = m.business_id and t.number_digest = r.phone_digest and t.channel = 'sms' and t.charged
               and coalesce(t.submitted_at, t.created_at) > clock_now() - interval '1 day'${but}) texts`

/** A paid nudge that is due. Whether the email of its push is out, and whether the message was opened since, decide an escalation. */
export type DuePaidRow = NudgeRow &
  PaidRow & { escalation_minutes: number | null; opened_since: boolean; email_is_out: boolean }
const duePaid = `select ${nudgeColumns}, n.escalation_minutes, coalesce(m.opened_at >= n.created_at, false) as opened_since,
          not exists (select from nudges e
                       where e.message_id = n.message_id and e.push_id = n.push_id and e.channel = 'email'
                         and e.state in ('waiting', 'queued', 'submitting')) as email_is_out,
          ${paidColumns}
     from nudges n
     join messages m on m.business_id = n.business_id and m.id = n.message_id
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = n.business_id
    ${textsTo(' and t.id <> n.id')}
    where ${isJob}
    order by n.business_id, n.id`
export const lockDuePaid = statement<Jobs, DuePaidRow>('nudges.lock_due_paid', `${duePaid} ${waiting}`)
export const lockFreeDuePaid = statement<Jobs, DuePaidRow>('nudges.lock_free_due_paid', `${duePaid} ${skippingHeld}`)

/** The same of messages without such a nudge: for a fallback text, or a resend. */
export const paidFactsOf = statement<{ messages: { id: string | null; businessId: string }[] }, PaidRow>(
  'nudges.paid_facts',
  `select ${paidColumns}
     from messages m
     join recipients r on r.business_id = m.business_id and r.id = m.recipient_id
     join businesses b on b.id = m.business_id
    ${textsTo('')}
    where (m.id, m.business_id) in (select id, business_id from $messages(id uuid, business_id uuid))
    order by m.business_id, m.id
      for no key update of m for share of r, b`,
)

/** Prices and templates: small tables, read whole. */
export const spendingFacts = statement<
  null,
  {
    destination: string | null
    credits: number | null
    order_status: string | null
    state: 'approved' | 'in_review' | 'paused' | 'rejected' | null
  }
>(
  'nudges.spending_facts',
  `select destination, credits, null as order_status, null as state from sms_prices
   union all
   select null, null, order_status, state from whatsapp_templates`,
)

/** The last change before the provider is called: from here on it may have been. A nudge with a price is paid for from now on. */
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
