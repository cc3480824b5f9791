import { type Channel, channels } from '../channels/registry.ts'
import type { Transaction } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { Traced } from '../tracing.ts'

/** A higher priority is taken first. Nudges of batch items wait for those of single pushes. */
export const nudgePriorities = { single: 0, batchItem: -1 } as const
type NudgePriority = (typeof nudgePriorities)[keyof typeof nudgePriorities]

/** Jobs are grouped by business, so that a large backlog of one business does not delay the others. */
export async function enqueueNudges(
  queue: Queue,
  tx: Transaction,
  nudges: (Traced & { id: string; businessId: string; channel: Channel; priority?: NudgePriority })[],
): Promise<void> {
  for (const channel of channels)
    await queue.enqueue(
      tx,
      `nudges.${channel}`,
      nudges
        .filter((nudge) => nudge.channel === channel)
        .map(({ id, businessId, priority = nudgePriorities.single, trace }) => ({
          id,
          businessId,
          group: businessId,
          priority,
          trace,
        })),
    )
}

/** Runs in the transaction that records the outcomes, so that a job is finished if and only if its outcome is stored. */
export async function finishNudges(
  queue: Queue,
  tx: Transaction,
  nudges: { id: string; channel: Channel }[],
): Promise<void> {
  for (const [channel, group] of Map.groupBy(nudges, (nudge) => nudge.channel))
    await queue.finish(tx, `nudges.${channel}`, group)
}
