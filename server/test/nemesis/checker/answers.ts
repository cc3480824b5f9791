import type { Call } from '../history.ts'
import { broken, type Violation } from './violation.ts'

const unavailable = '{"error_code":"common.unavailable"}'

/** A database that is away is a 503 and says so; an internal error would be something nobody thought of. */
export function checkAnswers(calls: Call[]): Violation[] {
  const show = ({ operation, path, status, text }: Call): string =>
    `${operation} ${path}: ${status} ${text.slice(0, 200)}`
  return [
    ...broken(
      'P1 a fault is told as such, and tells nothing else',
      calls
        .filter(({ status, text }) => status !== null && status >= 500 && !(status === 503 && text === unavailable))
        .map(show),
    ),
    ...broken(
      'P2 what is wrong is refused, whatever else goes on',
      calls
        .filter(({ status, mustBe }) => mustBe !== undefined && status !== null && ![mustBe, 503, 429].includes(status))
        .map(show),
    ),
  ]
}
