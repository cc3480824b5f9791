import type { Database, Transaction } from '../db/database.ts'
import { checkValue, createDigestKey, createKeyring, type SecretKeys } from '../keyring.ts'
import { numberDigest } from '../recipients/digest.ts'
import { canOpen } from '../webhooks/secret.ts'
import { commandProblems, type KeyCheck, type KeyFacts, keyProblems } from './keys.decide.ts'
import { anyNumber, isUsed, lockKeyChecks, newestSecrets, recordChecks, recordedChecks } from './keys.sql.ts'

type KeySettings = { secretKeys: SecretKeys; digestKey: Buffer }

/**
 * Compares the keys of this process with those that the database was used with, and records new ones. Every process runs it
 * before it starts. Returns the problems, which prevent the start and the recording. A command records nothing: it uses only a
 * first key that a process has started with, because it could otherwise seal data with a mistyped key.
 */
export async function checkKeys(db: Database, settings: KeySettings, isCommand = false): Promise<string[]> {
  return db.transaction(
    async (tx) => {
      await tx.one(lockKeyChecks)
      const facts = await loadFacts(tx, settings)
      const problems = keyProblems(facts)
      if (isCommand) return problems.length > 0 ? problems : commandProblems(facts)
      if (problems.length === 0)
        tx.write(recordChecks, {
          checks: [
            { kind: 'digest', ...facts.digest },
            ...facts.ring.map((key) => ({ kind: 'sealing' as const, ...key })),
          ],
        })
      return problems
    },
    { lockMilliseconds },
  )
}

/** The problems that would prevent a start with these keys. Records nothing. */
export async function inspectKeys(db: Database, settings: KeySettings): Promise<string[]> {
  return db.transaction(async (tx) => keyProblems(await loadFacts(tx, settings)))
}

/** Longer than PostgreSQL takes to end the transaction of a process that froze during its check. */
const lockMilliseconds = 12_000

async function loadFacts(tx: Transaction, { secretKeys, digestKey }: KeySettings): Promise<KeyFacts> {
  const keyring = createKeyring(secretKeys)
  const [recorded, newest, used] = [await tx.all(recordedChecks), await tx.all(newestSecrets), await tx.one(isUsed)]
  const number = await tx.one(anyNumber)
  return {
    ring: secretKeys.map(({ id, bytes }): KeyCheck => ({ keyId: id, checkValue: checkValue(bytes) })),
    digest: { keyId: 'digest', checkValue: checkValue(digestKey) },
    recorded,
    sealed: newest.map(({ endpointId, ...sealed }) => ({
      keyId: sealed.keyId,
      opens: canOpen(keyring, endpointId, sealed),
    })),
    isUsed: used!.used,
    findsNumbers:
      number === null
        ? null
        : numberDigest(createDigestKey(digestKey), number.businessId, number.phone).equals(number.digest),
  }
}
