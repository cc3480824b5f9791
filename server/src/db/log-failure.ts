import type { Logger } from 'pino'
import { describeError, isUnavailable } from './errors.ts'

/** A database that is unavailable or busy is a warning: the work is repeated. Any other failure is a bug and needs a person. */
export function logFailure(log: Logger, error: unknown, message: string, fields: object = {}): void {
  const line = { ...fields, error: describeError(error) }
  if (isUnavailable(error)) log.warn(line, message)
  else log.error(line, message)
}
