/** A message is retracted once (3.1): what has not started is cancelled and costs nothing; the second call changes nothing. */
import { canRetract, type MessageStatus } from '../message-status.ts'

export type Retraction = { retracted: boolean }

/** One answer a call, in order; null where there is no such message. Two calls for one message: the first retracts. */
export function decideRetractions(
  calls: (string | null)[],
  statuses: Map<string, MessageStatus>,
): (Retraction | null)[] {
  const taken = new Set<string>()
  return calls.map((id) => {
    const status = id === null ? undefined : statuses.get(id)
    if (id === null || status === undefined) return null
    const retracted = canRetract(status) && !taken.has(id)
    taken.add(id)
    return { retracted }
  })
}
