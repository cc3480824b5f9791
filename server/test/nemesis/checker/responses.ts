import type { Call } from '../history.ts'
import { type Violation, violationsOf } from './violation.ts'

const unavailable = '{"error_code":"common.unavailable"}'

/** P1, P2. An unavailable database causes a 503 with this body; any other 5xx is an error that the service does not handle. */
export function checkResponses(calls: Call[]): Violation[] {
  const show = ({ operation, path, status, text }: Call): string =>
    `${operation} ${path}: ${status} ${text.slice(0, 200)}`
  return [
    ...violationsOf(
      'P1 during a fault a 5xx response is the plain 503',
      calls
        .filter(({ status, text }) => status !== null && status >= 500 && !(status === 503 && text === unavailable))
        .map(show),
    ),
    ...violationsOf(
      'P2 a wrong request is refused, also during faults',
      calls
        .filter(
          ({ status, expectedStatus }) =>
            expectedStatus !== undefined && status !== null && ![expectedStatus, 503, 429].includes(status),
        )
        .map(show),
    ),
  ]
}
