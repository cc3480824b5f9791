import pg from 'pg'
import { openDatabase } from '../src/db/database.ts'
import { installDevelopmentClock } from '../src/db/development-clock.ts'

/** Creates the database if it is missing. With `fresh` it is dropped and created again. */
export async function prepareDatabase(url: string, fresh: boolean): Promise<void> {
  const { name, maintenanceUrl } = parseDatabaseUrl(url)
  await withClient(maintenanceUrl, async (client) => {
    if (fresh) await client.query(`drop database if exists ${name} with (force)`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
}

export async function copyDatabase(url: string, template: string): Promise<void> {
  const { name, maintenanceUrl } = parseDatabaseUrl(url)
  await withClient(maintenanceUrl, (client) => client.query(`create database ${name} template ${template}`))
}

export async function dropDatabase(url: string): Promise<void> {
  const { name, maintenanceUrl } = parseDatabaseUrl(url)
  await withClient(maintenanceUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
}

export async function prepareClock(url: string): Promise<void> {
  const db = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
  await installDevelopmentClock(db)
  await db.close()
}

/** A database cannot be created or dropped over a connection to itself, so the `postgres` database is used. */
function parseDatabaseUrl(url: string): { name: string; maintenanceUrl: string } {
  const maintenance = new URL(url)
  const name = decodeURIComponent(maintenance.pathname.slice(1))
  if (!/^[a-z_][a-z0-9_]*$/.test(name))
    throw new Error(`"${name}" is not a plain database name (lower-case letters, digits, _)`)
  maintenance.pathname = '/postgres'
  return { name, maintenanceUrl: maintenance.href }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
