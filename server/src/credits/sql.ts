import { startAfter } from '../db/page.ts'
import { positional } from '../db/statement.ts'

export const balanceOf = positional<{ balance: number; threshold: number }>(
  'credits.balance',
  `select c.balance, b.low_balance_threshold as threshold
     from credit_balances c join businesses b on b.id = c.business_id
    where c.business_id = $1`,
)

export const openBalance = positional<never>('credits.open', `insert into credit_balances (business_id) values ($1)`)

/** The condition is the guard: a change that would leave the range touches no row, however many come at once. */
export const changeBalance = positional<{ balance: number }>(
  'credits.change',
  `update credit_balances
      set balance = balance + $2::integer
    where business_id = $1 and balance::bigint + $2 between 0 and 2000000000
   returning balance`,
)

export const enterLedger = positional<never>(
  'credits.enter_ledger',
  `insert into credit_ledger (business_id, id, delta, kind, send_id, note)
   select $1, * from unnest($2::uuid[], $3::integer[], $4::text[], $5::uuid[], $6::text[])`,
)

export const ledgerPage = positional<{
  id: string
  delta: number
  kind: string
  send_id: string | null
  note: string | null
  at: Date
}>(
  'credits.ledger_page',
  `select id, delta, kind, send_id, note, at
     from credit_ledger
    where business_id = $1
      and (at, id) < ${startAfter('select at, id from credit_ledger where business_id = $1 and id = $2::uuid', '$2')}
    order by at desc, id desc
    limit $3`,
)

/** Held until the commit, so that what is decided about the balance stays true. */
export const lockBalances = positional<{ business_id: string; balance: number; low_balance_told: boolean }>(
  'credits.lock_balances',
  `select business_id, balance, low_balance_told from credit_balances where business_id = any($1::uuid[]) order by business_id for update`,
)

const changeBalances = `update credit_balances c
      set balance = c.balance + change.delta
     from (select business_id, sum(delta)::integer as delta from entries group by business_id) change
    where c.business_id = change.business_id`

/** Charges and refunds of sends: the entries, and one change of each balance by their sum. */
export const enterSends = positional<never>(
  'credits.enter_sends',
  `with entries as (
     insert into credit_ledger (business_id, id, delta, kind, send_id)
     select business_id, gen_random_uuid(), delta, kind, send_id
       from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[]) as entry (business_id, send_id, delta, kind)
     returning business_id, delta
   )
   ${changeBalances}`,
)

/** Gives back in full what these sends were charged, unless that has been done. */
export const refundCharges = positional<never>(
  'credits.refund_charges',
  `with entries as (
     insert into credit_ledger (business_id, id, delta, kind, send_id)
     select business_id, gen_random_uuid(), -delta, 'refund', send_id
       from credit_ledger
      where send_id = any($1::uuid[]) and kind = 'charge'
         on conflict (send_id, kind) do nothing
     returning business_id, delta
   )
   ${changeBalances}`,
)

export const setLowBalanceTold = positional<never>(
  'credits.set_low_balance_told',
  `update credit_balances set low_balance_told = $2 where business_id = any($1::uuid[])`,
)
