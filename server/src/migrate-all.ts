import { areEmailIdentitiesPending, convertEmailIdentities } from './data-migrations/email-identities.ts'
import { openDatabase } from './db/database.ts'
import { alone, migrate, pendingMigrations } from './db/migrate.ts'
import { createDeriveKey } from './derive-key.ts'
import { installQueue } from './queue/queue.ts'

/** What was applied of ours, and what keeps the database from being up to date. */
type Update = { applied: string[]; problems: string[] }

/** Our migrations, then the engine's own, then the data that SQL cannot convert. Of several at once each waits for the one before. */
export async function bringUpToDate(databaseUrl: string, secretKey: Buffer | null = null): Promise<Update> {
  return alone(databaseUrl, async (client) => {
    const applied = await migrate(client)
    await installQueue(databaseUrl)
    const deriveKey = secretKey === null ? null : createDeriveKey(secretKey)
    const conversion = await withDatabase(databaseUrl, (db) => convertEmailIdentities(db, deriveKey))
    return { applied, problems: conversion === 'done' ? [] : [keyNeeded] }
  })
}

/** What the program brings that the database has not seen. */
export async function pendingSteps(databaseUrl: string): Promise<string[]> {
  const migrations = await pendingMigrations(databaseUrl)
  if (migrations.length > 0) return migrations
  return (await withDatabase(databaseUrl, areEmailIdentitiesPending)) ? ['email identities'] : []
}

const keyNeeded =
  'SECRET_KEY of the service is needed once: addresses with an international domain are stored in the form of an earlier release, and their suppressions are found by that key'

async function withDatabase<T>(url: string, work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
