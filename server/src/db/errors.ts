import pg from 'pg'
import { sqlState } from './database.ts'

/** Text the store refused: a NUL byte (22021) or an escape it cannot represent (22P05). */
export const isUnstorableText = (error: unknown): boolean => ['22021', '22P05'].includes(sqlState(error))

/** A lock was not to be had within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

/** The same, or the statement as a whole took longer than it may. */
export const isWaitTimeout = (error: unknown): boolean => isLockTimeout(error) || sqlState(error) === '57014'

const connectionCodes = new Set([
  // What `db/bulkhead.ts` says when no connection became free in time.
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

/** The database cannot be reached or will not work now: nothing is known to be wrong with the request. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  // 08 connection, 53 resources, 57 operator intervention (shutdown, start-up, time-out), 25006 a standby, 25P03 this process
  // stood still for too long in a transaction, 55P03 a lock was not to be had in time, or sacrificed too often.
  if (state !== '') return /^(08|53|57)/.test(state) || ['25006', '25P03', '55P03', '40001', '40P01'].includes(state)
  if (!(error instanceof Error)) return false
  return connectionCodes.has((error as NodeJS.ErrnoException).code ?? '') || connectionMessages.test(error.message)
}

/** What may be logged of an error. A database error's message and detail can quote a row, so only its codes and place are kept. */
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
