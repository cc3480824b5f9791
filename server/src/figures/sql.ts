import type { Channel } from '../channels/registry.ts'
import type { LedgerKind } from '../credits/sql.ts'
import { statement } from '../db/statement.ts'
import type { NudgeState } from '../nudges/states.ts'
import type { SendError, SkipReason } from '../reasons.ts'

/** The state of a nudge in the figures. Before its submission has ended it is `pending`. */
type FigureState = 'pending' | Exclude<NudgeState, 'waiting' | 'queued' | 'submitting'>
/** `opened_in_time`: an escalation that was not needed. An email that was complained about was also delivered. */
type FigureMark = '' | 'bounced' | 'complained' | 'opened_in_time'

type Sums = { count: number; credits: number }
/** One figure of a day. What was deleted since is included. */
export type Figure = Sums & { day: string } & (
    | {
        subject: 'nudge'
        channel: Channel
        state: FigureState
        reason: SkipReason | SendError | ''
        mark: FigureMark
        /** The position in `delayLimits`. */
        delay: number
      }
    /** Every accepted push, also one that updates a message without a nudge. */
    | { subject: 'push' }
    | { subject: 'message'; state: 'opened' | 'unopened' }
    | { subject: 'ledger'; state: LedgerKind }
  )

/** The period includes its last day. Days are in UTC. */
export const figuresOf = statement<{ businessId: string; from: string; to: string }, Figure>(
  'figures.of_business',
  `select day::text as day, subject, channel, state, reason, mark, delay, count::float8 as count, credits::float8 as credits
     from figures
    where business_id = $businessId and day between $from::date and $to::date and (count <> 0 or credits <> 0)
    order by day`,
)

/** One transaction at a time changes `figures`: a row of a business is changed by all its pushes. */
const lockKey = "hashtext('figures')"
export const tryLockFigures = statement<null, { locked: boolean }>(
  'figures.try_lock',
  `select pg_try_advisory_xact_lock(${lockKey}) as locked`,
)
export const lockFigures = statement<null, { locked: string }>(
  'figures.lock',
  `select pg_advisory_xact_lock(${lockKey})::text as locked`,
)

const key = 'business_id, day, subject, channel, state, reason, mark, delay'
const sums = (columns: string[]): string => columns.map((column) => `sum(${column}) as ${column}`).join(', ')
const sumColumns = ['count', 'credits', 'removed', 'removed_credits']

/** Adds changes to the figures, and returns how many there were. The table has no index: what is left of it is read in any order. */
export const addChanges = statement<{ limit: number }, { added: number }>(
  'figures.add_changes',
  `with taken as (
     delete from figure_changes
      where ctid = any(array(select ctid from figure_changes limit $limit))
     returning *
   ), added as (
     insert into figures as f (${key}, ${sumColumns.join(', ')})
     select ${key}, ${sums(sumColumns)} from taken group by ${key}
         on conflict (${key}) do update
        set ${sumColumns.map((column) => `${column} = f.${column} + excluded.${column}`).join(', ')}
   )
   select count(*)::integer as added from taken`,
)

/** The rows as they are now, counted in the same way as the triggers count their changes. */
const counted = `
     select business_id, figure_day(created_at) as day, 'nudge' as subject, channel, figure_state(state) as state,
            coalesce(skipped_reason, error_code, '') as reason, figure_mark(complained_at, bounced_at, opened_in_time) as mark,
            figure_delay(coalesce(escalates_at, scheduled_for, created_at), delivered_at) as delay,
            count(*) as count, sum(figure_credits(charged, opened_in_time, price)) as credits
       from nudges group by 1, 2, 4, 5, 6, 7, 8
     union all
     select business_id, figure_day(created_at), 'message', '', case when opened_at is null then 'unopened' else 'opened' end, '', '', -1,
            count(*), 0
       from messages group by 1, 2, 5
     union all
     select business_id, figure_day(at), 'ledger', '', kind, '', '', -1, count(*), sum(delta)
       from credit_ledger group by 1, 2, 5`

/** The figures, with the changes that no worker has added yet. */
const allKnown = `select ${key}, ${sumColumns.join(', ')} from figures union all select ${key}, ${sumColumns.join(', ')} from figure_changes`

/** Pushes leave no row each, and what was deleted is known only from the figures: both are preserved by a recount. */
const preserved = `case when subject = 'push' then count else removed end, case when subject = 'push' then credits else removed_credits end`
/** Counts all rows again. One statement sees one moment: changes that are committed later are added later. */
export const recountFigures = statement<null, { corrected: number }>(
  'figures.recount',
  `with counted as (${counted}),
   changed as (delete from figure_changes returning *),
   gathered as (
     select ${key}, count, credits, 0 as removed, 0 as removed_credits from counted
     union all
     select ${key}, ${preserved}, removed, removed_credits from figures
     union all
     select ${key}, ${preserved}, removed, removed_credits from changed
   ),
   before as (select ${key}, ${sums(sumColumns)} from (${allKnown}) one group by ${key}),
   after as (select ${key}, ${sums(sumColumns)} from gathered group by ${key}),
   stored as (
     insert into figures as f (${key}, ${sumColumns.join(', ')})
     select ${key}, ${sumColumns.join(', ')} from after
         on conflict (${key}) do update
        set ${sumColumns.map((column) => `${column} = excluded.${column}`).join(', ')}
   )
   select count(*)::integer as corrected
     from before full join after using (${key})
    where coalesce(before.count, 0) <> coalesce(after.count, 0) or coalesce(before.credits, 0) <> coalesce(after.credits, 0)`,
)
export const deleteEmptyFigures = statement<null>(
  'figures.delete_empty',
  `delete from figures where count = 0 and credits = 0 and removed = 0 and removed_credits = 0`,
)

export type FigureDifference = {
  businessId: string
  day: string
  subject: Figure['subject']
  channel: string
  state: string
  reason: string
  figure: number
  rows: number
}
/** Figures that differ from the rows. Reads every row, so it is for checks and not for pages. */
export const figureDifferences = statement<null, FigureDifference>(
  'figures.differences',
  `with counted as (${counted}),
   known as (select ${key}, ${sums(sumColumns)} from (${allKnown}) one group by ${key})
   select business_id as "businessId", day::text, subject, channel, state, reason,
          coalesce(f.count - f.removed, 0)::float8 as figure, coalesce(c.count, 0)::float8 as rows
     from known f full join counted c using (${key})
    where subject <> 'push'
      and (coalesce(f.count - f.removed, 0) <> coalesce(c.count, 0) or coalesce(f.credits - f.removed_credits, 0) <> coalesce(c.credits, 0))
    limit 100`,
)

export const findComplete = statement<null, { since: Date }>(
  'figures.find_complete',
  'select since from figures_complete',
)
export const markComplete = statement<null>(
  'figures.mark_complete',
  'insert into figures_complete (since) values (service_now()) on conflict do nothing',
)
