import { emailPages } from './channels/email/callbacks/provider.ts'
import { createEmailProvider, emailProviders } from './channels/email/callbacks/providers.ts'
import { registeredPaths } from './channels/registered-paths.ts'
import { channels } from './channels/registry.ts'
import { smsPages } from './channels/sms/provider.ts'
import { createSmsProvider, smsProviders } from './channels/sms/providers.ts'
import { parseSmsRoutes } from './channels/sms/routes.ts'
import type { SmsSettings } from './channels/sms/sms.ts'
import { whatsappPages } from './channels/whatsapp/cloud-api.ts'
import { parseWhatsAppSettings } from './channels/whatsapp/settings.ts'
import type { OpenIdSettings } from './context.ts'
import type { DisplayedChannel, DisplayedSetting, SettingGroup } from './displayed-settings.ts'
import type { SecretKeys } from './keyring.ts'
import { parseCidrs } from './outbound/address-guard.ts'
import { displayedValue } from './setting-display.decide.ts'
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
  secureUrl,
  smtpUrl,
  thirtyTwoBytes,
  wholeNumber,
} from './setting-parsers.ts'
import { logLevels, type Setting, type SettingName, settings, settingThemes, smsUrlSetting } from './settings.ts'
import { parseShardRange } from './shards.ts'

const settingOf = (name: SettingName): Setting => (settings as Record<SettingName, Setting>)[name]!

export type Config = ReturnType<typeof readSettings>
type Environment = Record<string, string | undefined>

/** Reads all settings and reports all problems in one message. */
export function readConfig(environment: Environment): { config: Config } | { problems: string[] } {
  const problems: string[] = []
  const config = readSettings(environment, problems)
  return problems.length > 0 ? { problems } : { config }
}

/** Reads all settings. One that is missing or not valid is null or undefined. */
export function readConfigLeniently(environment: Environment): {
  settings: { [Name in keyof Config]: Config[Name] | null | undefined }
  problems: string[]
} {
  const problems: string[] = []
  return { settings: readSettings(environment, problems), problems }
}

function readSettings(environment: Environment, problems: string[]) {
  const inForce = new Map<string, Pick<DisplayedSetting, 'state' | 'value'>>()
  /** Null if the setting is not set and has no default. */
  const optional = <T>(name: SettingName, parse: Parse<T>): T | null => {
    const setting = settingOf(name)
    const given = environment[name] || null
    const text = given ?? (setting.default === 'required' ? null : setting.default)
    if (text === null) return null
    inForce.set(name, { state: given === null ? 'default' : 'set', value: displayedValue(setting.display, text) })
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

  const readOpenId = (): OpenIdSettings | null => {
    const [issuer, clientId, clientSecret] = [
      optional('OPENID_ISSUER', secureUrl),
      optional('OPENID_CLIENT_ID', anyText),
      optional('OPENID_CLIENT_SECRET', anyText),
    ]
    if (issuer != null && clientId != null && clientSecret != null) return { issuer, clientId, clientSecret }
    if (issuer !== null || clientId !== null || clientSecret !== null)
      problems.push('OPENID_ISSUER, OPENID_CLIENT_ID and OPENID_CLIENT_SECRET are set together or not at all')
    return null
  }

  const readKeys = (): { secretKeys: SecretKeys; digestKey: Buffer } => {
    const single = optional('SECRET_KEY', thirtyTwoBytes)
    if (single === null)
      return { secretKeys: required('SECRET_KEYS', secretKeys), digestKey: required('DIGEST_KEY', thirtyTwoBytes) }
    if (environment['SECRET_KEYS'] || environment['DIGEST_KEY'])
      problems.push('SECRET_KEY is set together with SECRET_KEYS or DIGEST_KEY: set either SECRET_KEY or the other two')
    return { secretKeys: [{ id: '0', bytes: single }], digestKey: single }
  }

  const readAddress = () => {
    const address = { host: required('HOST', anyText), port: required('PORT', wholeNumber(0, 65_535)) }
    const port = optional('ADMIN_PORT', wholeNumber(0, 65_535))
    if (port == null) return { ...address, admin: null }
    if (port === address.port && port !== 0)
      problems.push(`ADMIN_PORT is the same as PORT: ${settings.ADMIN_PORT.expects}`)
    return { ...address, admin: { host: optional('ADMIN_HOST', anyText) ?? address.host, port } }
  }

  if (environment['SHARD']) problems.push(`SHARD is not used any more, set SHARDS: ${settings.SHARDS.expects}`)
  const config = {
    databaseUrl: required('DATABASE_URL', postgresUrl),
    poolSize: required('DATABASE_POOL_SIZE', wholeNumber(1, 200)),
    ...readKeys(),
    operatorToken: optional('OPERATOR_TOKEN', longToken),
    proxies: optional('PROXIES', wholeNumber(0, 9)),
    /** Without `admin`, the public port serves everything. */
    ...readAddress(),
    shards: required('SHARDS', parseShardRange),
    logLevel: required('LOG_LEVEL', (text) => logLevels.find((level) => level === text)),
    stopDelaySeconds: required('STOP_DELAY_SECONDS', wholeNumber(0, 300)),
    buildCommit: optional('BUILD_COMMIT', matching(/^[0-9a-f]{7,64}$/)),
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
    /** Null disables sign-in by an identity provider. */
    openId: readOpenId(),
    webhookAllowCidrs: optional('WEBHOOK_ALLOW_CIDRS', parseCidrs) ?? [],
    /** Signs every email; null when the provider signs. */
    dkim: pair(
      'DKIM_SELECTOR',
      'DKIM_PRIVATE_KEY',
      [matching(/^[A-Za-z0-9._-]{1,63}$/), rsaKey],
      (selector, privateKey) => ({ selector, privateKey }),
    ),
  }
  const { emailProvider, sms, whatsapp } = config
  const groups = groupsOf((name) => inForce.get(name) ?? unread(name, environment))
  /** What operators see of all this. */
  return { ...config, displayed: { groups, channels: displayedChannels({ emailProvider, sms, whatsapp }) } }
}

/** A setting that is set and that no other setting makes the process read, such as the account at a provider without a route. */
const unread = (name: SettingName, environment: Environment): Pick<DisplayedSetting, 'state' | 'value'> => {
  const text = environment[name]
  if (!text) return { state: 'not_set', value: null }
  return { state: 'unused', value: displayedValue(settingOf(name).display, text) }
}

const groupsOf = (read: (name: SettingName) => Pick<DisplayedSetting, 'state' | 'value'>): SettingGroup[] =>
  Object.entries(settingThemes).map(([id, theme]) => ({
    id,
    ...theme,
    settings: Object.entries<Setting>(settings)
      .filter(([, setting]) => setting.theme === id)
      .map(([name, { meaning }]) => ({ name, ...read(name as SettingName), meaning })),
  }))

type ChannelSettings = {
  emailProvider: { name: string } | null
  sms: SmsSettings | null
  whatsapp: object | null | undefined
}
function displayedChannels({ emailProvider, sms, whatsapp }: ChannelSettings): DisplayedChannel[] {
  const callbacksOf = (provider: string, pages: Parameters<typeof registeredPaths>[0]) =>
    registeredPaths(pages).map((path) => ({ provider, path }))
  const found: Record<(typeof channels)[number], Omit<DisplayedChannel, 'channel'>> = {
    email: {
      isOn: true,
      providers: ['smtp'],
      callbacks: emailProvider === null ? [] : callbacksOf(emailProvider.name, emailPages(emailProvider.name)),
    },
    sms: {
      isOn: sms !== null,
      providers: sms?.routes.providers ?? [],
      callbacks: (sms?.routes.providers ?? []).flatMap((name) => callbacksOf(name, smsPages(name))),
    },
    whatsapp:
      whatsapp == null
        ? { isOn: false, providers: [], callbacks: [] }
        : { isOn: true, providers: ['meta'], callbacks: callbacksOf('meta', whatsappPages) },
  }
  return channels.map((channel) => ({ channel, ...found[channel] }))
}

/** Validating a setting makes no network request. */
const neverFetched = (): Promise<never> => Promise.reject(new Error('a setting is validated without a network request'))

const neverPosted = { post: neverFetched }

/** For `npm run migrate`. Null when the setting is missing or not valid. */
export const readDigestKey = (environment: Environment): Buffer | null =>
  thirtyTwoBytes(environment['DIGEST_KEY'] || environment['SECRET_KEY'] || '') ?? null
