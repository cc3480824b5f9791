import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { usageError } from './errors.ts'
import type { Terminal } from './terminal.ts'

/** Where to sign in and as whom. A profile of a merchant has an API key, one of an operator a token. */
export type Profile = { url: string; api_key?: string; operator_token?: string }
export type Profiles = { current: string | null; profiles: Record<string, Profile> }

const none: Profiles = { current: null, profiles: {} }

/** The folder of the command line (XDG Base Directory Specification). `state` is for positions, which may be lost. */
export function folderOf(env: Terminal['env'], kind: 'config' | 'state'): string {
  const [variable, standard] =
    kind === 'config' ? (['XDG_CONFIG_HOME', '.config'] as const) : (['XDG_STATE_HOME', '.local/state'] as const)
  const given = env[variable]
  return join(given !== undefined && given !== '' ? given : join(env['HOME'] ?? homedir(), standard), 'tidings')
}

export const profilesPath = (env: Terminal['env']): string => join(folderOf(env, 'config'), 'profiles.json')

export function readProfiles(env: Terminal['env']): Profiles {
  const path = profilesPath(env)
  if (!existsSync(path)) return none
  try {
    return { ...none, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Profiles>) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw usageError(`${path} is not JSON.`, 'Delete it and sign in again with: tidings login')
  }
}

export const writeProfiles = (env: Terminal['env'], profiles: Profiles): void =>
  writePrivateFile(profilesPath(env), `${JSON.stringify(profiles, null, 2)}\n`)

/** Only the user may read it, because it contains keys. Renamed when complete, so that an interruption cannot truncate it. */
export function writePrivateFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, content, { mode: 0o600 })
  chmodSync(temporary, 0o600)
  renameSync(temporary, path)
}
