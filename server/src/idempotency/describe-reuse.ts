/** The parts of a request in which two requests with one key can differ. */
export type RequestParts = 'body' | 'path' | 'path or body'

/** Says how a request differs from the first one with its key. `firstAt` is the time of the first, null if it is not known. */
export const describeReuse = (differing: RequestParts, firstAt: Date | null): string =>
  firstAt === null
    ? `An earlier request with this Idempotency-Key had another ${differing}.`
    : `This Idempotency-Key was first used at ${firstAt.toISOString()}, in a request with another ${differing}.`
