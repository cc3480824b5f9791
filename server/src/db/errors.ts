import pg from 'pg'
import { sqlState } from './database.ts'

/** PostgreSQL refused a text: a NUL byte (22021) or an escape it cannot represent (22P05). */
export const isUnstorableText = (error: unknown): boolean => ['22021', '22P05'].includes(sqlState(error))

/** A lock was not available within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

/** A lock timeout, or the statement exceeded `statement_timeout`. */
export const isWaitTimeout = (error: unknown): boolean => isLockTimeout(error) || sqlState(error) === '57014'

/** No connection or lock was available in time, so nothing was committed. */
export const isBusy = (error: unknown): boolean =>
  isWaitTimeout(error) || (error instanceof Error && (error as NodeJS.ErrnoException).code === 'EBUSY')

const connectionCodes = new Set([
  // The code of `tooBusy` in `db/bulkhead.ts`.
  'EBUSY',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EAI_AGAIN',
  'ENOTFOUND',
])
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** The database is unreachable or overloaded; the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  // 08 connection, 53 resources, 57 operator intervention (shutdown, start-up, timeout), 25006 a standby, 25P03 this process
  // was idle in a transaction for too long, 55P03 lock timeout, 40001 and 40P01 still failing after all retries.
  if (state !== '') return /^(08|53|57)/.test(state) || ['25006', '25P03', '55P03', '40001', '40P01'].includes(state)
  if (!(error instanceof Error)) return false
  return connectionCodes.has((error as NodeJS.ErrnoException).code ?? '') || connectionMessages.test(error.message)
}

/**
 * The parts of an error that may be logged. The message and detail of a database error can quote a row, so they are left out.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  if (error instanceof pg.DatabaseError) {
    const { code, severity, schema, table, column, constraint, routine } = error
    return { name: 'DatabaseError', code, severity, schema, table, column, constraint, routine, frames }
  }
  return { name: error.name, code: (error as NodeJS.ErrnoException).code, message: error.message, frames }
}
