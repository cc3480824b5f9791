import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { storeNotices } from '../notices/sql.ts'
import { type PauseReason, pauseReason } from './pause.decide.ts'
import { claim, lockInstallation, pause, stampSeen } from './sql.ts'

/** Why sending is paused; or, when it is not, the time that the check stored. */
export type InstallationCheck = { pausedBecause: PauseReason } | { pausedBecause: null; seenAt: Date }

/**
 * Checks that this database is not an older copy, and records that it is in use. Every process runs it before it accepts
 * requests, so that whatever is pushed after a restore is newer than the pause; workers repeat it. `lastSeenAt` is the time
 * of the previous check.
 */
export async function checkInstallation(context: Context, lastSeenAt: Date | null): Promise<InstallationCheck> {
  return context.db.transaction(async (tx) => check(context, tx, lastSeenAt), { lockMilliseconds })
}

/**
 * When a process freezes during its check, the row stays locked until PostgreSQL ends that transaction after ten seconds. Other
 * processes wait longer than that, so that they can still start.
 */
const lockMilliseconds = 12_000

async function check({ newId }: Context, tx: Transaction, lastSeenAt: Date | null): Promise<InstallationCheck> {
  tx.write(claim)
  const row = (await tx.one(lockInstallation))!
  if (row.pause_reason !== null) return { pausedBecause: row.pause_reason }
  const reason = pauseReason(row, lastSeenAt)
  if (reason === null) {
    tx.write(stampSeen)
    return { pausedBecause: null, seenAt: row.seen_now }
  }
  tx.write(pause, { reason })
  // The notice concerns the whole installation and no single business, so no owner gets an email.
  const detail = { reason, last_seen_at: row.seen_at.toISOString() }
  tx.write(storeNotices, { notices: [{ id: newId(), businessId: null, kind: 'installation_paused', detail }] })
  return { pausedBecause: reason }
}
