import { emailProviders } from './channels/email/callbacks/providers.ts'
import { smsProviders } from './channels/sms/providers.ts'
import { whatsappExample, whatsappSetting } from './channels/whatsapp/settings.ts'
import type { SettingDisplay } from './displayed-settings.ts'

export type SettingTheme =
  | 'required'
  | 'http'
  | 'email'
  | 'sms'
  | 'whatsapp'
  | 'webhooks'
  | 'dashboard'
  | 'capacity'
  | 'logging'
export type Setting = {
  theme: SettingTheme
  /** How the dashboard shows the value to operators. */
  display: SettingDisplay
  /** Null for an optional setting, or 'required'. */
  default: string | null
  /** A valid value, as it is written between double quotes in a shell. */
  example: string
  /** The format of the value. It completes the message about an invalid one. */
  expects: string
  /** What the setting does, and when to change it. */
  meaning: string
}

/** In the order of docs/configuration.md. An introduction is in Markdown. */
export const settingThemes: Record<SettingTheme, { title: string; introduction: string }> = {
  required: {
    title: 'Required',
    introduction: 'Every process needs these. [Production](guides/production.md) shows how to set them.',
  },
  http: { title: 'HTTP', introduction: 'How the service is reached, by clients, through proxies and by the operator.' },
  email: {
    title: 'Email',
    introduction:
      'Delivery reports and signatures. [Email providers](guides/email-providers.md) shows the steps for each.',
  },
  sms: { title: 'SMS', introduction: '[SMS and WhatsApp](guides/sms-and-whatsapp.md) shows how to set up a provider.' },
  whatsapp: {
    title: 'WhatsApp',
    introduction: '[SMS and WhatsApp](guides/sms-and-whatsapp.md) shows how to set up the account and its templates.',
  },
  webhooks: { title: 'Webhooks', introduction: 'Where merchants may receive events.' },
  dashboard: {
    title: 'Dashboard',
    introduction: 'People sign in by links in emails and by passkeys. An identity provider is optional.',
  },
  capacity: { title: 'Capacity and limits', introduction: 'How much one process does at a time, and how it stops.' },
  logging: {
    title: 'Logging',
    introduction: '[Observability](internals/observability.md) lists the lines and the metrics.',
  },
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Every setting of the service. docs/configuration.md shows them. */
export const settings = {
  DATABASE_URL: {
    theme: 'required',
    display: 'database_url',
    default: 'required',
    example: 'postgres://tidings@db.internal/tidings',
    expects: 'the address of the PostgreSQL database, postgres://…',
    meaning: 'The only store of the service. Every process uses the same database.',
  },
  SECRET_KEYS: {
    theme: 'required',
    display: 'key_ids',
    default: 'required',
    example: '1:$(openssl rand -base64 32)',
    expects:
      'up to eight keys as id:key, separated by commas; a key is 32 random bytes in base64 (openssl rand -base64 32)',
    meaning:
      'The first key signs links and encrypts webhook secrets, the others are still accepted. An id has up to 16 of A-Z, a-z, 0-9, _ and -. Generate a key once and use it for every process. [Rotate it](runbooks/rotate-secret-keys.md) when it may have leaked.',
  },
  DIGEST_KEY: {
    theme: 'required',
    display: 'secret',
    default: 'required',
    example: '$(openssl rand -base64 32)',
    expects: '32 random bytes in base64 (openssl rand -base64 32)',
    meaning:
      'Suppressions, opt-outs and idempotency keys are stored as HMACs with it. Generate it once, use it for every process and never change it: recipients who opted out would be contacted again.',
  },
  SECRET_KEY: {
    theme: 'required',
    display: 'secret',
    default: null,
    example: '$(openssl rand -base64 32)',
    expects: '32 random bytes in base64 (openssl rand -base64 32)',
    meaning:
      'Only for an installation that began with it, instead of `SECRET_KEYS` and `DIGEST_KEY`: it is key 0 of `SECRET_KEYS` and the `DIGEST_KEY`.',
  },
  PUBLIC_URL: {
    theme: 'required',
    display: 'web_address',
    default: 'required',
    example: 'https://updates.example.com',
    expects: 'the address of this service for customers, https://updates.example.com; plain http only on loopback',
    meaning:
      'Links in emails, texts and WhatsApp messages begin with it, and providers send their callbacks to it. Choose a short one without a path, because a text has 160 characters. Links that were sent before a change stop working, unless the old address still leads here.',
  },
  SMTP_URL: {
    theme: 'required',
    display: 'smtp_url',
    default: 'required',
    example: 'smtps://user:password@smtp.example.net',
    expects: 'the server that emails are submitted to, smtps://user:password@host',
    meaning:
      'The server of your email provider. For one that only supports STARTTLS: `smtp://user:password@host:587?requireTLS=true`. Percent-encode reserved characters.',
  },
  EMAIL_FROM: {
    theme: 'required',
    display: 'plain',
    default: 'required',
    example: 'updates@example.com',
    expects: 'the address emails come from, updates@example.com',
    meaning:
      'The sender of every email. The display name is the name of the business. Its domain must be one that your provider may send for (SPF, DKIM).',
  },
  HOST: {
    theme: 'http',
    display: 'plain',
    default: '0.0.0.0',
    example: '127.0.0.1',
    expects: 'an address to listen on',
    meaning: 'Set `127.0.0.1` if only a proxy on the same machine may connect.',
  },
  PORT: {
    theme: 'http',
    display: 'plain',
    default: '3000',
    example: '8080',
    expects: 'a port number, 0 for any',
    meaning: 'The port that the process listens on. Each process on a machine needs its own.',
  },
  ADMIN_PORT: {
    theme: 'http',
    display: 'plain',
    default: null,
    example: '9000',
    expects: 'a port number other than PORT, 0 for any',
    meaning:
      'A second port for `/livez`, `/readyz`, `/metrics` and [the operator interface](guides/operator.md). `PORT` no longer serves them then, and a process with the role `worker` listens only here. Let no proxy forward to it.',
  },
  ADMIN_HOST: {
    theme: 'http',
    display: 'plain',
    default: null,
    example: '127.0.0.1',
    expects: 'an address to listen on',
    meaning:
      'Where `ADMIN_PORT` listens, if not on `HOST`. Set `127.0.0.1` if the supervisor and the collector of metrics run on the same machine.',
  },
  PROXIES: {
    theme: 'http',
    display: 'plain',
    default: null,
    example: '1',
    expects: 'the number of proxies in front that add to X-Forwarded-For, 0 to 9',
    meaning:
      'How the address of a client is found: the service trusts as many entries of `X-Forwarded-For`. Without it the address is unknown, and unauthenticated clients share one rate limit. A number that is too high lets clients invent their address.',
  },
  OPERATOR_TOKEN: {
    theme: 'http',
    display: 'secret',
    default: null,
    example: '$(openssl rand -hex 32)',
    expects: 'at least 32 printable ASCII characters without spaces',
    meaning:
      'The token of the first operator, who may do everything. Without it and without a named operator [the operator interface](guides/operator.md) does not exist. Remove it when each person has a token.',
  },
  EMAIL_PROVIDER: {
    theme: 'email',
    display: 'plain',
    default: null,
    example: 'mailgun',
    expects: `one of ${Object.keys(emailProviders).join(', ')}`,
    meaning:
      'The provider that reports deliveries, bounces and complaints. Without it, emails are sent and their delivery stays unknown.',
  },
  EMAIL_WEBHOOK_SECRET: {
    theme: 'email',
    display: 'secret',
    default: null,
    example: 'the-webhook-signing-key',
    expects: 'the secret the provider signs its callbacks with',
    meaning:
      'Set it together with `EMAIL_PROVIDER`, and change it with the secret at the provider. Its format depends on the provider.',
  },
  DKIM_SELECTOR: {
    theme: 'email',
    display: 'plain',
    default: null,
    example: 'tidings',
    expects: 'the name of the DNS record',
    meaning:
      'The service signs every email, and receivers read the public key from this record below `_domainkey`. Only if the provider does not sign.',
  },
  DKIM_PRIVATE_KEY: {
    theme: 'email',
    display: 'secret',
    default: null,
    example: '$(cat dkim.pem)',
    expects: 'an RSA private key as PEM',
    meaning:
      'The key that belongs to `DKIM_SELECTOR`; set both together. Line breaks may be written as `\\n`. To replace it, publish a record with a new name first.',
  },
  SMS_ROUTES: {
    theme: 'sms',
    display: 'routes',
    default: null,
    example: 'twilio:*;vonage:DE,AT',
    expects: `which provider serves which countries, such as twilio:*; known are ${Object.keys(smsProviders).join(', ')}`,
    meaning:
      'The provider of texts for each country. The route `*` is required and serves all countries that no other route names. Without the setting no texts are sent.',
  },
  ...smsUrlSettings(),
  WHATSAPP_URL: {
    theme: 'whatsapp',
    display: 'account_url',
    default: null,
    example: whatsappExample,
    expects: whatsappSetting,
    meaning:
      "The account at Meta's Cloud API. You choose the verify token. Without the setting no WhatsApp messages are sent.",
  },
  WEBHOOK_ALLOW_CIDRS: {
    theme: 'webhooks',
    display: 'plain',
    default: null,
    example: '10.1.0.0/16',
    expects: 'networks such as 10.1.0.0/16, separated by commas; never a whole family',
    meaning:
      'Private networks in which merchants may have webhook receivers. Without it only public addresses are permitted. Any merchant can then make the service send requests into these networks, so set it only if you trust all of them.',
  },
  DATABASE_POOL_SIZE: {
    theme: 'capacity',
    display: 'plain',
    default: '16',
    example: '32',
    expects: 'a whole number from 1 to 200',
    meaning:
      'Connections of this process. One business uses at most a quarter of them, all requests together three quarters. Workers open two more for the queue. Increase it when requests wait for connections and PostgreSQL has capacity; the sum over all processes must stay below its `max_connections`.',
  },
  SMTP_CONNECTIONS: {
    theme: 'capacity',
    display: 'plain',
    default: '40',
    example: '10',
    expects: 'a whole number from 1 to 500',
    meaning:
      'Connections of this process to the mail server. Decrease it when the provider refuses connections, increase it when emails wait.',
  },
  OPENID_ISSUER: {
    theme: 'dashboard',
    display: 'web_address',
    default: null,
    example: 'https://id.example.com',
    expects: 'the issuer of your identity provider, https://…; plain http only on loopback',
    meaning:
      'People also sign in by this OpenID Connect provider, if it has verified their address and the address belongs to a member or an operator. Register `/dashboard/sign-in/openid/return` at `PUBLIC_URL` as the redirect address.',
  },
  OPENID_CLIENT_ID: {
    theme: 'dashboard',
    display: 'plain',
    default: null,
    example: 'tidings',
    expects: 'the id of this service at the identity provider',
    meaning: 'Set it together with `OPENID_ISSUER` and `OPENID_CLIENT_SECRET`.',
  },
  OPENID_CLIENT_SECRET: {
    theme: 'dashboard',
    display: 'secret',
    default: null,
    example: 'the-client-secret',
    expects: 'the secret of this service at the identity provider',
    meaning: 'Change it with the secret at the provider. Set all three or none.',
  },
  STOP_DELAY_SECONDS: {
    theme: 'capacity',
    display: 'plain',
    default: '5',
    example: '15',
    expects: 'a whole number of seconds from 0 to 300',
    meaning:
      'How long a stopping process serves requests while `/readyz` is 503, so that a load balancer stops using it before its port closes. Longer than the load balancer takes to notice: period times failures of its probe. 0 without a load balancer. A worker does not wait.',
  },
  DRAIN_SECONDS: {
    theme: 'capacity',
    display: 'plain',
    default: '25',
    example: '60',
    expects: 'a whole number of seconds from 0 to 300',
    meaning:
      'How long a stopping process then waits for requests, submissions and deliveries in flight. The supervisor must wait longer than both together before it kills the process. A submission that is cut off ends with an unknown outcome; an unresponsive mail server takes up to 60 seconds, an SMS provider 30.',
  },
  SHARDS: {
    theme: 'capacity',
    display: 'plain',
    default: '00-zz',
    example: '00-Uz',
    expects:
      'a range of logical shards such as 00-Uz, or one such as a1; each has two characters, in the order 0-9, A-Z, a-z',
    meaning:
      'A new business gets one of them at random. It is part of its API keys, links and callback addresses, and never changes. Change the setting only when you run [several cells](internals/data-model.md#cells).',
  },
  LOG_LEVEL: {
    theme: 'logging',
    display: 'plain',
    default: 'info',
    example: 'warn',
    expects: `one of ${logLevels.join(', ')}`,
    meaning:
      'The log is JSON lines on standard output. `debug` adds why a nudge was skipped. `info` has a line for each request, `warn` only failures of providers and the database, and what is worse, `error` only failures that need a person.',
  },
  BUILD_COMMIT: {
    theme: 'logging',
    display: 'plain',
    default: null,
    example: '05316a7',
    expects: 'a commit as 7 to 64 hexadecimal digits',
    meaning:
      'The commit that this process runs, for the metric `tidings_build_info`. Without it the metric says `unknown`.',
  },
} satisfies Record<string, Setting>

type SmsUrlSetting = `SMS_${string}_URL`
export type SettingName = keyof typeof settings | SmsUrlSetting

export function smsUrlSetting(provider: string): SmsUrlSetting {
  return `SMS_${provider.toUpperCase()}_URL`
}

function smsUrlSettings(): Record<SmsUrlSetting, Setting> {
  const meaning = 'The account at the provider. Required if `SMS_ROUTES` names it. Percent-encode reserved characters.'
  return Object.fromEntries(
    Object.entries(smsProviders).map(([name, { setting, display, example }]) => [
      smsUrlSetting(name),
      { theme: 'sms', display, default: null, example, expects: setting, meaning },
    ]),
  )
}
