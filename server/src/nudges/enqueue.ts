import type { Transaction } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { Channel } from './settle.decide.ts'

/** Grouped by business, so that none takes the places of the others. */
export async function enqueueNudges(
  queue: Queue,
  tx: Transaction,
  nudges: { id: string; businessId: string; channel: Channel; priority: number }[],
): Promise<void> {
  for (const channel of ['email', 'sms', 'whatsapp'] as const)
    await queue.enqueue(
      tx,
      `nudges.${channel}`,
      nudges
        .filter((nudge) => nudge.channel === channel)
        .map(({ id, businessId, priority }) => ({ id, businessId, group: businessId, priority })),
    )
}
