import { areEmailIdentitiesPending, convertEmailIdentities } from './data-migrations/email-identities.ts'
import { type Database, openDatabase } from './db/database.ts'
import { compareMigrations, migrate, withMigrationLock } from './db/migrate.ts'
import { areFiguresPending, completeFigures } from './figures/recount.ts'
import { createDigestKey } from './keyring.ts'
import { installQueue } from './queue/queue.ts'

/** The names of the applied migrations, and the problems that prevent the others. */
type Migrated = { applied: string[]; problems: string[] }

/** Runs our migrations, then those of the queue, then the data conversions that SQL cannot do. Concurrent calls run in turn. */
export async function migrateAll(databaseUrl: string, digestKey: Buffer | null = null): Promise<Migrated> {
  return withMigrationLock(databaseUrl, async (client) => {
    const applied = await migrate(client)
    await installQueue(databaseUrl)
    const key = digestKey === null ? null : createDigestKey(digestKey)
    const conversion = await withDatabase(databaseUrl, (db) => convertEmailIdentities(db, key))
    await withDatabase(databaseUrl, completeFigures)
    return { applied, problems: conversion === 'done' ? [] : [keyNeeded] }
  })
}

/** The names of the migrations and data conversions that have not run yet. */
export async function pendingSteps(databaseUrl: string): Promise<string[]> {
  const { pending } = await compareMigrations(databaseUrl)
  if (pending.length > 0) return pending
  return withDatabase(databaseUrl, async (db) => [
    ...((await areEmailIdentitiesPending(db)) ? ['email identities'] : []),
    ...((await areFiguresPending(db)) ? ['figures'] : []),
  ])
}

const keyNeeded =
  'DIGEST_KEY of the service (or SECRET_KEY, in an installation that began with it) is needed once: addresses with an international domain are stored in the form of an earlier release, and that key is needed to find their suppressions'

export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
