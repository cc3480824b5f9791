import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { done } from '../errors.ts'
import { finishNudges } from '../nudges/enqueue.ts'
import { recordLost } from '../nudges/record-outcome.ts'
import { defineOperation } from '../operation.ts'
import { literal, nullable } from '../schema.ts'
import { describeSending, disarmFallbacks, dropLetters, markUnsettled, release } from './sql.ts'

const fields = {
  sending: literal(['on', 'held']),
  reason: nullable(
    literal(['other_database', 'went_back', 'old_work'], {
      description:
        'The database is not where it was; it is older than a process remembers; or nobody was here for a day, and work has been due as long.',
    }),
  ),
  held_since: nullable(Type.String({ format: 'date-time' })),
  last_seen_at: Type.String({
    format: 'date-time',
    description: 'When a process that sends was last here. In a restored database: about when the dump was made.',
  }),
  due_nudges: Type.Integer({ description: 'From before the hold, due and not ended: they may have gone out.' }),
  oldest_due_at: nullable(Type.String({ format: 'date-time' })),
}
const sendingState = Type.Object(fields)

export const readSending = defineOperation({
  access: 'operator',
  name: 'readSending',
  method: 'GET',
  path: '/operator/v1/sending',
  summary: 'Tell whether anything goes out, and what waits if not',
  response: sendingState,
  handle: async (context) => done(await stateOf(context)),
})

/** To release what is not held changes nothing. */
export const releaseSending = defineOperation({
  access: 'operator',
  name: 'releaseSending',
  method: 'POST',
  path: '/operator/v1/sending/release',
  summary: 'Let sending go on that was held after a restore',
  body: Type.Object({
    due_work: Type.Optional(
      literal(['give_up', 'send'], {
        default: 'give_up',
        description:
          'What becomes of the nudges that may have gone out: given up as unknown and told, or sent, perhaps for the second time.',
      }),
    ),
  }),
  response: Type.Object({ ...fields, given_up: Type.Integer() }),
  async handle(context, { body: { due_work: dueWork = 'give_up' } }) {
    const { sending } = await stateOf(context)
    // Last, because as long as it is held nobody sends what is being given up.
    const givenUp = sending === 'held' && dueWork === 'give_up' ? await giveUpDueWork(context) : 0
    if (sending === 'held') await context.db.all(release)
    return done({ ...(await stateOf(context)), given_up: givenUp })
  },
})

async function stateOf({ db }: Context): Promise<Static<typeof sendingState>> {
  const row = (await db.one(describeSending))!
  return {
    sending: row.held_because === null ? 'on' : 'held',
    reason: row.held_because,
    held_since: row.held_since?.toISOString() ?? null,
    last_seen_at: row.seen_at.toISOString(),
    due_nudges: row.due_nudges,
    oldest_due_at: row.oldest_due_at?.toISOString() ?? null,
  }
}

/**
 * Ends what may have gone out from the database this one is a copy of, as what a lost worker had in hand is ended: unknown, the
 * credit kept, told, and never sent. A provider's report may still say that it arrived. What waits for a later time stays, and so
 * do webhook deliveries: those may come twice, and bear the same id.
 */
async function giveUpDueWork(context: Context): Promise<number> {
  await context.db.all(disarmFallbacks)
  await context.db.all(dropLetters)
  let givenUp = 0
  for (let step = await giveUpSome(context); step > 0; step = await giveUpSome(context)) givenUp += step
  return givenUp
}

async function giveUpSome(context: Context): Promise<number> {
  return context.db.transaction(async (tx) => {
    const nudges = await tx.all(markUnsettled)
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
