/** A message is taken back once (3.1): what has not started is called off and costs nothing; the second call changes nothing. */
export type Retraction = { retracted: boolean }

/** One answer a call, in order; null where there is no such message. Two calls for one message: the first retracts. */
export function decideRetractions(calls: (string | null)[], statuses: Map<string, string>): (Retraction | null)[] {
  const taken = new Set<string>()
  return calls.map((id) => {
    const status = id === null ? undefined : statuses.get(id)
    if (id === null || status === undefined) return null
    const retracted = status !== 'retracted' && !taken.has(id)
    taken.add(id)
    return { retracted }
  })
}
