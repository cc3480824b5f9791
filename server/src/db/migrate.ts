import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

const folder = join(import.meta.dirname, '../../migrations')
const table = 'schema_migrations'
const lockKey = 7_261_904_113

/** Holds a lock for the whole run, so that a concurrent migrator waits and then finds nothing to do. */
export async function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return work(client)
  })
}

/** Runs the pending migrations and returns their names. */
export async function migrate(client: pg.Client): Promise<string[]> {
  const applied = await runner({
    dbClient: client,
    dir: folder,
    migrationsTable: table,
    direction: 'up',
    checkOrder: true,
    noLock: true,
    log: () => undefined,
  })
  return applied.map(({ name }) => name)
}

/** The names of the migrations that have not run yet, and of those that only a newer release has. */
export async function compareMigrations(url: string): Promise<{ pending: string[]; unknown: string[] }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('${table}') is not null as exists`)
    const done = rows[0]!.exists ? await client.query<{ name: string }>(`select name from ${table}`) : { rows: [] }
    const known = new Set(done.rows.map(({ name }) => name))
    const available = (await readdir(folder))
      .filter((name) => name.endsWith('.sql'))
      .map((name) => name.slice(0, -'.sql'.length))
    return {
      pending: available.filter((name) => !known.has(name)).toSorted(),
      unknown: [...known].filter((name) => !available.includes(name)).toSorted(),
    }
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'tidings migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
