import type { IncomingMessage } from 'node:http'
import { isEqualInConstantTime } from '../constant-time-equal.ts'
import type { Database } from '../db/database.ts'
import { bearerToken, createAuthenticator } from '../keys/authenticate.ts'
import type { Authenticated } from '../keys/sql.ts'
import type { Operation } from '../operation.ts'
import { createRateLimiter, type Rate } from './rate-limit.ts'
import { type Reply, refusal, tooMany } from './reply.ts'

export type Admitted = { operator: true } | { operator: false; caller: Authenticated }
type Asking = {
  request: IncomingMessage
  /** The client's where it is known, and else the socket's. */
  address: string
  /** Filled with what the caller is told of their rate. */
  headers: Record<string, string>
  /** Called once the caller is known, whether they may do anything or not. */
  onKnown: (caller: Authenticated) => void
}

const failedAuthentication: Rate = { perSecond: 50, burst: 500 }

/** Who is asking, whether they may, and whether not too often. */
export function createAdmission(
  db: Database,
  operatorToken: string | null,
): (access: Operation['access'], asking: Asking) => Promise<Reply | Admitted> {
  const { authenticate, wasValid } = createAuthenticator(db)
  const { take, release } = createRateLimiter()

  function admitOperator({ request, address }: Asking): Reply | Admitted {
    if (operatorToken === null) return refusal('common.not_found')
    return isEqualInConstantTime(bearerToken(request.headers.authorization), operatorToken)
      ? { operator: true }
      : (countFailure(address) ?? refusal('operator.invalid_token'))
  }

  async function admitBusiness({ request, address, headers, onKnown }: Asking): Promise<Reply | Admitted> {
    const { authorization } = request.headers
    // Counted before the database is asked, so that guessing costs it nothing, and taken back when the key is valid. A key
    // that was valid the last time is not counted: it must not be refused because of others behind the same address.
    const isTrusted = wasValid(authorization)
    const tooManyFailures = isTrusted ? null : countFailure(address)
    if (tooManyFailures !== null) return tooManyFailures
    const caller = await authenticate(authorization)
    if (caller === null) {
      if (isTrusted) countFailure(address)
      return refusal('business.invalid_api_key')
    }
    if (!isTrusted) release(strangerAt(address), failedAuthentication)
    onKnown(caller)
    if (!caller.active) return refusal('business.inactive')

    const rate = { perSecond: caller.ratePerSecond, burst: 2 * caller.ratePerSecond }
    const { allowed, remaining, retryAfterSeconds } = take(caller.businessId, rate, performance.now() / 1000)
    headers['RateLimit-Policy'] = `"business";q=${rate.burst};w=2`
    headers['RateLimit'] = `"business";r=${remaining};t=${Math.ceil(retryAfterSeconds)}`
    return allowed ? { operator: false, caller } : tooMany(retryAfterSeconds)
  }

  /** A 429 when there were too many failed authentications from this address, and otherwise null. */
  function countFailure(address: string): Reply | null {
    const { perSecond, burst } = failedAuthentication
    const { allowed, retryAfterSeconds } = take(strangerAt(address), failedAuthentication, performance.now() / 1000)
    if (allowed) return null
    return tooMany(retryAfterSeconds, {
      'RateLimit-Policy': `"failed-authentication";q=${burst};w=${burst / perSecond}`,
      RateLimit: `"failed-authentication";r=0;t=${Math.ceil(retryAfterSeconds)}`,
    })
  }

  return async (access, asking) => (access === 'operator' ? admitOperator(asking) : admitBusiness(asking))
}

const strangerAt = (address: string): string => `stranger ${address}`
