import { Tidings } from '@tidings/client'
import { CommandError, usageError } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import { readProfiles } from './profiles.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'

type CredentialKind = 'api_key' | 'operator_token'
export type ConnectionOptions = { profile?: string; url?: string }
/** `profile` is null if the address and the key come from the environment. */
export type Connection = { url: string; credential: string; profile: string | null; source: 'environment' | 'profile' }

const variables: Record<CredentialKind, string> = {
  api_key: 'TIDINGS_API_KEY',
  operator_token: 'TIDINGS_OPERATOR_TOKEN',
}
const credentialNames: Record<CredentialKind, string> = { api_key: 'API key', operator_token: 'operator token' }

/** The environment has precedence over a profile, so that continuous integration needs no file. --url wins over both. */
export function resolveConnection(env: Terminal['env'], options: ConnectionOptions, kind: CredentialKind): Connection {
  const { current, profiles } = readProfiles(env)
  const name = options.profile ?? env['TIDINGS_PROFILE'] ?? current
  const profile = name === null ? undefined : profiles[name]
  if (options.profile !== undefined && profile === undefined)
    throw new CommandError(
      `There is no profile ${options.profile}.`,
      exitCodes.notSignedIn,
      `Create it with: tidings login --profile ${options.profile}`,
    )
  const fromEnvironment = options.profile === undefined ? env[variables[kind]] : undefined
  const credential = fromEnvironment || profile?.[kind]
  const url = options.url ?? (options.profile === undefined ? env['TIDINGS_URL'] : undefined) ?? profile?.url
  if (credential === undefined || credential === '' || url === undefined || url === '')
    throw new CommandError(
      `Not signed in: there is no ${credential ? 'address of the service' : credentialNames[kind]}.`,
      exitCodes.notSignedIn,
      `Sign in with tidings login${kind === 'operator_token' ? ' --operator' : ''}, or set TIDINGS_URL and ${variables[kind]}.`,
    )
  return {
    url: checkedUrl(url),
    credential,
    profile: fromEnvironment ? null : name,
    source: fromEnvironment ? 'environment' : 'profile',
  }
}

export function createClient({ url, credential }: Connection): Tidings {
  return new Tidings({ url, apiKey: credential, headers: { 'User-Agent': `tidings-cli/${version}` } })
}

/** A key must not travel in clear text, except on this machine. */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    throw usageError(`${text} is not an address such as https://updates.example.com.`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw usageError(`${text} would send the key unencrypted: use https.`)
  return url.href.replace(/\/+$/, '')
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

export const sideOf = (key: string): 'live' | 'test' | null =>
  (/^td_(live|test)_/.exec(key)?.[1] ?? null) as 'live' | 'test' | null
