/**
 * Converts the addresses of recipients to identities (the domain in ASCII form), and merges recipients that turn out to be
 * one mailbox. SQL cannot convert a domain, so this runs after the migrations, in transactions of at most 100 addresses;
 * after an interruption it continues where it stopped. It is complete when a CHECK constraint on the table is validated. The
 * constraint also prevents processes of the earlier release, which may still run, from storing another spelling.
 */
import { paidChannels } from '../channels/registry.ts'
import type { Database, Transaction } from '../db/database.ts'
import { type EmailIdentity, emailIdentity } from '../email.ts'
import { moveStoredResponses } from '../idempotency/sql.ts'
import type { DigestKey } from '../keyring.ts'
import { lockMessagesOf, moveMessages, obsoleteDuplicates } from '../messages/sql.ts'
import { moveNotices } from '../notices/sql.ts'
import { lockNudgesOf } from '../nudges/sql.ts'
import { preserveStops, preserveWithdrawal, replaceConsents } from '../recipients/consents.sql.ts'
import { loadConsents } from '../recipients/consents.ts'
import { addressDigests } from '../recipients/digest.ts'
import { lockRecipients, recipientLockName } from '../recipients/lock.ts'
import { mergeRecipients } from '../recipients/merge.decide.ts'
import {
  asciiAddressCheck,
  confirmAsciiAddresses,
  findStored,
  findUnconverted,
  lockStored,
  moveMerged,
  moveNumbers,
  requireAsciiAddresses,
  type StoredAddress,
  storeIdentities,
  storeMerged,
  storeSurvivor,
} from '../recipients/merge.sql.ts'
import { eraseRecipientRow } from '../recipients/sql.ts'
import { moveReplies } from '../replies/sql.ts'
import { moveSuppressionsToIdentity } from '../suppressions/suppressions.ts'
import { moveEvents } from '../webhooks/sql.ts'

/** `needs_key`: there are addresses to convert, and their digests cannot be computed without the service's key. */
export type Conversion = 'done' | 'needs_key'

export const areEmailIdentitiesPending = async (db: Database): Promise<boolean> =>
  (await db.one(asciiAddressCheck))?.confirmed !== true

export async function convertEmailIdentities(db: Database, digestKey: DigestKey | null): Promise<Conversion> {
  const check = await db.one(asciiAddressCheck)
  if (check?.confirmed === true) return 'done'
  if ((await convertAll(db, digestKey)) === 'needs_key') return 'needs_key'
  if (check === null) await db.command(requireAsciiAddresses)
  // Converts what a process of the earlier release stored before the constraint was added.
  if ((await convertAll(db, digestKey)) === 'needs_key') return 'needs_key'
  await withoutStatementTimeout(db, (tx) => tx.command(confirmAsciiAddresses))
  return 'done'
}

async function convertAll(db: Database, digestKey: DigestKey | null): Promise<Conversion> {
  let after: string | null = null
  for (;;) {
    const found: StoredAddress[] = await withoutStatementTimeout(db, (tx) => tx.all(findUnconverted, { after }))
    if (found.length === 0) return 'done'
    if (digestKey === null) return 'needs_key'
    // A migration can wait, so it waits for locked addresses, even while a large erasure runs.
    await db.transaction((tx) => convert(digestKey, tx, found), { lockMilliseconds: 30_000 })
    after = found.at(-1)!.id
  }
}

/** Scanning the whole table takes longer than the statement timeout of the service. */
const withoutStatementTimeout = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.command('set local statement_timeout = 0')
    return work(tx)
  })

/** Locks in the order of the whole service: addresses, messages, nudges, recipients. Rows are read again under the locks. */
async function convert(digestKey: DigestKey, tx: Transaction, found: StoredAddress[]): Promise<void> {
  const addresses = found.flatMap(({ business_id: businessId, email }) =>
    [email, identityOf(email)].map((address) => ({ businessId, email: address })),
  )
  const names = addresses.map(({ businessId, email }) => recipientLockName(businessId, email))
  await lockRecipients(tx, names)
  const stored = await tx.all(findStored, { addresses })
  const mailboxes = [
    ...Map.groupBy(stored, (row) => recipientLockName(row.business_id, identityOf(row.email))).values(),
  ]
  const single = mailboxes.filter((mailbox) => mailbox.length === 1).flat()
  const converted = single.map((row) => ({ id: row.id, businessId: row.business_id, email: identityOf(row.email) }))
  tx.write(storeIdentities, { converted })
  for (const mailbox of mailboxes.filter(({ length }) => length > 1)) await merge(digestKey, tx, mailbox)
  const spellings = stored.map((row) => ({ businessId: row.business_id, from: row.email, to: identityOf(row.email) }))
  moveSuppressionsToIdentity(digestKey, tx, spellings)
}

async function merge(digestKey: DigestKey, tx: Transaction, mailbox: StoredAddress[]): Promise<void> {
  const businessId = mailbox[0]!.business_id
  const all = mailbox.map(({ id }) => id)
  for (const recipientId of all) await tx.all(lockMessagesOf, { businessId, recipientId })
  for (const recipientId of all) await tx.all(lockNudgesOf, { businessId, recipientId })
  const stored = await tx.all(lockStored, { businessId, ids: all })
  const keys = all.map((recipientId) => ({ businessId, recipientId }))
  const consentsOf = await loadConsents(tx, keys)
  const recipients = stored.map((row) => ({ ...row, consents: consentsOf(row.id) }))
  const { survivor, merged } = mergeRecipients(recipients, identityOf(mailbox[0]!.email))
  tx.write(obsoleteDuplicates, { businessId, recipientIds: all })
  const moved = { businessId, merged, survivorId: survivor.id }
  for (const move of [moveMessages, moveEvents, moveReplies, moveNotices, moveStoredResponses, moveMerged, moveNumbers])
    tx.write(move, moved)
  tx.write(storeMerged, { ...moved, merged: merged.map((id) => ({ id })) })
  for (const recipientId of merged) {
    // A number of a merged recipient that had opted out stays opted out.
    tx.write(preserveStops, { businessId, recipientId })
    tx.write(eraseRecipientRow, { businessId, recipientId })
  }
  tx.write(storeSurvivor, survivor)
  const key = { businessId, recipientId: survivor.id }
  const consents = paidChannels.map((channel) => ({ ...survivor.consents[channel], ...key, channel }))
  tx.write(replaceConsents, { consents })
  // A withdrawal by one of the recipients covers every number that any of them has had.
  const digests = addressDigests(digestKey, businessId, survivor.email)
  tx.write(preserveWithdrawal, { ...key, ...digests })
}

/** Every stored address was validated, so it has an identity. The check prevents merging addresses that have none. */
function identityOf(stored: string): EmailIdentity {
  const identity = emailIdentity(stored)
  if (/[^ -~]/.test(identity)) throw new Error('A stored address has no ASCII form')
  return identity
}
