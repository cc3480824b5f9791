import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const projectRoot = join(import.meta.dirname, '../..')

export type Home = { folder: string; keyFile: string; leave: () => void }

/**
 * Where development keeps its database and secrets. Root's PostgreSQL runs as another user, who may not be able to
 * enter the checkout, so root's home is a folder of the system. A second start beside a running one gets a home of its
 * own that goes when it ends: two never share a database.
 */
export function enterHome(given: string | undefined): Home {
  const usual =
    given ??
    (process.getuid?.() === 0
      ? join('/var/lib/tidings-development', createHash('sha256').update(projectRoot).digest('hex').slice(0, 12))
      : join(projectRoot, '.tidings'))
  if (!isTaken(usual)) {
    mkdirSync(usual, { recursive: true })
    writeFileSync(pidFile(usual), String(process.pid))
    const keyFile = join(given ?? join(projectRoot, '.tidings'), 'api_key')
    return { folder: usual, keyFile, leave: () => rmSync(pidFile(usual), { force: true }) }
  }
  const folder = `${usual}-${process.pid}`
  mkdirSync(folder, { recursive: true })
  return { folder, keyFile: join(folder, 'api_key'), leave: () => rmSync(folder, { recursive: true, force: true }) }
}

const pidFile = (folder: string): string => join(folder, 'running.pid')

function isTaken(folder: string): boolean {
  if (!existsSync(pidFile(folder))) return false
  try {
    process.kill(Number(readFileSync(pidFile(folder), 'utf8')), 0)
    return true
  } catch (error) {
    // Alive, but another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export type Demo = { businessId: string; apiKey: string }
export type Memory = { secretKey: string; operatorToken: string; databasePassword: string; demo?: Demo }

/** What development remembers from one start to the next, so that a key printed yesterday works today. */
export function recall({ folder }: Home): Memory {
  const file = memoryFile(folder)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Memory
  const memory = {
    secretKey: randomBytes(32).toString('base64'),
    operatorToken: randomBytes(24).toString('hex'),
    databasePassword: randomBytes(16).toString('hex'),
  }
  remember({ folder }, memory)
  return memory
}

export function remember({ folder }: Pick<Home, 'folder'>, memory: Memory): void {
  writeFileSync(memoryFile(folder), JSON.stringify(memory, null, 2), { mode: 0o600 })
}

/** The demo key lies in a file of its own as well, so that a line in a README can read it. */
export function layOutKey({ keyFile }: Home, { apiKey }: Demo): void {
  mkdirSync(dirname(keyFile), { recursive: true })
  writeFileSync(keyFile, apiKey, { mode: 0o600 })
}

const memoryFile = (folder: string): string => join(folder, 'development.json')
