/** Counts the requests of an operation in the log of the service. A page cannot observe the prefetches of its browser. */
export const countRequests = (log: string, operation: string): number =>
  log.split(`"operation":"${operation}"`).length - 1
