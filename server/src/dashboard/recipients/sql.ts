import type { AuditAction } from '../../audit/actions.ts'
import type { PersonalData } from '../../audit/sql.ts'
import { type ChannelMode, type PaidChannel, paidChannels } from '../../channels/registry.ts'
import { startAfter } from '../../db/page.ts'
import { statement } from '../../db/statement.ts'
import type { DisplayedEmail, EmailIdentity } from '../../email.ts'
import type { MemberRole } from '../../member-role.ts'
import type { OperatorRole } from '../../operator-role.ts'
import { displayedEmail, type RecipientRow, recipientColumns } from '../../recipients/sql.ts'

export type ListedRecipient = {
  id: string
  email: EmailIdentity
  displayedEmail: DisplayedEmail
  phone: string | null
  isUnsubscribed: boolean
  /** The channels that the recipient, or the number, has stopped. */
  stopped: PaidChannel[]
  createdAt: Date
}
/** The limit applies before the stops are read. Each filter is a statement of its own, so that each uses its index. */
const pageOf = (filter: string): string =>
  `select r.id, r.email, ${displayedEmail} as "displayedEmail", r.phone, r.unsubscribed_at is not null as "isUnsubscribed",
          array(select c.channel from recipient_channels c
                 where c.recipient_id = r.id and c.business_id = r.business_id and c.stopped_at is not null
                 union
                select s.channel from number_stops s where s.number_digest = r.phone_digest and s.business_id = r.business_id) as stopped,
          r.created_at as "createdAt"
     from (select * from recipients
            where business_id = $businessId ${filter}
              and (created_at, id) < ${startAfter('select created_at, id from recipients where business_id = $businessId and id = $after::uuid', '$after::uuid')}
            order by created_at desc, id desc
            limit $limit) r
    order by r.created_at desc, r.id desc`
type Page = { businessId: string; after: string | null; limit: number }
export const recipientPage = statement<Page, ListedRecipient>('dashboard.recipients', pageOf(''))
/** `digits` are the last digits of the number, at least four; `ending` are the last four of them. */
export const recipientPageByDigits = statement<
  Page & { ending: string; digits: string; phone: string | null },
  ListedRecipient
>(
  'dashboard.recipients_by_digits',
  pageOf(`and phone is not null and right(phone, 4) = $ending
              and (right(phone, char_length($digits)) = $digits or phone = $phone)`),
)

export const unsubscribedAmong = statement<
  { businessId: string; addresses: { email: string; digest: Buffer }[] },
  { email: string }
>(
  'dashboard.unsubscribed_among',
  `select addresses.email
     from $addresses(email text, digest bytea)
     join email_suppressions s on s.address_digest = addresses.digest and s.business_id = $businessId and s.reason = 'unsubscribed'`,
)

export type ShownRecipient = RecipientRow & {
  phone_digest: Buffer | null
  created_at: Date
  erasure_asked_at: Date | null
  /** Earlier numbers, counted up to 100. */
  former_numbers: number
  /** Of the business: null allows every destination. */
  countries: string[] | null
  now: Date
} & Record<`${PaidChannel}_mode`, ChannelMode>
export const findShownRecipient = statement<{ businessId: string; email: EmailIdentity }, ShownRecipient>(
  'dashboard.find_recipient',
  `select ${recipientColumns}, r.phone_digest, r.created_at, r.erasure_asked_at, b.countries, clock_now() as now,
          ${paidChannels.map((channel) => `b.${channel} as ${channel}_mode`).join(', ')},
          (select count(*)::integer from (
             select from past_numbers p where p.recipient_id = r.id and p.business_id = r.business_id limit 100) p) as former_numbers
     from recipients r join businesses b on b.id = r.business_id
    where r.business_id = $businessId and r.email = $email`,
)

/** A form that needs a fresh sign-in has the id in its address, because the way back to it is in the address of other pages. */
export const findAddressOfRecipient = statement<{ businessId: string; recipientId: string }, { email: EmailIdentity }>(
  'dashboard.find_address',
  `select email from recipients where business_id = $businessId and id = $recipientId`,
)

/** The recipient of the shop that has a number. */
export const findHolderAddress = statement<
  { businessId: string; phone: string },
  { email: EmailIdentity; displayedEmail: DisplayedEmail }
>(
  'dashboard.find_holder',
  `select r.email, ${displayedEmail} as "displayedEmail" from recipients r where r.business_id = $businessId and r.phone = $phone`,
)

/** A change that a person made for this recipient. */
export type RecipientChange = {
  at: Date
  actorKind: 'operator' | 'member'
  actorName: string
  actorRole: OperatorRole | MemberRole
  action: AuditAction
  after: Record<string, unknown> | null
  personal: PersonalData
}
export const recipientChanges = statement<
  { businessId: string; platformDigest: Buffer; limit: number },
  RecipientChange
>(
  'dashboard.recipient_changes',
  `select at, actor_kind as "actorKind", actor_name as "actorName", actor_role as "actorRole", action, after, personal
     from audit_log
    where person_digest = $platformDigest and business_id = $businessId
    order by at desc, id desc
    limit $limit`,
)
