import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { storeNotices } from '../notices/sql.ts'
import { mayHaveBeenSent, type PauseReason, pauseReason } from './pause.decide.ts'
import { claim, lockInstallation, pause, stampSeen } from './sql.ts'

/** Why sending is paused, and the time that the check stored. Null after a restore, when it stores none. */
export type InstallationCheck = { pausedBecause: PauseReason | null; seenAt: Date | null }

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
  if (mayHaveBeenSent(row.pause_reason)) return { pausedBecause: row.pause_reason, seenAt: null }
  // A copy of a database that an operator paused is a copy too, so its release must not send what the original sent.
  const reason = pauseReason(row, lastSeenAt)
  if (reason === null) {
    tx.write(stampSeen)
    return { pausedBecause: row.pause_reason, seenAt: row.seen_now }
  }
  tx.write(pause, { reason })
  // The notice concerns the whole installation and no single business, so no owner gets an email.
  const detail = { reason, last_seen_at: row.seen_at.toISOString() }
  tx.write(storeNotices, { notices: [{ id: newId(), businessId: null, kind: 'installation_paused', detail }] })
  return { pausedBecause: reason, seenAt: null }
}
