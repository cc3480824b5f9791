import { hash } from 'node:crypto'
import { createRateLimiter, type Rate } from '../rate-limit.ts'

/**
 * For people who are not signed in. Each way to sign in has a limit of its own for all clients of the process, so that a client
 * that asks for many links does not stop passkeys. A mailbox gets at most ten links in an hour from all clients together (`sign-in.sql.ts`);
 * an address has a limit for each mailbox, so that it takes several addresses to use these up. Without the addresses of clients
 * only the limits for all apply. A link or an invitation that we made has a limit of its own instead.
 */
const rates = {
  address: { perSecond: 10 / 60, burst: 20 },
  mailbox: { perSecond: 5 / 3600, burst: 5 },
  ofAll: { perSecond: 10, burst: 200 },
  link: { perSecond: 1, burst: 30 },
} satisfies Record<string, Rate>

type SignInWay = 'mail' | 'passkey' | 'openid'

/** Each function returns the seconds to wait, 0 when the request is allowed. */
export type SignInLimits = {
  /** A request that begins a sign-in, or continues one by a value that only a query can check. */
  take: (way: SignInWay, address: string | null, mailbox?: string) => number
  /** The use of a link or of a state that we made: its seal was checked without a query. */
  takeLink: (token: string, address: string | null) => number
}

export function createSignInLimits(): SignInLimits {
  const { take } = createRateLimiter()
  const secondsOf = (name: string, rate: Rate): number => take(name, rate, performance.now() / 1000).retryAfterSeconds
  const ofAddress = (address: string | null): number =>
    address === null ? 0 : secondsOf(`address ${address}`, rates.address)
  return {
    take(way, address, mailbox) {
      const own = ofAddress(address) || secondsOf(way, rates.ofAll)
      // Stored only for requests within the limits above, which bound the memory.
      if (own > 0 || mailbox === undefined || address === null) return own
      return secondsOf(`mailbox ${address} ${digest(mailbox)}`, rates.mailbox)
    },
    takeLink: (token, address) => ofAddress(address) || secondsOf(`link ${digest(token)}`, rates.link),
  }
}

const digest = (text: string): string => hash('sha256', text, 'base64url')
