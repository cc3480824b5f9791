import { expect, test } from 'vitest'
import { type ProviderResponse, providerResponse } from './provider-response.decide.ts'
import type { Submission } from './submission.ts'

const forGood = (detail: string) => ({ outcome: 'refused', retryable: false, detail }) as const
const forNow = (detail: string) => ({ outcome: 'refused', retryable: true, detail }) as const
const unknown = (detail: string): Submission => ({ outcome: 'unknown', detail })

const cases: [what: string, submission: Submission, response: ProviderResponse][] = [
  ['an acceptance', { outcome: 'accepted' }, 'accepted'],
  ['an address that is refused', forGood('smtp 550 5.1.1'), 'refused'],
  ['a number that is refused', forGood('http 400 21211'), 'refused'],
  ['a template that is refused', { ...forGood('http 400 132001'), cause: 'template' }, 'refused'],
  ['an HTTP status that limits the rate', forNow('http 429 20429'), 'throttled'],
  ['an error code that limits the rate', { ...forNow('http 400 130429'), cause: 'limit' }, 'throttled'],
  ['421', forNow('smtp 421 4.3.2'), 'throttled'],
  ['454', forNow('smtp 454'), 'throttled'],
  ['an enhanced code of policy', forNow('smtp 450 4.7.28'), 'throttled'],
  ['a mailbox that is locked', forNow('smtp 450 4.2.1'), 'unavailable'],
  ['a login that is refused', forNow('smtp 535 5.7.8'), 'unavailable'],
  ['an account that is closed', { ...forNow('http 401 190'), cause: 'account' }, 'unavailable'],
  ['an error of the provider', unknown('http 500'), 'unavailable'],
  ['a page of a proxy', unknown('http 200'), 'unavailable'],
  ['no connection in time', { ...forNow('UND_ERR_CONNECT_TIMEOUT'), neverReached: true }, 'timeout'],
  ['no response in time', unknown('ETIMEDOUT'), 'timeout'],
  ['a connection that is refused', { ...forNow('ECONNREFUSED'), neverReached: true }, 'unreachable'],
  ['a connection that broke', unknown('UND_ERR_SOCKET'), 'unreachable'],
]

for (const [what, submission, response] of cases)
  test(`${what} counts as ${response}`, () => expect(providerResponse(submission)).toBe(response))
