import { createRateLimiter, type Rate } from '../rate-limit.ts'

/**
 * For people who are not signed in. An address has its own limit for each mailbox that it asks for, so that none locks another
 * person out: it takes several addresses to use up the links of a mailbox. Without the addresses
 * of clients there is no such limit. A mailbox gets at most ten links in an hour (`sign-in.sql.ts`). The limit for all is per process.
 */
const rates = {
  address: { perSecond: 10 / 60, burst: 20 },
  mailbox: { perSecond: 5 / 3600, burst: 5 },
  all: { perSecond: 10, burst: 200 },
} satisfies Record<string, Rate>

/** The seconds to wait, 0 when the request is allowed. A request over a limit of its own does not use up the limit for all. */
export type SecondsToWait = (address: string | null, mailbox?: string) => number

export function createSignInLimits(): SecondsToWait {
  const { take } = createRateLimiter()
  return (address, mailbox) => {
    const now = performance.now() / 1000
    const own = address === null ? 0 : take(`address ${address}`, rates.address, now).retryAfterSeconds
    if (own > 0) return own
    const asked =
      mailbox === undefined || address === null
        ? 0
        : take(`mailbox ${address} ${mailbox}`, rates.mailbox, now).retryAfterSeconds
    return asked > 0 ? asked : take('all', rates.all, now).retryAfterSeconds
  }
}
