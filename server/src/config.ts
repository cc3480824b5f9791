import { createEmailProvider, emailProviders } from './channels/email/callbacks/providers.ts'
import { createSmsProvider, smsProviders } from './channels/sms/providers.ts'
import { parseSmsRoutes } from './channels/sms/routes.ts'
import type { SmsSettings } from './channels/sms/sms.ts'
import { parseWhatsAppSettings, whatsappSetting } from './channels/whatsapp/settings.ts'
import type { SecretKeys } from './keyring.ts'
import { parseCidrs } from './outbound/address-guard.ts'
import {
  anyText,
  emailAddress,
  longToken,
  matching,
  type Parse,
  postgresUrl,
  publicUrl,
  rsaKey,
  secretKeys,
  smtpUrl,
  thirtyTwoBytes,
  wholeNumber,
} from './setting-parsers.ts'
import { parseShardRange } from './shards.ts'

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** `default` is null for an optional setting, or 'required'. `expects` completes the message about an invalid value. `notes` are for the operator. docs/configuration.md shows both. */
export type Setting = { default: string | null; expects: string; notes?: string }

/** Every setting of the service. */
export const settings = {
  DATABASE_URL: { default: 'required', expects: 'the address of the PostgreSQL database, postgres://…' },
  SECRET_KEYS: {
    default: 'required',
    expects:
      'up to eight keys as id:key, separated by commas; a key is 32 random bytes in base64 (openssl rand -base64 32)',
    notes:
      'The first key signs links and encrypts webhook secrets, the others are still accepted. An id has up to 16 of A-Z, a-z, 0-9, _ and -. Use the same value for every process; docs/runbooks/rotate-secret-keys.md shows how to change it.',
  },
  DIGEST_KEY: {
    default: 'required',
    expects: '32 random bytes in base64 (openssl rand -base64 32)',
    notes:
      'Suppressions, opt-outs and idempotency keys are stored as HMACs with it. Use the same value for every process and never change it: recipients who opted out would be contacted again.',
  },
  SECRET_KEY: {
    default: null,
    expects: '32 random bytes in base64 (openssl rand -base64 32)',
    notes:
      'Only for an installation that began with it: short for SECRET_KEYS=0:key and DIGEST_KEY=key, which it excludes.',
  },
  PUBLIC_URL: {
    default: 'required',
    expects: 'the address of this service for customers, https://updates.example.com; plain http only on loopback',
    notes: 'Without a path. Providers send their callbacks to it.',
  },
  SMTP_URL: {
    default: 'required',
    expects: 'the server that emails are submitted to, smtps://user:password@host',
    notes:
      'For a server that only supports STARTTLS: smtp://user:password@host:587?requireTLS=true. Percent-encode reserved characters.',
  },
  EMAIL_FROM: {
    default: 'required',
    expects: 'the address emails come from, updates@example.com',
    notes: 'The display name is the name of the business.',
  },
  EMAIL_PROVIDER: {
    default: null,
    expects: `one of ${Object.keys(emailProviders).join(', ')}`,
    notes: 'The provider that reports deliveries. Without it, emails are sent and their delivery stays unknown.',
  },
  EMAIL_WEBHOOK_SECRET: {
    default: null,
    expects: 'the secret the provider signs its callbacks with',
    notes: 'Set together with EMAIL_PROVIDER.',
  },
  SMTP_CONNECTIONS: {
    default: '40',
    expects: 'a whole number from 1 to 500',
    notes: 'The size of the connection pool of this process.',
  },
  DKIM_SELECTOR: {
    default: null,
    expects: 'the name of the DNS record',
    notes: 'Set together with DKIM_PRIVATE_KEY, and only if the provider does not sign.',
  },
  DKIM_PRIVATE_KEY: {
    default: null,
    expects: 'an RSA private key as PEM',
    notes: 'Line breaks may be written as \\n.',
  },
  SMS_ROUTES: {
    default: null,
    expects: `which provider serves which countries, such as twilio:*; known are ${Object.keys(smsProviders).join(', ')}`,
    notes:
      'For example twilio:*;vonage:DE,AT. The route * is required and serves all other countries. Without the setting no texts are sent.',
  },
  ...smsUrlSettings(),
  WHATSAPP_URL: { default: null, expects: whatsappSetting, notes: 'Without it no WhatsApp messages are sent.' },
  WEBHOOK_ALLOW_CIDRS: {
    default: null,
    expects: 'networks such as 10.1.0.0/16, separated by commas; never a whole family',
    notes: 'Private networks in which merchants may have webhook receivers.',
  },
  DATABASE_POOL_SIZE: {
    default: '16',
    expects: 'a whole number from 1 to 200',
    notes:
      'Connections of this process. One business uses at most a quarter of them, all requests together three quarters. Workers open two more for the queue.',
  },
  OPERATOR_TOKEN: {
    default: null,
    expects: 'at least 32 printable ASCII characters without spaces',
    notes: 'Without it the operator interface does not exist.',
  },
  PROXIES: {
    default: null,
    expects: 'the number of proxies in front that add to X-Forwarded-For, 0 to 9',
    notes: 'Without it the address of a client is unknown, and unauthenticated clients share one rate limit.',
  },
  HOST: { default: '0.0.0.0', expects: 'an address to listen on' },
  PORT: { default: '3000', expects: 'a port number, 0 for any' },
  SHARDS: {
    default: '00-zz',
    expects:
      'a range of logical shards such as 00-Uz, or one such as a1; each has two characters, in the order 0-9, A-Z, a-z',
    notes:
      'A new business gets one of them at random. It is part of its API keys, links and callback addresses, and never changes.',
  },
  LOG_LEVEL: {
    default: 'info',
    expects: `one of ${logLevels.join(', ')}`,
    notes: 'The log is JSON lines on standard output.',
  },
  DRAIN_SECONDS: {
    default: '25',
    expects: 'a whole number of seconds from 0 to 300',
    notes:
      'How long a stopping process waits for requests, submissions and deliveries in flight. A submission that is cut off ends with an unknown outcome; an unresponsive mail server takes up to 60 seconds, an SMS provider 30.',
  },
} satisfies Record<string, Setting>

type SmsUrlSetting = `SMS_${string}_URL`

function smsUrlSetting(provider: string): SmsUrlSetting {
  return `SMS_${provider.toUpperCase()}_URL`
}

function smsUrlSettings(): Record<SmsUrlSetting, Setting> {
  const notes = 'Required for each provider that SMS_ROUTES names.'
  return Object.fromEntries(
    Object.entries(smsProviders).map(([name, { setting }]) => [
      smsUrlSetting(name),
      { default: null, expects: setting, notes },
    ]),
  )
}

type SettingName = keyof typeof settings | SmsUrlSetting
const settingOf = (name: SettingName): Setting => (settings as Record<SettingName, Setting>)[name]!

export type Config = ReturnType<typeof readSettings>
type Environment = Record<string, string | undefined>

/** Reads all settings and reports all problems in one message. */
export function readConfig(environment: Environment): { config: Config } | { problems: string[] } {
  const problems: string[] = []
  const config = readSettings(environment, problems)
  return problems.length > 0 ? { problems } : { config }
}

function readSettings(environment: Environment, problems: string[]) {
  /** Null if the setting is not set and has no default. */
  const optional = <T>(name: SettingName, parse: Parse<T>): T | null => {
    const setting = settingOf(name)
    const text = environment[name] || (setting.default === 'required' ? null : setting.default)
    if (text === null) return null
    const value = parse(text)
    if (value === undefined) problems.push(`${name} is not valid: ${setting.expects}`)
    return value as T
  }
  const required = <T>(name: SettingName, parse: Parse<T>): T => {
    const value = optional(name, parse)
    if (value === null) problems.push(`${name} is not set: ${settingOf(name).expects}`)
    return value as T
  }
  const pair = <T>(
    one: SettingName,
    two: SettingName,
    parse: [Parse<string>, Parse<string>],
    join: (one: string, two: string) => T,
  ): T | null => {
    const [first, second] = [optional(one, parse[0]), optional(two, parse[1])]
    if (first != null && second != null) return join(first, second)
    if ((first === null) !== (second === null)) problems.push(`${one} and ${two} are set together or not at all`)
    return null
  }
  const readSms = (): SmsSettings | null => {
    const routes = optional('SMS_ROUTES', (text) => parseSmsRoutes(text, Object.keys(smsProviders)))
    if (routes == null) return null
    const urls = routes.providers.map((name) => {
      const url = required(smsUrlSetting(name), (text) =>
        'problem' in createSmsProvider(name, text, { publicUrl: '', http: neverPosted }) ? undefined : text,
      )
      return [name, url] as const
    })
    return { routes, urls: Object.fromEntries(urls) }
  }

  const readKeys = (): { secretKeys: SecretKeys; digestKey: Buffer } => {
    const single = optional('SECRET_KEY', thirtyTwoBytes)
    if (single === null)
      return { secretKeys: required('SECRET_KEYS', secretKeys), digestKey: required('DIGEST_KEY', thirtyTwoBytes) }
    if (environment['SECRET_KEYS'] || environment['DIGEST_KEY'])
      problems.push('SECRET_KEY is set together with SECRET_KEYS or DIGEST_KEY: set either SECRET_KEY or the other two')
    return { secretKeys: [{ id: '0', bytes: single }], digestKey: single }
  }

  if (environment['SHARD']) problems.push(`SHARD is not used any more, set SHARDS: ${settings.SHARDS.expects}`)
  return {
    databaseUrl: required('DATABASE_URL', postgresUrl),
    poolSize: required('DATABASE_POOL_SIZE', wholeNumber(1, 200)),
    ...readKeys(),
    operatorToken: optional('OPERATOR_TOKEN', longToken),
    proxies: optional('PROXIES', wholeNumber(0, 9)),
    host: required('HOST', anyText),
    port: required('PORT', wholeNumber(0, 65_535)),
    shards: required('SHARDS', parseShardRange),
    logLevel: required('LOG_LEVEL', (text) => logLevels.find((level) => level === text)),
    drainSeconds: required('DRAIN_SECONDS', wholeNumber(0, 300)),
    publicUrl: required('PUBLIC_URL', publicUrl),
    smtpUrl: required('SMTP_URL', smtpUrl),
    smtpConnections: required('SMTP_CONNECTIONS', wholeNumber(1, 500)),
    emailFrom: required('EMAIL_FROM', emailAddress),
    /** The provider that sends delivery reports for emails; null when there are none. */
    emailProvider: pair(
      'EMAIL_PROVIDER',
      'EMAIL_WEBHOOK_SECRET',
      [(text) => Object.keys(emailProviders).find((name) => name === text), anyText],
      (name, secret) => {
        const provider = createEmailProvider(name, secret, neverFetched)
        if ('problem' in provider) problems.push(provider.problem)
        return { name, secret }
      },
    ),
    /** Null disables SMS. */
    sms: readSms(),
    /** Null disables WhatsApp. */
    whatsapp: optional('WHATSAPP_URL', parseWhatsAppSettings),
    webhookAllowCidrs: optional('WEBHOOK_ALLOW_CIDRS', parseCidrs) ?? [],
    /** Signs every email; null when the provider signs. */
    dkim: pair(
      'DKIM_SELECTOR',
      'DKIM_PRIVATE_KEY',
      [matching(/^[A-Za-z0-9._-]{1,63}$/), rsaKey],
      (selector, privateKey) => ({ selector, privateKey }),
    ),
  }
}

/** Validating a setting makes no network request. */
const neverFetched = (): Promise<never> => Promise.reject(new Error('a setting is validated without a network request'))

const neverPosted = { post: neverFetched }

/** For `npm run migrate`. Null when the setting is missing or not valid. */
export const readDigestKey = (environment: Environment): Buffer | null =>
  thirtyTwoBytes(environment['DIGEST_KEY'] || environment['SECRET_KEY'] || '') ?? null
