import type { Context } from '../context.ts'
import { openBalances } from '../credits/sql.ts'
import type { Database, Transaction } from '../db/database.ts'
import { insertSides, lockLiveWithoutSide } from './sides.sql.ts'

/** Every test business begins with these. They cost nothing, because no provider is paid. */
export const testCredits = 1_000

/** Creates the test sides of live businesses, which the transaction has locked or created. Their keys are created separately. */
export async function createSides(
  newId: Context['newId'],
  tx: Transaction,
  liveIds: string[],
): Promise<{ id: string }[]> {
  const sides = await tx.all(insertSides, { sides: liveIds.map((liveId) => ({ id: newId(), liveId })) })
  const balances = sides.map(({ id }) => ({ businessId: id, ledgerId: newId(), credits: testCredits }))
  tx.write(openBalances, { balances })
  return sides
}

/**
 * Businesses of earlier releases have no test side, and processes of the release before create more during an upgrade. Creates at
 * most a hundred and returns how many.
 */
export const createMissingSides = (db: Database, newId: Context['newId']): Promise<number> =>
  db.transaction(async (tx) => {
    const live = await tx.all(lockLiveWithoutSide)
    if (live.length === 0) return 0
    const sides = await createSides(
      newId,
      tx,
      live.map(({ id }) => id),
    )
    return sides.length
  })
