import type { Context } from '../context.ts'
import { finishNudges } from '../nudges/enqueue.ts'
import { recordLost } from '../nudges/record-outcome.ts'
import { disarmFallbacks, dropLetters, markUnsettled } from './sql.ts'

/**
 * Ends what may have gone out from the database this one is a copy of, as what a lost worker had in hand is ended: unknown, the
 * credit kept, told, and never sent. A provider's report may still say that it arrived. What waits for a later time stays, and so
 * do webhook deliveries: those may come twice, and bear the same id.
 */
export async function giveUpDueWork(context: Context): Promise<number> {
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
