import { type Curve, goodMilliseconds } from './curve.ts'

/** What one request, sent alone, cost the process that served it. The status is null when no response came in time. */
export type Observation = {
  sentBytes: number
  status: number | null
  responseBytes: number
  stallMilliseconds: number
  /** Of all its threads. */
  processorMilliseconds: number
}

/** Longer, and every other caller waits for it. */
const mostStallMilliseconds = 200
const mostTimesGood = 50
/** Below this a difference is noise: garbage collection alone takes as long. */
const leastAllowedMilliseconds = 20
const mostRefusalBytes = 64 * 1024

/** An excess that is this many times the limit is not noise of the machine, and is not measured again. */
const certainTimes = 10

export type Excess = { what: 'stall' | 'processor time' | 'refusal' | 'no response'; times: number }

export const allowedProcessorMilliseconds = (curve: Curve, sentBytes: number): number =>
  Math.max(leastAllowedMilliseconds, mostTimesGood * goodMilliseconds(curve, sentBytes))

/** On a busy machine a process also waits for the processor. Only as much of a stall as it spent computing is the request's. */
const ownStall = ({
  stallMilliseconds,
  processorMilliseconds,
}: Pick<Observation, 'stallMilliseconds' | 'processorMilliseconds'>) =>
  Math.min(stallMilliseconds, processorMilliseconds)

/** Every limit that a request exceeds, and how many times over. */
export function findExcesses(seen: Observation, curve: Curve): Excess[] {
  const isRefusal = seen.status !== null && seen.status >= 400
  const allowed = allowedProcessorMilliseconds(curve, seen.sentBytes)
  const excesses: Excess[] = [
    { what: 'stall', times: ownStall(seen) / mostStallMilliseconds },
    { what: 'processor time', times: seen.processorMilliseconds / allowed },
    { what: 'refusal', times: isRefusal ? seen.responseBytes / mostRefusalBytes : 0 },
    { what: 'no response', times: seen.status === null ? Number.POSITIVE_INFINITY : 0 },
  ]
  return excesses.filter(({ times }) => times > 1)
}

/** Measured again, an excess this far over the limit would be one too. A response can fail to come because the machine is busy. */
export const isCertain = (excesses: Excess[]): boolean =>
  excesses.some(({ what, times }) => what !== 'no response' && times > certainTimes)

/** The cost of requests sent together, against the limits of one: if none of the limits is reached by all, none is by one of them. */
export const isSuspicious = (
  together: Pick<Observation, 'stallMilliseconds' | 'processorMilliseconds'>,
  leastAllowed: number,
) => ownStall(together) > mostStallMilliseconds || together.processorMilliseconds > leastAllowed

/** The middle of an odd number of runs in each respect, so that one disturbed run does not count. */
export function medianOf(runs: Observation[]): Observation {
  const middle = (read: (run: Observation) => number): number =>
    runs.map(read).toSorted((one, two) => one - two)[(runs.length - 1) / 2]!
  const answered = runs.filter(({ status }) => status !== null)
  return {
    sentBytes: runs[0]!.sentBytes,
    status: answered.length * 2 > runs.length ? answered[0]!.status : null,
    responseBytes: middle(({ responseBytes }) => responseBytes),
    stallMilliseconds: middle(({ stallMilliseconds }) => stallMilliseconds),
    processorMilliseconds: middle(({ processorMilliseconds }) => processorMilliseconds),
  }
}
