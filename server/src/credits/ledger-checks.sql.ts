import { statement } from '../db/statement.ts'

/** Of live businesses only: the ledger of a test side runs on another clock, and its credits cost nothing. */
export const createLedgerChecks = statement<null, { created: number }>(
  'credits.create_ledger_checks',
  `with created as (
     insert into ledger_checks (business_id)
     select b.id from businesses b
      where b.mode = 'live' and not exists (select from ledger_checks k where k.business_id = b.id)
         on conflict do nothing
     returning 1
   )
   select count(*)::integer as created from created`,
)

/**
 * Adds the next entries to the sums of the businesses that were not checked for an hour, oldest check first, and locks their rows.
 * An entry has the time at which its transaction began and is visible from the commit, so entries of the last hour are not added:
 * an older one may still appear among them.
 */
export const foldLedgers = statement<
  { businesses: number; entries: number },
  { businessId: string; isComplete: boolean }
>(
  'credits.fold_ledgers',
  `with due as (
     select business_id, folded_at, folded_id
       from ledger_checks
      where checked_at <= clock_now() - interval '1 hour'
      order by checked_at
      limit $businesses
        for update skip locked
   ), next as (
     select d.business_id, e.*
       from due d
      cross join lateral (
              select count(*) as entries, coalesce(sum(delta), 0) as credits,
                     (array_agg(at order by at desc, id desc))[1] as at, (array_agg(id order by at desc, id desc))[1] as id
                from (select at, id, delta
                        from credit_ledger
                       where business_id = d.business_id and (at, id) > (d.folded_at, d.folded_id)
                         and at < clock_now() - interval '1 hour'
                       order by at, id
                       limit $entries) one) e
   )
   update ledger_checks k
      set folded = k.folded + next.credits, folded_at = coalesce(next.at, k.folded_at), folded_id = coalesce(next.id, k.folded_id)
     from next
    where k.business_id = next.business_id
   returning k.business_id as "businessId", next.entries < $entries as "isComplete"`,
)

/** One snapshot of balance and ledger, so that a charge that is committed meanwhile is in both or in neither. */
export const compareLedgers = statement<{ businessIds: string[] }, { difference: number }>(
  'credits.compare_ledgers',
  `update ledger_checks k
      set checked_at = clock_now(),
          difference = c.balance - k.folded - (
            select coalesce(sum(l.delta), 0) from credit_ledger l
             where l.business_id = k.business_id and (l.at, l.id) > (k.folded_at, k.folded_id))
     from credit_balances c
    where k.business_id = any($businessIds::uuid[]) and c.business_id = k.business_id
   returning k.difference::float8 as difference`,
)

/** For the metrics. `checkedAt` is now if there is no business to check. */
export const ledgerState = statement<null, { difference: number; checkedAt: Date }>(
  'credits.ledger_state',
  `select (select coalesce(sum(abs(difference)), 0)
             from (select difference from ledger_checks where difference <> 0 limit 1000) wrong)::float8 as difference,
          coalesce((select min(checked_at) from ledger_checks), clock_now()) as "checkedAt"`,
)
