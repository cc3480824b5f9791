import { createPrivateKey } from 'node:crypto'
import { attempt } from './channels/attempt.ts'
import { createEmailProvider, emailProviders } from './channels/email/callbacks/providers.ts'
import { createSmsProvider, smsProviders } from './channels/sms/providers.ts'
import { readSmsRoutes } from './channels/sms/routes.ts'
import type { SmsSettings } from './channels/sms/sms.ts'
import { readWhatsAppSettings, whatsappSetting } from './channels/whatsapp/settings.ts'
import { readCidrs } from './outbound/address-guard.ts'
import { isSecureOrLoopback } from './secure-url.ts'

export type Config = ReturnType<typeof readSettings>
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

type Environment = Record<string, string | undefined>

/** A pure function of a record, so all problems are found at once. */
export function readConfig(environment: Environment): { config: Config } | { problems: string[] } {
  const problems: string[] = []
  const config = readSettings(environment, problems)
  return problems.length > 0 ? { problems } : { config }
}

/** Every setting of the service, with its default and its meaning. */
function readSettings(environment: Environment, problems: string[]) {
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
  const required = <T>(name: string, meaning: string, parse: (text: string) => T | undefined): T =>
    read(name, undefined, meaning, parse)
  const optional = <T>(name: string, meaning: string, parse: (text: string) => T | undefined): T | null =>
    read<T | null>(name, null, meaning, parse)

  const pair = <T>(
    one: string | null,
    two: string | null,
    join: (one: string, two: string) => T,
    together: string,
  ): T | null => {
    if (one != null && two != null) return join(one, two)
    if (one === null && two === null) return null
    if (one === null || two === null) problems.push(together)
    return null
  }

  const readSms = (): SmsSettings | null => {
    const routes = optional(
      'SMS_ROUTES',
      `who texts which countries, such as twilio:*; known are ${Object.keys(smsProviders).join(', ')}`,
      (text) => readSmsRoutes(text, Object.keys(smsProviders)),
    )
    if (routes == null) return null
    const urls = routes.providers.map((name) => {
      const setting = `SMS_${name.toUpperCase()}_URL`
      const url = required(setting, smsProviders[name]!.setting, (text) =>
        'problem' in createSmsProvider(name, text, { publicUrl: '', http: neverPosted }) ? undefined : text,
      )
      return [name, url] as const
    })
    return { routes, urls: Object.fromEntries(urls) }
  }

  return {
    databaseUrl: required('DATABASE_URL', 'the address of the PostgreSQL database, postgres://…', postgresUrl),
    /** Connections this process may hold. */
    poolSize: read('DATABASE_POOL_SIZE', 16, 'a whole number from 1 to 200', wholeNumber(1, 200)),
    /** Every key of the service's own is derived from it. After a change, a retry of a request from before it is 409 for a day. */
    secretKey: required('SECRET_KEY', '32 random bytes in base64 (openssl rand -base64 32)', thirtyTwoBytes),
    /** Null switches the operator interface off. */
    operatorToken: optional('OPERATOR_TOKEN', 'at least 32 printable ASCII characters without spaces', longToken),
    proxies: optional(
      'PROXIES',
      'how many proxies stand in front and add to X-Forwarded-For, 0 to 9',
      wholeNumber(0, 9),
    ),
    host: read('HOST', '0.0.0.0', 'an address to listen on', (text) => text),
    port: read('PORT', 3000, 'a port number, 0 for any', wholeNumber(0, 65_535)),
    /** The logical shard new businesses are put in, which every key of theirs carries. */
    shard: read('SHARD', '00', 'two characters of 0-9, A-Z, a-z', matching(/^[0-9A-Za-z]{2}$/)),
    logLevel: read('LOG_LEVEL', 'info', `one of ${logLevels.join(', ')}`, (text) =>
      logLevels.find((level) => level === text),
    ),
    /** How long a stopping process waits for requests and sends under way. */
    drainSeconds: read('DRAIN_SECONDS', 25, 'a whole number of seconds from 0 to 300', wholeNumber(0, 300)),
    /** Also where providers reach their callbacks. Without a slash at the end. */
    publicUrl: required(
      'PUBLIC_URL',
      'where customers reach this service, https://updates.example.com; plain http only on loopback',
      publicUrl,
    ),
    smtpUrl: required('SMTP_URL', 'where mail is submitted, smtps://user:password@host', smtpUrl),
    /** Connections that this process keeps. */
    smtpConnections: read('SMTP_CONNECTIONS', 40, 'a whole number from 1 to 500', wholeNumber(1, 500)),
    emailFrom: required('EMAIL_FROM', 'the address emails come from, updates@example.com', emailAddress),
    /** Who reports back what became of an email; null when nobody does. */
    emailProvider: pair(
      optional('EMAIL_PROVIDER', `one of ${Object.keys(emailProviders).join(', ')}`, (text) =>
        Object.keys(emailProviders).find((name) => name === text),
      ),
      optional('EMAIL_WEBHOOK_SECRET', 'what the provider signs its callbacks with', (text) => text),
      (name, secret) => {
        const provider = createEmailProvider(name, secret, neverFetched)
        if ('problem' in provider) problems.push(provider.problem)
        return { name, secret }
      },
      'EMAIL_PROVIDER and EMAIL_WEBHOOK_SECRET are set together or not at all',
    ),
    /** Null when no texts are sent. */
    sms: readSms(),
    /** Null when no WhatsApp messages are sent. */
    whatsapp: optional('WHATSAPP_URL', whatsappSetting, readWhatsAppSettings),
    /** Networks beside the public ones in which merchants may have receivers. */
    webhookAllowCidrs: read(
      'WEBHOOK_ALLOW_CIDRS',
      [],
      'networks such as 10.1.0.0/16, separated by commas; never a whole family',
      readCidrs,
    ),
    /** Signs every email for the domain it comes from; null when the provider does that. */
    dkim: pair(
      optional('DKIM_SELECTOR', 'the name of the DNS record', matching(/^[A-Za-z0-9._-]{1,63}$/)),
      optional('DKIM_PRIVATE_KEY', 'an RSA private key as PEM', rsaKey),
      (selector, privateKey) => ({ selector, privateKey }),
      'DKIM_SELECTOR and DKIM_PRIVATE_KEY are set together or not at all',
    ),
  }
}

/** Settings are judged without asking anybody. */
const neverFetched = (): Promise<never> => Promise.reject(new Error('nothing is fetched to judge a setting'))

const neverPosted = { post: neverFetched }

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

function publicUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    return undefined
  return isSecureOrLoopback(url) ? url.origin : undefined
}

const smtpUrl = (text: string): string | undefined =>
  /^smtps?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.hostname !== '' ? text : undefined
const emailAddress = matching(/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/)

function rsaKey(text: string): string | undefined {
  // A setting on one line has its line ends written as two characters.
  const key = attempt(() => createPrivateKey(text.replaceAll('\\n', '\n')))
  return key?.asymmetricKeyType === 'rsa' ? (key.export({ type: 'pkcs8', format: 'pem' }) as string) : undefined
}

/** For `npm run migrate`, which needs no other setting. Null when it is not set or not valid. */
export const readSecretKey = (environment: Environment): Buffer | null =>
  thirtyTwoBytes(environment['SECRET_KEY'] ?? '') ?? null

function thirtyTwoBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes : undefined
}
