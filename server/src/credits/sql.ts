import { startAfter } from '../db/page.ts'
import { statement } from '../db/statement.ts'

export const balanceOf = statement<{ businessId: string | null }, { balance: number; threshold: number }>(
  'credits.balance',
  `select c.balance, b.low_balance_threshold as threshold
     from credit_balances c join businesses b on b.id = c.business_id
    where c.business_id = $businessId`,
)

/** The balances of new businesses. Only test businesses begin with credits, which their ledger shows as a grant. */
export const openBalances = statement<{ balances: { businessId: string; ledgerId: string; credits: number }[] }>(
  'credits.open',
  `with given as (select * from $balances(business_id uuid, ledger_id uuid, credits integer)),
   opened as (insert into credit_balances (business_id, balance) select business_id, credits from given)
   insert into credit_ledger (business_id, id, delta, kind, note)
   select business_id, ledger_id, credits, 'grant', 'Test credits' from given where credits > 0`,
)

/** A change that would leave the range updates no row. The update itself checks it, so concurrent changes are safe. */
export const changeBalance = statement<{ businessId: string; delta: number }, { balance: number }>(
  'credits.change',
  `update credit_balances
      set balance = balance + $delta::integer
    where business_id = $businessId and balance::bigint + $delta between 0 and 2000000000
   returning balance`,
)

/** A grant and a charge, and what takes each of them back. */
export const ledgerKinds = ['grant', 'correction', 'charge', 'refund'] as const
export type LedgerKind = (typeof ledgerKinds)[number]
export type LedgerRow = {
  id: string
  delta: number
  kind: LedgerKind
  send_id: string | null
  note: string | null
  at: Date
}
export const enterLedger = statement<Pick<LedgerRow, 'id' | 'delta' | 'kind' | 'note'> & { businessId: string }>(
  'credits.enter_ledger',
  `insert into credit_ledger (business_id, id, delta, kind, note) values ($businessId, $id, $delta, $kind, $note)`,
)

type GrantKey = { businessId: string; key: string }
/** The grant of an idempotency key. The balance must be locked, so that of two equal requests the second finds the first. */
export const findGrant = statement<GrantKey, { amount: number; note: string | null; balance: number }>(
  'credits.find_grant',
  `select l.delta as amount, l.note, g.balance
     from credit_grants g join credit_ledger l on l.business_id = g.business_id and l.id = g.ledger_id
    where g.business_id = $businessId and g.key = $key`,
)
export const storeGrant = statement<GrantKey & { ledgerId: string; balance: number }>(
  'credits.store_grant',
  `insert into credit_grants (business_id, key, ledger_id, balance) values ($businessId, $key, $ledgerId, $balance)`,
)

/** What a page of the ledger is limited to. Each has an index, or nearly every entry matches. */
const ledgerFilters = {
  all: '',
  grants: `and kind in ('grant', 'correction')`,
  charges: `and kind = 'charge'`,
  refunds: `and kind = 'refund'`,
} as const
export type LedgerFilter = keyof typeof ledgerFilters
type LedgerPage = { businessId: string | null; after: string | null; limit: number }
const pageOf = (filter: LedgerFilter) =>
  statement<LedgerPage, LedgerRow>(
    `credits.ledger_page_${filter}`,
    `select id, delta, kind, send_id, note, at
     from credit_ledger
    where business_id = $businessId ${ledgerFilters[filter]}
      and (at, id) < ${startAfter('select at, id from credit_ledger where business_id = $businessId and id = $after::uuid', '$after')}
    order by at desc, id desc
    limit $limit`,
  )
export const ledgerPages = {
  all: pageOf('all'),
  grants: pageOf('grants'),
  charges: pageOf('charges'),
  refunds: pageOf('refunds'),
} satisfies Record<LedgerFilter, unknown>

/** `notified`: `credits.low_balance` was published since the balance was last granted above the threshold. */
export type BalanceRow = { businessId: string; balance: number; notified: boolean }
/** Locked until the commit, so that the balance cannot change after a decision. */
export const lockBalances = statement<{ businessIds: string[] }, BalanceRow>(
  'credits.lock_balances',
  `select business_id as "businessId", balance, low_balance_notified as notified from credit_balances
    where business_id = any($businessIds::uuid[])
    order by business_id
      for update`,
)

const changeBalances = `update credit_balances c
      set balance = c.balance + change.delta
     from (select business_id, sum(delta)::integer as delta from entries group by business_id) change
    where c.business_id = change.business_id`

type SendEntry = { businessId: string; id: string; delta: number; kind: Extract<LedgerKind, 'charge' | 'refund'> }
/** Writes the ledger entries of charges and refunds, and changes each balance once by their sum. */
export const enterSends = statement<{ sends: SendEntry[] }>(
  'credits.enter_sends',
  `with entries as (
     insert into credit_ledger (business_id, id, delta, kind, send_id)
     select business_id, gen_random_uuid(), delta, kind, id
       from $sends(business_id uuid, id uuid, delta integer, kind text)
     returning business_id, delta
   )
   ${changeBalances}`,
)

/** Refunds the full charge of these sends, unless it was refunded before, and returns the credits. */
export const refundCharges = statement<{ sendIds: string[] }, { credits: number }>(
  'credits.refund_charges',
  `with entries as (
     insert into credit_ledger (business_id, id, delta, kind, send_id)
     select business_id, gen_random_uuid(), -delta, 'refund', send_id
       from credit_ledger
      where send_id = any($sendIds::uuid[]) and kind = 'charge'
         on conflict (send_id, kind) do nothing
     returning business_id, delta
   ), changed as (${changeBalances})
   select coalesce(sum(delta), 0)::integer as credits from entries`,
)

export const setLowBalanceNotified = statement<{ businessIds: string[]; notified: boolean }>(
  'credits.set_low_balance_notified',
  `update credit_balances set low_balance_notified = $notified where business_id = any($businessIds::uuid[])`,
)
