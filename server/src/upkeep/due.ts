import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { countInState, nextDueNudge, promoteNudges } from '../nudges/promote.ts'

/** What waits for its time stands in rows, not in the queue. One bounded step; answers how much was due. */
export const promoteDueWork = (context: Context): Promise<number> => promoteNudges(context)

/** When the next of it comes due; null when nothing waits. */
export const nextDueWork = (context: Context): Promise<Date | null> => nextDueNudge(context)

const startMilliseconds = 5_000
const answerMilliseconds = 300
const lookAgainMilliseconds = 5

/** Promotes all that is due and waits until it has been taken in hand; for answers it waits a moment, so that what follows from them follows. */
export async function startDueWork(context: Context): Promise<void> {
  while ((await promoteDueWork(context)) > 0);
  await untilNone(() => countInState(context, 'queued'), startMilliseconds)
  await untilNone(() => countInState(context, 'submitting'), answerMilliseconds)
}

async function untilNone(count: () => Promise<number>, patienceMilliseconds: number): Promise<void> {
  const before = performance.now()
  while ((await count()) > 0 && performance.now() - before < patienceMilliseconds) await sleep(lookAgainMilliseconds)
}
