/** Every setting of the service, with its default and its meaning. A pure function of a record, so all problems are found at once. */
export type Config = {
  /** Where PostgreSQL is. */
  databaseUrl: string
  /** Connections this process may hold. */
  poolSize: number
  /** 32 bytes from which every key of the service's own is derived. After a change, a retry of a request from before it is 409 for a day. */
  secretKey: Buffer
  /** Null switches the operator interface off. */
  operatorToken: string | null
  host: string
  port: number
  /** The logical shard new businesses are put in: two base-62 characters that every key of theirs carries. */
  shard: string
  logLevel: (typeof logLevels)[number]
  /** How long a stopping process waits for requests under way. */
  drainSeconds: number
}
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

type Reading = { config: Config } | { problems: string[] }

export function readConfig(environment: Record<string, string | undefined>): Reading {
  const problems: string[] = []
  const read = <T>(
    name: string,
    fallback: T | undefined,
    meaning: string,
    parse: (text: string) => T | undefined,
  ): T => {
    const text = environment[name]
    if (text === undefined || text === '') {
      if (fallback === undefined) problems.push(`${name} is not set: ${meaning}`)
      return fallback as T
    }
    const value = parse(text)
    if (value === undefined) problems.push(`${name} is not valid: ${meaning}`)
    return value as T
  }

  const config: Config = {
    databaseUrl: read('DATABASE_URL', undefined, 'the address of the PostgreSQL database, postgres://…', postgresUrl),
    poolSize: read('DATABASE_POOL_SIZE', 16, 'a whole number from 1 to 200', wholeNumber(1, 200)),
    secretKey: read('SECRET_KEY', undefined, '32 random bytes in base64 (openssl rand -base64 32)', thirtyTwoBytes),
    operatorToken: read<string | null>(
      'OPERATOR_TOKEN',
      null,
      'at least 32 printable ASCII characters without spaces',
      longToken,
    ),
    host: read('HOST', '0.0.0.0', 'an address to listen on', (text) => text),
    port: read('PORT', 3000, 'a port number, 0 for any', wholeNumber(0, 65_535)),
    shard: read('SHARD', '00', 'two characters of 0-9, A-Z, a-z', matching(/^[0-9A-Za-z]{2}$/)),
    logLevel: read('LOG_LEVEL', 'info', `one of ${logLevels.join(', ')}`, (text) =>
      logLevels.find((level) => level === text),
    ),
    drainSeconds: read('DRAIN_SECONDS', 25, 'a whole number of seconds from 0 to 300', wholeNumber(0, 300)),
  }
  return problems.length > 0 ? { problems } : { config }
}

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)
const longToken = matching(/^[\x21-\x7e]{32,}$/)

function wholeNumber(least: number, most: number): (text: string) => number | undefined {
  return (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined
  }
}

function postgresUrl(text: string): string | undefined {
  return /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined
}

function thirtyTwoBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes : undefined
}
