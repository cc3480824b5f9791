import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { storeNotices } from '../notices/sql.ts'
import { type HoldReason, reasonToHold } from './hold.decide.ts'
import { claim, hold, lockInstallation, stampSeen } from './sql.ts'

/** Why nothing may be sent, or when it was seen that something may. */
export type Look = { held: HoldReason } | { held: null; seenAt: Date }

/**
 * Asks whether this database is still the one it was, and says that it is in use. Every process does so before it takes a request,
 * so that whatever is pushed after a restore is known to be new; those that send do it again and again. `remembered` is what it
 * was told the last time.
 */
export async function lookAround(context: Context, remembered: Date | null): Promise<Look> {
  return context.db.transaction(async (tx) => check(context, tx, remembered), { lockMilliseconds })
}

/** A process that froze during this holds the row until PostgreSQL ends its transaction after ten seconds. Others start all the same. */
const lockMilliseconds = 12_000

async function check({ newId }: Context, tx: Transaction, remembered: Date | null): Promise<Look> {
  tx.write(claim)
  const row = (await tx.one(lockInstallation))!
  if (row.held_because !== null) return { held: row.held_because }
  const reason = reasonToHold(row, remembered)
  if (reason === null) {
    tx.write(stampSeen)
    return { held: null, seenAt: row.seen_now }
  }
  tx.write(hold, { reason })
  // It is nobody's business in particular, so no owner gets a mail.
  const detail = { reason, last_seen_at: row.seen_at.toISOString() }
  tx.write(storeNotices, { notices: [{ id: newId(), businessId: null, kind: 'sending_held', detail }] })
  return { held: reason }
}
