import type { EmailNudge } from '../channels/email/email.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { withoutHeld } from '../db/without-held.ts'
import { periodEnd } from '../plan/plan.decide.ts'
import type { TakenJob } from '../queue/queue.ts'
import { addressDigest, platformAddressDigest } from '../recipients/digest.ts'
import { businessEvent, emitEvents, messageEvent, type NewEvent } from '../webhooks/emit.ts'
import { type Dispatch, type DueEmail, decideDispatch, type EmailCount, takesPlace } from './dispatch.decide.ts'
import { withoutHeldJobs } from './held.ts'
import { recordLost } from './record-outcome.ts'
import {
  type DueRow,
  giveBackPlaces,
  lockDue,
  lockFreeDue,
  markExceeded,
  markSubmitting,
  moveEscalations,
  refuseDue,
  suppressionsOf,
  takePlaces,
} from './sql.ts'
import { subjectOf } from './subject.ts'

export type GoingEmail = EmailNudge & { attempt: number }

/**
 * The nudges in hand: those that may go out are marked and answered, and only when that is committed is a provider called.
 * The rest ends here, and their jobs with them.
 */
export async function dispatchEmails(context: Context, jobs: TakenJob[]): Promise<GoingEmail[]> {
  return withoutHeld(jobs, (taken, isSkipping) =>
    context.db.transaction(async (tx) => {
      const rows = await tx.all(isSkipping ? lockFreeDue : lockDue, [
        taken.map(({ id }) => id),
        taken.map(({ businessId }) => businessId),
      ])
      const due = await readDue(context, tx, rows, taken)
      const counts = await countPlaces(tx, rows, due.filter(takesPlace))
      const decided = decideDispatch(due, counts)
      const mine = isSkipping ? await withoutHeldJobs(tx, taken, new Set(rows.map(({ id }) => id))) : taken
      await storeDispatch(context, tx, rows, mine, decided)
      const going = new Set(decided.submit)
      const now = await tx.now
      return rows.filter(({ id }) => going.has(id)).map((row) => emailOf(row, now))
    }),
  )
}

const emailOf = (row: DueRow, at: Date): GoingEmail => ({
  id: row.id,
  businessId: row.business_id,
  shard: row.shard,
  businessName: row.business_name,
  recipientId: row.recipient_id,
  to: row.email,
  messageId: row.message_id,
  subject: row.subject,
  body: row.body,
  reference: row.reference,
  orderStatus: row.order_status,
  attempt: row.attempts + 1,
  at,
})

async function readDue(
  { deriveKey }: Context,
  tx: Transaction,
  rows: DueRow[],
  taken: TakenJob[],
): Promise<DueEmail[]> {
  const digests = rows.map(({ email }) => platformAddressDigest(deriveKey, email))
  const suppressions = await tx.all(suppressionsOf, [
    rows.map((row) => row.business_id),
    rows.map((row, place) => addressDigest(row.business_id, digests[place]!)),
    digests,
  ])
  const recovered = new Set(taken.filter((job) => job.recovered).map(({ id }) => id))
  const due: DueEmail[] = []
  for (const { place, reason, of_platform: ofPlatform } of suppressions) {
    const row = rows[place - 1]!
    due.push({
      id: row.id,
      businessId: row.business_id,
      state: row.state,
      attempts: row.attempts,
      recovered: recovered.has(row.id),
      facts: {
        businessActive: row.active,
        sendingPaused: row.sending_paused,
        planLapsed: row.plan === 'lapsed',
        unsubscribed: row.unsubscribed_at !== null || reason === 'unsubscribed',
        suppressed: reason === 'bounced' || reason === 'complained',
        platformSuppressed: ofPlatform,
      },
    })
  }
  return due
}

/** Places of the day are taken first and given back if not used, so that two workers never count the same one. */
async function countPlaces(tx: Transaction, rows: DueRow[], asking: DueEmail[]): Promise<Map<string, EmailCount>> {
  const asked = new Map<string, number>()
  for (const { businessId } of asking) asked.set(businessId, (asked.get(businessId) ?? 0) + 1)
  if (asked.size === 0) return new Map()
  const settings = new Map(rows.map((row) => [row.business_id, row]))
  const taken = await tx.all(takePlaces, [[...asked.keys()], [...asked.values()]])
  return new Map(
    taken.map((row) => {
      const { email_daily_cap: cap, email_allowance: allowance } = settings.get(row.business_id)!
      return [
        row.business_id,
        {
          cap,
          counted: asked.get(row.business_id)!,
          sentBefore: row.sent_before,
          allowance,
          sentBeforeThisMonth: row.sent_before_this_month,
          exceededBefore: row.exceeded_before,
        },
      ]
    }),
  )
}

async function storeDispatch(
  context: Context,
  tx: Transaction,
  rows: DueRow[],
  taken: TakenJob[],
  { submit, refuse, lost, giveBack, exceeded }: Dispatch,
): Promise<void> {
  const now = await tx.now
  const byId = new Map(rows.map((row) => [row.id, row]))
  // Whoever called the provider ends the job: this process soon, or for one that is being submitted elsewhere, that process.
  const elsewhere = rows.filter(({ id, state }) => state === 'submitting' && !lost.includes(id)).map(({ id }) => id)
  const stays = new Set([...submit, ...elsewhere])
  if (submit.length > 0) tx.write(markSubmitting, [submit.map((id) => byId.get(id)!.business_id), submit])
  if (refuse.length > 0)
    tx.write(refuseDue, [
      refuse.map(({ businessId }) => businessId),
      refuse.map(({ id }) => id),
      refuse.map(({ reason }) => reason),
    ])
  // An email that was skipped counts as unread.
  if (refuse.length > 0)
    tx.write(moveEscalations, [
      refuse.map(({ id }) => byId.get(id)!.message_id),
      refuse.map(({ id }) => byId.get(id)!.push_id),
      refuse.map(() => false),
    ])
  if (giveBack.size > 0) tx.write(giveBackPlaces, [[...giveBack.keys()], [...giveBack.values()]])
  if (lost.length > 0) await recordLost(context, tx, lost)
  const ended = taken.map(({ id }) => id).filter((id) => !stays.has(id))
  await context.queue.finish(tx, 'nudges.email', ended)
  await emitEvents(context, tx, [
    ...refuse.map(({ id, reason }) => notSent(byId.get(id)!, reason, now)),
    ...(await exceededEvents(tx, exceeded)),
  ])
}

async function exceededEvents(tx: Transaction, exceeded: Dispatch['exceeded']): Promise<NewEvent[]> {
  if (exceeded.length === 0) return []
  const marked = await tx.all(markExceeded, [exceeded.map(({ businessId }) => businessId)])
  const first = new Set(marked.map((row) => row.business_id))
  const periodEndsAt = periodEnd(await tx.now).toISOString()
  return exceeded
    .filter(({ businessId }) => first.has(businessId))
    .map(({ businessId, allowance, used }) =>
      businessEvent(businessId, 'plan.allowance_exceeded', { allowance, used, period_ends_at: periodEndsAt }),
    )
}

const notSent = (row: DueRow, reason: string, now: Date): NewEvent =>
  messageEvent(subjectOf(row), 'message.not_sent', { reason, at: now.toISOString() })
