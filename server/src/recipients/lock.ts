import { hash } from 'node:crypto'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { lockNames, tryLockNames } from './sql.ts'

export const recipientLockName = (businessId: string, email: EmailIdentity): string =>
  `recipient ${businessId} ${email}`
export const numberLockName = (businessId: string, e164: string): string => `number ${businessId} ${e164}`
/** Serialises STOP and START from one number, else each could be applied partially. */
export const inboundLockName = (e164: string): string => `inbound ${e164}`

/**
 * Serialises changes of a recipient and of the assignment of a number, also before the row exists. The locks last until the
 * commit. They are taken in a fixed order, so that two transactions cannot deadlock.
 */
export async function lockRecipients(tx: Transaction, names: string[]): Promise<void> {
  const keys = distinct(names).toSorted((one, two) => (one.key < two.key ? -1 : 1))
  await tx.all(lockNames, { names: keys })
}

/** Does not wait. Returns the names that another transaction has locked; the others are locked until the commit. */
export async function tryLockRecipients(tx: Transaction, names: string[]): Promise<Set<string>> {
  const unavailable = names.length === 0 ? [] : await tx.all(tryLockNames, { names: distinct(names) })
  return new Set(unavailable.map(({ name }) => name))
}

const distinct = (names: string[]): { name: string; key: bigint }[] =>
  [...new Set(names)].map((name) => ({ name, key: hash('sha256', name, 'buffer').readBigInt64BE() }))
