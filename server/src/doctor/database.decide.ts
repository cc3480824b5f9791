import { type Line, ok, problem, warning } from './lines.decide.ts'

/** Whether the database can be used, is configured so that a commit survives a crash, and has connections for this process. */
export type DatabaseFacts =
  | { kind: 'unreachable'; host: string; code: string; isTls: boolean }
  | {
      kind: 'reached'
      version: number
      encoding: string
      fsync: boolean
      fullPageWrites: boolean
      synchronousCommit: string
      isReadOnly: boolean
      maxConnections: number
      reservedConnections: number
      usedConnections: number
      /** Of this process, with those of its queue. */
      neededConnections: number
      isEncrypted: boolean
      isLoopback: boolean
      /** Tables whose owner is another role. The service creates and drops partitions, which only the owner may do. */
      foreignTables: number
      mayCreate: boolean
      user: string
    }

const oldestVersion = 15
const crowdedShare = 0.8

export function databaseLines(facts: DatabaseFacts): Line[] {
  if (facts.kind === 'unreachable') return [unreachable(facts)]
  const { version, encoding, maxConnections, reservedConnections, usedConnections, neededConnections, user } = facts
  const available = maxConnections - reservedConnections
  const major = Math.floor(version / 10_000)
  const lines: Line[] = []
  const wrong = (found: string, advice: string): void => void lines.push(problem('database', found, advice))
  if (major < oldestVersion) wrong(`PostgreSQL ${major} is too old`, `Upgrade to PostgreSQL ${oldestVersion} or later.`)
  if (encoding !== 'UTF8')
    wrong(`the encoding is ${encoding}`, "Create the database again with encoding 'UTF8' and restore its data into it.")
  if (!facts.fsync)
    wrong(
      'fsync is off, so a crash of the machine can destroy the database',
      'Set fsync = on in postgresql.conf and reload it.',
    )
  if (!facts.fullPageWrites)
    wrong(
      'full_page_writes is off, so a crash of the machine can destroy the database',
      'Set full_page_writes = on in postgresql.conf and reload it.',
    )
  if (facts.synchronousCommit === 'off')
    wrong(
      'synchronous_commit is off, so a crash loses messages that were accepted',
      'Set synchronous_commit = on for this database and reload the configuration.',
    )
  if (facts.isReadOnly)
    wrong('the database is a standby or read-only', 'Set DATABASE_URL to the address of the primary server.')
  if (!facts.mayCreate)
    wrong(
      `the role ${user} may not create tables in the schema public`,
      `Run "grant create on schema public to ${user}" as its owner.`,
    )
  if (facts.foreignTables > 0)
    wrong(
      `the role ${user} does not own ${facts.foreignTables} tables, so maintenance cannot create partitions`,
      `Run "reassign owned by <owner> to ${user}", or set DATABASE_URL to the role that ran npm run migrate.`,
    )
  if (neededConnections > available)
    wrong(
      `this process needs ${neededConnections} connections and the server permits ${available}`,
      'Decrease DATABASE_POOL_SIZE, or increase max_connections of PostgreSQL.',
    )
  else if (usedConnections > available * crowdedShare)
    lines.push(
      warning(
        'database',
        `${usedConnections} of ${available} connections are in use`,
        'Increase max_connections of PostgreSQL, or decrease DATABASE_POOL_SIZE of the processes.',
      ),
    )
  if (!facts.isEncrypted && !facts.isLoopback)
    lines.push(
      warning(
        'database',
        'the connection to another machine is not encrypted',
        'Append ?sslmode=verify-full to DATABASE_URL, if the network between the machines is not private.',
      ),
    )
  return lines.length > 0
    ? lines
    : [ok('database', `PostgreSQL ${major}, ${usedConnections} of ${available} connections`)]
}

/** The codes of PostgreSQL and of Node that have a cause that a setting explains. */
function unreachable({ host, code, isTls }: Extract<DatabaseFacts, { kind: 'unreachable' }>): Line {
  const [found, advice] = causes[code] ?? [
    isTls ? `the TLS certificate of ${host} is refused (${code})` : `${host} cannot be used (${code})`,
    isTls
      ? 'Install a certificate for this host name, or set NODE_EXTRA_CA_CERTS to the authority that issued it.'
      : 'Compare DATABASE_URL with the address of PostgreSQL, and check that it runs.',
  ]
  return problem('database', found.replaceAll('{host}', host), advice)
}

const causes: Record<string, [found: string, advice: string]> = {
  '28P01': ['{host} refuses the password', 'Correct the user or the password in DATABASE_URL.'],
  '28000': ['{host} refuses the user', 'Correct the user in DATABASE_URL, or permit it in pg_hba.conf.'],
  '3D000': ['the database does not exist on {host}', 'Create it, or correct the name at the end of DATABASE_URL.'],
  '53300': ['{host} has no free connection', 'Increase max_connections of PostgreSQL, or decrease DATABASE_POOL_SIZE.'],
  ECONNREFUSED: ['nothing listens at {host}', 'Start PostgreSQL, or correct the host and port in DATABASE_URL.'],
  ENOTFOUND: ['the host {host} does not exist', 'Correct the host in DATABASE_URL.'],
  ETIMEDOUT: ['{host} does not respond', 'Permit connections from this machine in the firewall of that machine.'],
}

/** `unknown` are migrations of a newer release. It may run beside this one during an upgrade. */
export type MigrationFacts = { pending: string[]; unknown: string[] }

export function migrationLines({ pending, unknown }: MigrationFacts): Line[] {
  if (pending.length > 0)
    return [problem('migrations', `the database lacks ${listOf(pending)}`, 'Run npm run migrate with this release.')]
  if (unknown.length > 0)
    return [
      warning(
        'migrations',
        `the database has ${listOf(unknown)} of a newer release`,
        'Finish the upgrade: start every process with the newer release, and run its doctor.',
      ),
    ]
  return [ok('migrations', 'the database is up to date')]
}

const listOf = (names: string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')

/** The problems as the check at the start of a process words them. */
export function keyLines(problems: string[]): Line[] {
  if (problems.length === 0) return [ok('keys', 'the keys are those of the database')]
  return problems.map((text) => {
    const separator = text.indexOf(': ')
    const advice = text.slice(separator + 2)
    return problem('keys', text.slice(0, separator), `${advice[0]!.toUpperCase()}${advice.slice(1)}.`)
  })
}
