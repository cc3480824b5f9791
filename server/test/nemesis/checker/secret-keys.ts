import { createHmac } from 'node:crypto'
import type { Arrival } from '../evidence.ts'
import type { Reseal, Visit } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

/** I11. Links, webhook secrets and seals stay valid, whichever keys the processes have. */
export function checkSecretKeys(visits: Visit[], arrivals: Arrival[], reseals: Reseal[]): Violation[] {
  return violationsOf('I11 links and webhook secrets stay valid while secret keys are rotated', [
    ...visits.filter(isRejected).map(({ path, status }) => `${path} is ${status}`),
    ...arrivals
      .filter((arrival) => !isSigned(arrival))
      .map(({ eventId }) => `event ${eventId} has a signature that does not belong to the secret of its endpoint`),
    ...reseals.flatMap(({ problem }) => problem ?? []),
  ])
}

/** An error of the service is no statement about the link. */
const isRejected = ({ path, status }: Visit): boolean =>
  status !== null && status < 500 && status !== (path.startsWith('/unsubscribe/') ? 200 : 303)

function isSigned({ signature, body, secret }: Arrival): boolean {
  const [, t, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  return digest !== undefined && createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === digest
}
