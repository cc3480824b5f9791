import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { formatId } from '../ids.ts'
import { notify } from '../notices/notify.ts'
import { countKeyNotices } from '../notices/sql.ts'
import { businessEvent, emitEvents } from '../webhooks/emit.ts'
import { maxOwnerMailsPerHour } from './keys.decide.ts'
import { keyIdOrNull } from './keys.schema.ts'
import type { KeyRow } from './sql.ts'

/** The owner learns of every key that is created or revoked, so that a leaked key is noticed. `by` is null for the operator. */
export async function announceCreation(
  context: Context,
  tx: Transaction,
  businessId: string,
  key: KeyRow,
  by: KeyRow | null,
): Promise<void> {
  await emitEvents(context, tx, [businessEvent(businessId, 'api_key.created', eventData(key))])
  await notifyOwner(context, tx, businessId, 'api_key_created', noticeOf(key, by))
}

/** One event for each key and one email for all of them. The first key is the one that the call named, if it was active. */
export async function announceRevocation(
  context: Context,
  tx: Transaction,
  businessId: string,
  revoked: KeyRow[],
  by: KeyRow | null,
): Promise<void> {
  const revokedBy = keyIdOrNull(by?.id ?? null)
  await emitEvents(
    context,
    tx,
    revoked.map((key) => businessEvent(businessId, 'api_key.revoked', { ...eventData(key), revoked_by: revokedBy })),
  )
  const detail = { ...noticeOf(revoked[0]!, by), revoked: revoked.length }
  await notifyOwner(context, tx, businessId, 'api_key_revoked', detail)
}

const eventData = (key: KeyRow) => ({
  key_id: formatId('key', key.id),
  name: key.name,
  masked: key.masked,
  minted_by: keyIdOrNull(key.minted_by),
})

const noticeOf = (key: KeyRow, by: KeyRow | null) => ({
  key_id: formatId('key', key.id),
  name: key.name,
  masked: key.masked,
  by_key_id: keyIdOrNull(by?.id ?? null),
  by_masked: by?.masked ?? null,
})

/** Changes by keys beyond the limit of an hour only publish events. Changes by the operator are few and always notified. */
async function notifyOwner(
  context: Context,
  tx: Transaction,
  businessId: string,
  kind: 'api_key_created' | 'api_key_revoked',
  detail: ReturnType<typeof noticeOf>,
): Promise<void> {
  const earlier = detail.by_key_id === null ? 0 : (await tx.one(countKeyNotices, { businessId }))!.count
  if (earlier >= maxOwnerMailsPerHour) return
  const isLastOfHour = earlier === maxOwnerMailsPerHour - 1
  await notify(context, tx, [{ businessId, kind, detail: { ...detail, is_last_of_hour: isLastOfHour } }])
}
