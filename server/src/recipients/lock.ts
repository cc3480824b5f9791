import { hash } from 'node:crypto'
import type { Transaction } from '../db/database.ts'
import type { EmailIdentity } from '../email.ts'
import { lockNames, tryLockNames } from './sql.ts'

export const recipientName = (businessId: string, email: EmailIdentity): string => `recipient ${businessId} ${email}`
export const numberName = (businessId: string, e164: string): string => `number ${businessId} ${e164}`
/** A STOP and a START from one number take turns, else half of each could be stored. */
export const inboundName = (e164: string): string => `inbound ${e164}`

/** Whatever changes a recipient or who holds a number takes turns, whether the row exists yet or not. Held until the commit. */
export async function lockRecipients(tx: Transaction, names: string[]): Promise<void> {
  const keys = distinct(names).toSorted((one, two) => (one.key < two.key ? -1 : 1))
  await tx.all(lockNames, { names: keys })
}

/** Waits for nobody: the names that somebody else holds are answered, and the others are held until the commit. */
export async function tryLockRecipients(tx: Transaction, names: string[]): Promise<Set<string>> {
  const held = names.length === 0 ? [] : await tx.all(tryLockNames, { names: distinct(names) })
  return new Set(held.map(({ name }) => name))
}

const distinct = (names: string[]): { name: string; key: bigint }[] =>
  [...new Set(names)].map((name) => ({ name, key: hash('sha256', name, 'buffer').readBigInt64BE() }))
