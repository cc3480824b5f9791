import { type Curve, goodMilliseconds } from './curve.ts'

/** The cost of one request that was sent by itself. The status is null if no response came in time. */
export type Observation = {
  sentBytes: number
  status: number | null
  responseBytes: number
  stallMilliseconds: number
  /** Of all threads of the process. */
  processorMilliseconds: number
}

/** During a stall every other request waits. */
const maxStallMilliseconds = 200
const maxTimesGood = 50
/** Below this a difference is noise: a garbage collection can take as long. */
const minAllowedMilliseconds = 20
const maxRefusalBytes = 64 * 1024

/** An excess of more than this many times the limit is not noise and is not measured again. */
const certainTimes = 10

export type Excess = { what: 'stall' | 'processor time' | 'refusal' | 'no response'; times: number }

export const allowedProcessorMilliseconds = (curve: Curve, sentBytes: number): number =>
  Math.max(minAllowedMilliseconds, maxTimesGood * goodMilliseconds(curve, sentBytes))

/** On a busy machine a process also waits for the processor, so a stall counts only up to the processor time used. */
const ownStall = ({
  stallMilliseconds,
  processorMilliseconds,
}: Pick<Observation, 'stallMilliseconds' | 'processorMilliseconds'>) =>
  Math.min(stallMilliseconds, processorMilliseconds)

/** Every limit that a request exceeds, and how many times over. */
export function findExcesses(observation: Observation, curve: Curve): Excess[] {
  const { status, sentBytes, responseBytes, processorMilliseconds } = observation
  const isRefusal = status !== null && status >= 400
  const allowed = allowedProcessorMilliseconds(curve, sentBytes)
  const excesses: Excess[] = [
    { what: 'stall', times: ownStall(observation) / maxStallMilliseconds },
    { what: 'processor time', times: processorMilliseconds / allowed },
    { what: 'refusal', times: isRefusal ? responseBytes / maxRefusalBytes : 0 },
    { what: 'no response', times: status === null ? Number.POSITIVE_INFINITY : 0 },
  ]
  return excesses.filter(({ times }) => times > 1)
}

/** Needs no second measurement. A missing response is never certain, because it may be caused by a busy machine. */
export const isCertain = (excesses: Excess[]): boolean =>
  excesses.some(({ what, times }) => what !== 'no response' && times > certainTimes)

/** Compares the cost of a group with the limits of one request: if the group stays below them, so does each request. */
export const isSuspicious = (
  together: Pick<Observation, 'stallMilliseconds' | 'processorMilliseconds'>,
  minAllowed: number,
) => ownStall(together) > maxStallMilliseconds || together.processorMilliseconds > minAllowed

/** The median of each measurement over an odd number of runs, so that one disturbed run does not count. */
export function medianOf(runs: Observation[]): Observation {
  const median = (read: (run: Observation) => number): number =>
    runs.map(read).toSorted((one, two) => one - two)[(runs.length - 1) / 2]!
  const withResponse = runs.filter(({ status }) => status !== null)
  return {
    sentBytes: runs[0]!.sentBytes,
    status: withResponse.length * 2 > runs.length ? withResponse[0]!.status : null,
    responseBytes: median(({ responseBytes }) => responseBytes),
    stallMilliseconds: median(({ stallMilliseconds }) => stallMilliseconds),
    processorMilliseconds: median(({ processorMilliseconds }) => processorMilliseconds),
  }
}
