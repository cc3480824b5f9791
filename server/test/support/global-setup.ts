import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dropDatabase, prepareClock, prepareDatabase } from '../../dev/databases.ts'
import { startPostgres } from '../../dev/postgres.ts'
import { migrateAll } from '../../src/migrate-all.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated template database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const givenUrl = process.env['DATABASE_URL']
  const home = mkdtempSync(join(tmpdir(), 'tidings-test-'))
  chmodSync(home, 0o755)
  // Without fsync only a crash of the machine loses commits, which no test causes. A killed process loses nothing more.
  const postgres =
    givenUrl === undefined ? await startPostgres(home, 'test', { fsync: 'off', max_connections: '300' }) : undefined
  const template = new URL(givenUrl ?? postgres!.url('postgres'))
  template.pathname = `/tidings_test_${process.pid}`

  await prepareDatabase(template.href, true)
  await migrateAll(template.href)
  await prepareClock(template.href)
  project.provide('databaseUrl', template.href)

  return async () => {
    await dropDatabase(template.href)
    await postgres?.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
