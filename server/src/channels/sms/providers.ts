import type { SettingDisplay } from '../../displayed-settings.ts'
import { isSecureOrLoopback } from '../../secure-url.ts'
import { attempt } from '../attempt.ts'
import type { SmsProvider, SmsProviderSettings } from './provider.ts'
import { createTwilio } from './twilio.ts'
import { createVonage } from './vonage.ts'

type ProviderEnvironment = Pick<SmsProviderSettings, 'publicUrl' | 'http'>
/**
 * `setting` describes the format of the setting, `example` is a valid one. `display` says whether operators see the name of the user:
 * the id of an account is no secret. `create` returns undefined if the setting is not valid.
 */
type Entry = {
  setting: string
  display: Extract<SettingDisplay, 'account_url' | 'api_key_url'>
  example: string
  create: (settingUrl: SettingUrl, environment: ProviderEnvironment) => SmsProvider | undefined
}

/** Each provider is configured by one URL, such as SMS_TWILIO_URL. */
export const smsProviders: Record<string, Entry> = {
  twilio: {
    setting: 'https://<account sid>:<auth token>@api.twilio.com?from=<number or short code>',
    display: 'account_url',
    example:
      'https://AC00000000000000000000000000000000:the-auth-token-of-the-account@api.twilio.com?from=%2B447700900000',
    create: ({ user, password, from, apiUrl }, environment) =>
      /^AC[0-9a-f]{32}$/.test(user) && isSecret(password)
        ? createTwilio({ accountSid: user, authToken: password, from, apiUrl, ...environment })
        : undefined,
  },
  vonage: {
    setting:
      'https://<API key>:<API secret>@api.nexmo.com?from=<number or short code>&signature_secret=<signature secret>',
    display: 'api_key_url',
    example: 'https://a1b2c3d4:the-api-secret@api.nexmo.com?from=%2B447700900000&signature_secret=the-signature-secret',
    create: ({ user, password, from, apiUrl, query }, environment) => {
      const signatureSecret = query.get('signature_secret') ?? ''
      return /^[0-9A-Za-z]+$/.test(user) && password !== '' && isSecret(signatureSecret)
        ? createVonage({ apiKey: user, apiSecret: password, signatureSecret, from, apiUrl, ...environment })
        : undefined
    },
  },
}

/** Returns the provider of that name, or a description of the problem that never quotes the setting, which contains secrets. */
export function createSmsProvider(
  name: string,
  setting: string,
  environment: ProviderEnvironment,
): SmsProvider | { problem: string } {
  const entry = Object.hasOwn(smsProviders, name) ? smsProviders[name] : undefined
  if (entry === undefined) return { problem: `the SMS provider must be one of ${Object.keys(smsProviders).join(', ')}` }
  const settingUrl = parseSettingUrl(setting)
  const provider = settingUrl && entry.create(settingUrl, environment)
  return provider ?? { problem: `SMS_${name.toUpperCase()}_URL is not valid: ${entry.setting}` }
}

type SettingUrl = { apiUrl: string; user: string; password: string; from: string; query: URLSearchParams }

function parseSettingUrl(text: string): SettingUrl | undefined {
  const url = URL.parse(text)
  const [user, password] = [decode(url?.username), decode(url?.password)]
  if (url === null || user === undefined || password === undefined) return undefined
  if (!isSecureOrLoopback(url)) return undefined
  // A plus sign that is not percent-encoded is decoded as a space.
  const from = (url.searchParams.get('from') ?? '').replace(/^ /, '+')
  if (!senderFormat.test(from)) return undefined
  return { apiUrl: url.origin + url.pathname.replace(/\/$/, ''), user, password, from, query: url.searchParams }
}

/** A number or a short code: every text offers a reply (STOP), and recipients cannot reply to a name. */
const senderFormat = /^(\+\d{7,15}|\d{3,6})$/

const isSecret = (text: string): boolean => /^[\x21-\x7e]{16,}$/.test(text)

const decode = (text = ''): string | undefined => attempt(() => decodeURIComponent(text))
