import type { IncomingMessage } from 'node:http'
import { isEqualInConstantTime } from '../constant-time-equal.ts'
import type { Database } from '../db/database.ts'
import { bearerToken, createAuthenticator } from '../keys/authenticate.ts'
import { keyProblem, operatorTokenProblem } from '../keys/key-problem.ts'
import type { UseRecorder } from '../keys/last-use.ts'
import { permits } from '../keys/scopes.ts'
import type { Authenticated } from '../keys/sql.ts'
import type { Operation } from '../operation.ts'
import { createOperatorAuthenticator } from '../operator/authenticate.ts'
import { isPermitted, type Operator } from '../operator-role.ts'
import { createRateLimiter, type Rate } from './rate-limit.ts'
import { type HttpResponse, refusal, tooMany, withHelp } from './response.ts'

export type Admitted = { operator: Operator } | { operator: null; caller: Authenticated }
type AdmissionRequest = {
  request: IncomingMessage
  /** The address of the client if it is known, otherwise that of the socket. */
  address: string
  /** Receives the RateLimit headers. */
  headers: Record<string, string>
  /** Called once the caller is authenticated, even if the request is then refused. */
  onAuthenticated: (caller: Authenticated) => void
}

/** The holder of OPERATOR_TOKEN. */
const firstOperator: Operator = { kind: 'operator', id: null, name: 'OPERATOR_TOKEN', role: 'admin' }

const failedAuthentication: Rate = { perSecond: 50, burst: 500 }

/** Authenticates and rate-limits the caller of an operation. */
export function createAdmission(
  db: Database,
  operatorToken: string | null,
  uses: UseRecorder,
): (operation: Operation, admission: AdmissionRequest) => Promise<HttpResponse | Admitted> {
  const { authenticate, wasValid } = createAuthenticator(db, uses)
  const operators = createOperatorAuthenticator(db)
  const { take, release } = createRateLimiter()

  async function admitOperator(
    { roles }: Extract<Operation, { access: 'operator' }>,
    { request, address }: AdmissionRequest,
  ): Promise<HttpResponse | Admitted> {
    const token = bearerToken(request.headers.authorization)
    if (operatorToken !== null && isEqualInConstantTime(token, operatorToken)) return { operator: firstOperator }
    // As for a key: failures of others behind the same address must not block an operator.
    const isTrusted = operators.wasValid(token)
    const tooManyFailures = isTrusted ? null : countFailure(address)
    if (tooManyFailures !== null) return tooManyFailures
    const operator = await operators.authenticate(token)
    if (operator === null) {
      if (isTrusted) countFailure(address)
      // Without the first token and without a valid one the interface must look as if it did not exist.
      if (operatorToken === null) return refusal('common.not_found')
      const problem = operatorTokenProblem(request.headers.authorization)
      return withHelp(refusal('operator.invalid_token'), { case: 'operator_token', problem })
    }
    if (!isTrusted) release(failureCounter(address), failedAuthentication)
    return isPermitted(operator, roles)
      ? { operator }
      : withHelp(refusal('operator.not_permitted'), { case: 'roles', roles })
  }

  async function admitBusiness(
    { scope, testOnly }: Extract<Operation, { access: 'key' }>,
    { request, address, headers, onAuthenticated }: AdmissionRequest,
  ): Promise<HttpResponse | Admitted> {
    const { authorization } = request.headers
    // Counted before the query, so that guessing keys does not load the database, and released when the key is valid. A key
    // that was valid the last time is not counted: failures of others behind the same address must not block it.
    const isTrusted = wasValid(authorization)
    const tooManyFailures = isTrusted ? null : countFailure(address)
    if (tooManyFailures !== null) return tooManyFailures
    const caller = await authenticate(authorization)
    if (caller === null) {
      if (isTrusted) countFailure(address)
      return withHelp(refusal('business.invalid_api_key'), { case: 'key', problem: keyProblem(authorization) })
    }
    if (!isTrusted) release(failureCounter(address), failedAuthentication)
    onAuthenticated(caller)
    if (!caller.active) return refusal('business.inactive')
    if (!permits(caller.scopes, scope)) return withHelp(refusal('business.key_not_permitted'), { case: 'scope', scope })
    if (testOnly === true && caller.mode === 'live') return withHelp(refusal('test.live_key'), { case: 'live_key' })

    const rate = { perSecond: caller.ratePerSecond, burst: 2 * caller.ratePerSecond }
    const { allowed, remaining, retryAfterSeconds } = take(caller.businessId, rate, performance.now() / 1000)
    headers['RateLimit-Policy'] = `"business";q=${rate.burst};w=2`
    headers['RateLimit'] = `"business";r=${remaining};t=${Math.ceil(retryAfterSeconds)}`
    if (allowed) return { operator: null, caller }
    return withHelp(tooMany(retryAfterSeconds), { case: 'rate', perSecond: rate.perSecond })
  }

  /** Returns a 429 after too many failed authentications from this address, otherwise null. */
  function countFailure(address: string): HttpResponse | null {
    const { perSecond, burst } = failedAuthentication
    const { allowed, retryAfterSeconds } = take(failureCounter(address), failedAuthentication, performance.now() / 1000)
    if (allowed) return null
    const headers = {
      'RateLimit-Policy': `"failed-authentication";q=${burst};w=${burst / perSecond}`,
      RateLimit: `"failed-authentication";r=0;t=${Math.ceil(retryAfterSeconds)}`,
    }
    return withHelp(tooMany(retryAfterSeconds, headers), { case: 'limit', limit: 'failed_authentication' })
  }

  return async (operation, admission) =>
    operation.access === 'operator' ? admitOperator(operation, admission) : admitBusiness(operation, admission)
}

const failureCounter = (address: string): string => `failed authentication ${address}`
