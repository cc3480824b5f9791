import { areEmailIdentitiesPending } from '../data-migrations/email-identities.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { compareMigrations } from '../db/migrate.ts'
import { inspectKeys } from '../installation/check-keys.ts'
import { isLoopbackHost } from '../secure-url.ts'
import type { ClockFacts } from './clock.decide.ts'
import { type DatabaseFacts, databaseLines, keyLines, migrationLines } from './database.decide.ts'
import { type Line, notChecked } from './lines.decide.ts'
import type { DoctorSettings } from './settings.ts'
import { describeDueJobs, describeServer, describeWorkers } from './sql.ts'
import { workerLines } from './workers.decide.ts'

/** Workers open two more connections for the queue. */
const queueConnections = 2
const defaultPoolSize = 16

/** `dataDirectory` is null unless the database is on this machine and the role may read the setting. */
type CheckedDatabase = { lines: Line[]; clocks: ClockFacts; dataDirectory: string | null }

export async function checkDatabase(url: string, settings: DoctorSettings): Promise<CheckedDatabase> {
  const db = openDatabase({ url, poolSize: 1, onIdleError: () => undefined })
  try {
    return await inspect(db, url, settings)
  } finally {
    await db.close()
  }
}

async function inspect(db: Database, url: string, settings: DoctorSettings): Promise<CheckedDatabase> {
  const { hostname, host } = new URL(url)
  const isLoopback = hostname === '' || isLoopbackHost(hostname)
  const began = Date.now()
  const server = await db.one(describeServer).catch((error: unknown) => failureOf(error, host))
  if (server === null || 'kind' in server) {
    const rest = (['migrations', 'keys', 'workers'] as const).map((check) =>
      notChecked(check, 'the database cannot be used'),
    )
    return { lines: [...databaseLines(server!), ...rest], clocks: [], dataDirectory: null }
  }
  const ended = Date.now()
  const { now, dataDirectory, ...row } = server
  const neededConnections = (settings.poolSize ?? defaultPoolSize) + queueConnections
  const facts: DatabaseFacts = { kind: 'reached', ...row, neededConnections, isLoopback }
  const clock = {
    name: 'the database',
    aheadSeconds: (now.getTime() - (began + ended) / 2) / 1000,
    uncertaintySeconds: (ended - began) / 2000,
  }
  return {
    lines: [...databaseLines(facts), ...(await schemaLines(db, url, settings))],
    clocks: [clock],
    dataDirectory: isLoopback ? dataDirectory : null,
  }
}

/** Keys and workers can be checked only in a database of this release. */
async function schemaLines(db: Database, url: string, { secretKeys, digestKey }: DoctorSettings): Promise<Line[]> {
  const compared = await compareMigrations(url)
  const isConverted = compared.pending.length > 0 || !(await areEmailIdentitiesPending(db))
  const pending = isConverted ? compared.pending : ['email identities']
  const lines = migrationLines({ ...compared, pending })
  if (pending.length > 0)
    return [...lines, notChecked('keys', 'migrations are pending'), notChecked('workers', 'migrations are pending')]
  const workers = (await db.one(describeWorkers)) ?? { seenSecondsAgo: null, pauseReason: null }
  return [
    ...lines,
    ...(secretKeys == null || digestKey == null
      ? [notChecked('keys', 'the keys in the settings are not valid')]
      : keyLines(await inspectKeys(db, { secretKeys, digestKey }))),
    ...workerLines({ ...workers, ...(await db.one(describeDueJobs))! }),
  ]
}

function failureOf(error: unknown, host: string): DatabaseFacts {
  const { code = 'unknown', message = '' } = Object(error) as { code?: string; message?: string }
  const isTimeout = message.startsWith('timeout exceeded')
  const isTls = /CERT|SELF_SIGNED|SSL|TLS|VERIFY/.test(code) || message.includes('SSL')
  return { kind: 'unreachable', host, code: isTimeout ? 'ETIMEDOUT' : code, isTls }
}
