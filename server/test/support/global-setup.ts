import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dropDatabase, prepareClock, prepareDatabase } from '../../dev/databases.ts'
import { startPostgres } from '../../dev/postgres.ts'
import { bringUpToDate } from '../../src/migrate-all.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/** One PostgreSQL for the run, and in it a migrated template that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  const home = mkdtempSync(join(tmpdir(), 'tidings-test-'))
  chmodSync(home, 0o755)
  // No test pulls the plug of the machine, so a commit need not reach the disk. What is lost when processes die is the same.
  const postgres =
    given === undefined ? await startPostgres(home, 'test', { fsync: 'off', max_connections: '300' }) : undefined
  const template = new URL(given ?? postgres!.url('postgres'))
  template.pathname = `/tidings_test_${process.pid}`

  await prepareDatabase(template.href, true)
  await bringUpToDate(template.href)
  await prepareClock(template.href)
  project.provide('databaseUrl', template.href)

  return async () => {
    await dropDatabase(template.href)
    await postgres?.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
