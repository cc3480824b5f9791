import { type Static, Type } from 'typebox'
import { audited, changed } from '../audit/audited.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { done } from '../errors.ts'
import { pauseReasons } from '../notices/kinds.ts'
import { finishNudges } from '../nudges/enqueue.ts'
import { recordLost } from '../nudges/record-outcome.ts'
import { defineOperation } from '../operation.ts'
import { growing, literal, moment, named, nullable } from '../schema.ts'
import { mayHaveBeenSent } from './pause.decide.ts'
import { cancelFallbacks, describeSending, dropServiceMailJobs, hold, markUnresolved, release } from './sql.ts'

const fields = {
  sending: literal(['on', 'paused'], { description: 'Whether nudges of live businesses are sent.' }),
  reason: nullable(
    growing(
      pauseReasons,
      'Why sending is paused. `other_database`: the database is in another location than at the last check. `went_back`: it is older than at the last check of a process. `old_work`: no process used it for a day, and work has been due for as long. `operator`: an operator holds it. Null when sending is on.',
    ),
  ),
  note: nullable(Type.String({ description: 'Why an operator holds sending, in their words. Null otherwise.' })),
  paused_since: nullable(moment('When sending was paused. Null when sending is on.')),
  last_seen_at: moment('When a process last used this database. In a restored database: about when the dump was made.'),
  due_nudges: Type.Integer({
    description:
      'Due nudges from before the pause. After a restore they may have been sent; during a hold they stay queued. At most 1,000 are counted.',
  }),
  due_nudges_truncated: Type.Boolean({ description: 'True if there may be more due nudges than were counted.' }),
  oldest_due_at: nullable(moment('When the oldest of them became due. Null when there are none.')),
}
const sendingState = named(
  'SendingState',
  Type.Object(fields, { description: 'Whether sending is on, and what waits.' }),
)

export const readSending = defineOperation({
  access: 'operator',
  effect: 'read',
  roles: ['support'],
  name: 'readSending',
  tag: 'Sending',
  description:
    'Returns whether sending is paused, by an operator or after the database was restored, why, and how many nudges are due. The pause of a single business is its setting `sending_paused`.',
  method: 'GET',
  path: '/operator/v1/sending',
  summary: 'Read whether sending is paused, and how much is due',
  response: sendingState,
  handle: async ({ db }) => done(await stateOf(db)),
})

/** Changes nothing when sending is paused already. */
export const holdSending = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: ['support'],
  name: 'holdSending',
  tag: 'Sending',
  description:
    'Stops all sending until it is released: nudges, webhook deliveries and notices. Pushes are still accepted, and nothing is lost: due work stays queued and is sent after the release. Workers stop within about two seconds, after the submissions in progress. Use it when a provider refuses every message for good. It changes nothing if sending is paused already.',
  method: 'POST',
  path: '/operator/v1/sending/hold',
  summary: 'Hold all sending until it is released',
  body: named(
    'HoldSendingRequest',
    Type.Object(
      {
        note: Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'Why sending is paused, for other operators. Without data of a recipient.',
        }),
      },
      { description: 'Why sending is paused.' },
    ),
  ),
  response: sendingState,
  handle(context, call) {
    const { note } = call.body
    return audited(context, call, async (tx) => {
      if ((await tx.one(hold, { note })) === null) return done(await stateOf(tx))
      return changed(await stateOf(tx), {
        businessId: null,
        target: 'sending',
        before: { sending: 'on' },
        after: { sending: 'paused', reason: 'operator', note },
      })
    })
  },
})

/** Changes nothing when sending is not paused. */
export const releaseSending = defineOperation({
  access: 'operator',
  effect: 'change',
  roles: [],
  name: 'releaseSending',
  tag: 'Sending',
  description:
    'Resumes sending. After a hold by an operator, everything that is due is sent. After a restore, the nudges that may have been sent are abandoned by default: their outcome is recorded as unknown and published, and they are never sent. Read [the runbook](/docs/runbooks/restore) first. It changes nothing if sending is not paused, or if the reason of the pause changes meanwhile: `sending` in the response says whether it is on.',
  method: 'POST',
  path: '/operator/v1/sending/release',
  summary: 'Resume sending after a hold or a restore',
  body: named(
    'ReleaseSendingRequest',
    Type.Object(
      {
        due_work: Type.Optional(
          literal(['abandon', 'send'], {
            default: 'abandon',
            description:
              'What to do with the nudges that may have been sent, after a restore. It has no effect after a hold. `abandon`: record their outcome as unknown, publish it, and never send them. `send`: send them, perhaps for the second time.',
          }),
        ),
      },
      { description: 'What to do with the nudges that may have been sent.' },
    ),
  ),
  response: named(
    'ReleasedSending',
    Type.Object(
      { ...fields, abandoned: Type.Integer({ description: 'How many nudges were abandoned.' }) },
      { description: 'The state after the release.' },
    ),
  ),
  async handle(context, call) {
    const { due_work: dueWork = 'abandon' } = call.body
    const { sending, reason } = await stateOf(context.db)
    const isAbandoning = mayHaveBeenSent(reason) && dueWork === 'abandon'
    // Abandoning is several transactions and irreversible, so it has a row of its own before it begins.
    if (isAbandoning)
      await audited(context, call, async () =>
        changed(null, { businessId: null, target: 'sending', before: { sending }, after: { abandoning: true } }),
      )
    // The release comes last: while sending is paused, no worker sends the nudges that are being abandoned.
    const abandoned = isAbandoning ? await abandonDueWork(context) : 0
    return audited(context, call, async (tx) => {
      // A copy of the database that is detected meanwhile stays paused: what is due in it was not abandoned.
      if (reason === null || (await tx.one(release, { reason })) === null)
        return done({ ...(await stateOf(tx)), abandoned })
      const after = { sending: 'on', ...(mayHaveBeenSent(reason) && { due_work: dueWork, abandoned }) }
      return changed(
        { ...(await stateOf(tx)), abandoned },
        { businessId: null, target: 'sending', before: { sending }, after },
      )
    })
  },
})

async function stateOf(db: Pick<Transaction, 'one'>): Promise<Static<typeof sendingState>> {
  const row = (await db.one(describeSending))!
  return {
    sending: row.pause_reason === null ? 'on' : 'paused',
    reason: row.pause_reason,
    note: row.pause_note,
    paused_since: row.paused_since?.toISOString() ?? null,
    last_seen_at: row.seen_at.toISOString(),
    due_nudges: row.due_nudges,
    due_nudges_truncated: row.due_nudges_truncated,
    oldest_due_at: row.oldest_due_at?.toISOString() ?? null,
  }
}

/**
 * Records nudges that the original of this database may have sent like those of a lost worker: unknown, without a refund,
 * published, and never sent. A later delivery report may still override that. Nudges scheduled for later remain, and so do
 * webhook deliveries, because receivers recognise a repeated one by its id.
 */
async function abandonDueWork(context: Context): Promise<number> {
  await context.db.all(cancelFallbacks)
  await context.db.all(dropServiceMailJobs)
  let abandoned = 0
  for (let step = await abandonSome(context); step > 0; step = await abandonSome(context)) abandoned += step
  return abandoned
}

async function abandonSome(context: Context): Promise<number> {
  return context.db.transaction(async (tx) => {
    const nudges = await tx.all(markUnresolved)
    if (nudges.length === 0) return 0
    await recordLost(
      context,
      tx,
      nudges.map(({ id }) => id),
    )
    await finishNudges(context.queue, tx, nudges)
    return nudges.length
  })
}
