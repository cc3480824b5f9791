import pg from 'pg'
import { openDatabase } from '../src/db/database.ts'
import { installDevelopmentClock } from '../src/db/development-clock.ts'

/** Makes the database of this address if it is missing, and makes it anew if it shall be fresh. */
export async function prepareDatabase(url: string, fresh: boolean): Promise<void> {
  const { name, neighbour } = databaseOf(url)
  await administer(neighbour, async (client) => {
    if (fresh) await client.query(`drop database if exists ${name} with (force)`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
}

export async function copyDatabase(url: string, template: string): Promise<void> {
  const { name, neighbour } = databaseOf(url)
  await administer(neighbour, (client) => client.query(`create database ${name} template ${template}`))
}

export async function dropDatabase(url: string): Promise<void> {
  const { name, neighbour } = databaseOf(url)
  await administer(neighbour, (client) => client.query(`drop database if exists ${name} with (force)`))
}

export async function prepareClock(url: string): Promise<void> {
  const db = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
  await installDevelopmentClock(db)
  await db.close()
}

/** A database is made and dropped from beside it. */
function databaseOf(url: string): { name: string; neighbour: string } {
  const neighbour = new URL(url)
  const name = decodeURIComponent(neighbour.pathname.slice(1))
  if (!/^[a-z_][a-z0-9_]*$/.test(name))
    throw new Error(`"${name}" is not a plain database name (lower-case letters, digits, _)`)
  neighbour.pathname = '/postgres'
  return { name, neighbour: neighbour.href }
}

async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
