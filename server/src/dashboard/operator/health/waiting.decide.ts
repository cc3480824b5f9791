import type { QueueName } from '../../../queue/queue.ts'
import type { OverdueFacts, QueueFacts } from './health.decide.ts'

/** What is sent as soon as sending is on: jobs, and rows whose time has come while no scheduler ran. */
export type WaitingWork = { name: QueueName; count: number; oldestAt: Date | null }

export const waitingWork = (
  queues: Pick<QueueFacts, 'name' | 'waiting' | 'oldestAt'>[],
  overdue: OverdueFacts[],
): WaitingWork[] =>
  queues.map(({ name, waiting, oldestAt }) => {
    const rows = overdue.filter((row) => queueOf(row) === name)
    const times = [oldestAt, ...rows.map((row) => row.oldestAt)].filter((at) => at !== null)
    return {
      name,
      count: rows.reduce((sum, row) => sum + row.count, waiting),
      oldestAt: times.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null,
    }
  })

function queueOf({ work, channel }: OverdueFacts): QueueName | null {
  if (work === 'delivery') return 'webhooks'
  return work === 'send' && channel !== null ? `nudges.${channel}` : null
}
