import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const projectRoot = join(import.meta.dirname, '../..')

export type Home = { folder: string; keyFile: string; release: () => void }
/** What a program needs to use a running development service. */
export type Ready = {
  url: string
  simulator_url: string
  operator_token: string
  business_id: string
  api_key: string
  test_api_key: string
  database_url: string
  dashboard_url: string
}

/**
 * The folder for the development database and secrets. For root it is a system folder, because root's PostgreSQL runs as
 * another user, who may not be able to read the checkout. A second start while another runs gets a temporary folder, so that
 * two never share a database.
 */
export function openHome(given: string | undefined): Home {
  const defaultFolder = defaultFolderOf(given)
  if (!isInUse(defaultFolder)) {
    mkdirSync(defaultFolder, { recursive: true })
    writeFileSync(pidFile(defaultFolder), String(process.pid))
    const keyFile = join(given ?? join(projectRoot, '.tidings'), 'api_key')
    const release = (): void => {
      for (const file of [pidFile(defaultFolder), readyFile(defaultFolder)]) rmSync(file, { force: true })
    }
    return { folder: defaultFolder, keyFile, release }
  }
  const folder = `${defaultFolder}-${process.pid}`
  mkdirSync(folder, { recursive: true })
  return { folder, keyFile: join(folder, 'api_key'), release: () => rmSync(folder, { recursive: true, force: true }) }
}

export const defaultFolderOf = (given: string | undefined): string =>
  given ??
  (process.getuid?.() === 0
    ? join('/var/lib/tidings-development', createHash('sha256').update(projectRoot).digest('hex').slice(0, 12))
    : join(projectRoot, '.tidings'))

const pidFile = (folder: string): string => join(folder, 'running.pid')
const readyFile = (folder: string): string => join(folder, 'ready.json')

export function writeReady({ folder }: Home, ready: Ready): void {
  writeFileSync(readyFile(folder), JSON.stringify(ready), { mode: 0o600 })
}

/** The development service that is running now, or null. */
export function readReady(given: string | undefined): Ready | null {
  const folder = defaultFolderOf(given)
  if (!isInUse(folder) || !existsSync(readyFile(folder))) return null
  return JSON.parse(readFileSync(readyFile(folder), 'utf8')) as Ready
}

function isInUse(folder: string): boolean {
  if (!existsSync(pidFile(folder))) return false
  try {
    process.kill(Number(readFileSync(pidFile(folder), 'utf8')), 0)
    return true
  } catch (error) {
    // The process runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export type Demo = { businessId: string; apiKey: string; testApiKey: string }
/** The demo business of an earlier release had no test key. */
export type DevelopmentState = {
  secretKey: string
  operatorToken: string
  databasePassword: string
  demo?: Partial<Demo>
}

/** Secrets persist between starts, so that an API key printed by an earlier start still works. */
export function loadState({ folder }: Pick<Home, 'folder'>): DevelopmentState {
  const file = stateFile(folder)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DevelopmentState
  const state = {
    secretKey: randomBytes(32).toString('base64'),
    operatorToken: randomBytes(24).toString('hex'),
    databasePassword: randomBytes(16).toString('hex'),
  }
  saveState({ folder }, state)
  return state
}

export function saveState({ folder }: Pick<Home, 'folder'>, state: DevelopmentState): void {
  writeFileSync(stateFile(folder), JSON.stringify(state, null, 2), { mode: 0o600 })
}

/** The demo keys are also written to separate files, so that the commands in the documents can read them. */
export function writeKeyFiles({ keyFile }: Home, { apiKey, testApiKey }: Demo): void {
  const folder = dirname(keyFile)
  mkdirSync(folder, { recursive: true })
  writeFileSync(keyFile, apiKey, { mode: 0o600 })
  writeFileSync(join(folder, 'test_api_key'), testApiKey, { mode: 0o600 })
}

const stateFile = (folder: string): string => join(folder, 'development.json')
