import { isSecureOrLoopback } from '../../secure-url.ts'
import { attempt } from '../attempt.ts'
import type { SmsProvider, SmsProviderSettings } from './provider.ts'
import { createTwilio } from './twilio.ts'
import { createVonage } from './vonage.ts'

type ProviderEnvironment = Pick<SmsProviderSettings, 'publicUrl' | 'http'>
/** What the setting of a provider is, in words, and the provider made with it; undefined if it cannot be that. */
type Entry = {
  setting: string
  create: (address: Address, environment: ProviderEnvironment) => SmsProvider | undefined
}

/** Each provider is set up by one address, such as SMS_TWILIO_URL. */
export const smsProviders: Record<string, Entry> = {
  twilio: {
    setting: 'https://<account sid>:<auth token>@api.twilio.com?from=<number or short code>',
    create: ({ user, password, from, apiUrl }, environment) =>
      /^AC[0-9a-f]{32}$/.test(user) && isSecret(password)
        ? createTwilio({ accountSid: user, authToken: password, from, apiUrl, ...environment })
        : undefined,
  },
  vonage: {
    setting:
      'https://<API key>:<API secret>@api.nexmo.com?from=<number or short code>&signature_secret=<signature secret>',
    create: ({ user, password, from, apiUrl, query }, environment) => {
      const signatureSecret = query.get('signature_secret') ?? ''
      return /^[0-9A-Za-z]+$/.test(user) && password !== '' && isSecret(signatureSecret)
        ? createVonage({ apiKey: user, apiSecret: password, signatureSecret, from, apiUrl, ...environment })
        : undefined
    },
  },
}

/** The provider of that name, or what is wrong, in words that never quote the setting. */
export function createSmsProvider(
  name: string,
  setting: string,
  environment: ProviderEnvironment,
): SmsProvider | { problem: string } {
  const entry = Object.hasOwn(smsProviders, name) ? smsProviders[name] : undefined
  if (entry === undefined) return { problem: `the SMS provider must be one of ${Object.keys(smsProviders).join(', ')}` }
  const address = readAddress(setting)
  const provider = address && entry.create(address, environment)
  return provider ?? { problem: `SMS_${name.toUpperCase()}_URL is not valid: ${entry.setting}` }
}

type Address = { apiUrl: string; user: string; password: string; from: string; query: URLSearchParams }

function readAddress(text: string): Address | undefined {
  const url = URL.parse(text)
  const [user, password] = [decoded(url?.username), decoded(url?.password)]
  if (url === null || user === undefined || password === undefined) return undefined
  if (!isSecureOrLoopback(url)) return undefined
  // A plus that nobody has encoded is read as a space.
  const from = (url.searchParams.get('from') ?? '').replace(/^ /, '+')
  if (!sender.test(from)) return undefined
  return { apiUrl: url.origin + url.pathname.replace(/\/$/, ''), user, password, from, query: url.searchParams }
}

/** A number or a short code: every text says that it can be answered, and a name cannot be. */
const sender = /^(\+\d{7,15}|\d{3,6})$/

const isSecret = (text: string): boolean => /^[\x21-\x7e]{16,}$/.test(text)

const decoded = (text = ''): string | undefined => attempt(() => decodeURIComponent(text))
