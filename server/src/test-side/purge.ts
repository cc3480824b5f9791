import type { Database, Transaction } from '../db/database.ts'
import { firstIdAt } from '../ids.ts'
import { countDeleted } from '../quotas/count.ts'
import { recipientLockName, tryLockRecipients } from '../recipients/lock.ts'
import {
  lockOldEntries,
  lockOldMessages,
  type OldRow,
  purgeEntries,
  purgeEvents,
  purgeExcessEntries,
  purgeMessages,
  purgeNotices,
  purgeRecipients,
  purgeReplies,
  purgeSuppressions,
} from './purge.sql.ts'

const retentionDays = 30

/**
 * Deletes data of test sides that is older than 30 days, at most a few hundred rows of each kind. Returns how many. Keys,
 * endpoints, settings and the ledger remain. `db` has the clock of the service and not that of a side, so a merchant who moves
 * the clock of their side neither shortens nor extends the time.
 */
export const purgeTestData = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const before = firstIdAt(new Date((await tx.now).getTime() - retentionDays * 86_400_000))
    const oldMessages = await tx.all(lockOldMessages, { before })
    const oldEntries = await tx.all(lockOldEntries, { before })
    const isFree = await lockRecipientsOf(tx, [...oldMessages, ...oldEntries])
    const [messages, entries] = [oldMessages.filter(isFree), oldEntries.filter(isFree)]
    if (messages.length > 0) await tx.all(purgeMessages, { messages })
    if (entries.length > 0) await tx.all(purgeEntries, { entries })
    const recipients = await purgeRecipientsOf(tx, before, [...messages, ...entries])
    const { purged: events } = (await tx.one(purgeEvents, { before }))!
    const { purged: suppressions } = (await tx.one(purgeSuppressions))!
    const { purged: notices } = (await tx.one(purgeNotices, { before }))!
    const { purged: excess } = (await tx.one(purgeExcessEntries))!
    const byBusiness = Map.groupBy(messages, ({ businessId }) => businessId)
    countDeleted(
      tx,
      [...byBusiness].map(([businessId, { length }]) => ({ businessId, messages: length })),
    )
    return messages.length + entries.length + recipients + events + suppressions + notices + excess
  })

/**
 * Locks the recipients of these rows against pushes, without waiting. The rows of a recipient that another transaction has
 * locked stay until a later run: only with its last row is a recipient found and deleted.
 */
async function lockRecipientsOf(tx: Transaction, rows: OldRow[]): Promise<(row: OldRow) => boolean> {
  const nameOf = ({ businessId, email }: OldRow): string | null =>
    email === null ? null : recipientLockName(businessId, email)
  const names = rows.map(nameOf).filter((name) => name !== null)
  const locked = await tryLockRecipients(tx, names)
  return (row) => !locked.has(nameOf(row) ?? '')
}

async function purgeRecipientsOf(tx: Transaction, before: string, rows: OldRow[]): Promise<number> {
  const byId = new Map(
    rows.flatMap(({ businessId, recipientId: id }) => (id === null ? [] : [[id, { businessId, id }] as const])),
  )
  if (byId.size === 0) return 0
  const recipients = [...byId.values()]
  await tx.all(purgeReplies, { before, recipients })
  return (await tx.one(purgeRecipients, { before, recipients }))!.purged
}
