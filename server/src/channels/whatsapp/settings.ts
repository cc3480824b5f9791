import { isSecureOrLoopback } from '../../secure-url.ts'

export type WhatsAppSettings = {
  phoneNumberId: string
  accessToken: string
  /** The secret that callbacks are signed with. */
  appSecret: string
  /** The token that the platform sends in the handshake. */
  verifyToken: string
  /** The WhatsApp business account that the templates belong to. Null: they are registered by hand. */
  accountId: string | null
  /** Without a trailing slash. */
  apiUrl: string
}

export const whatsappSetting =
  'https://<phone number id>:<access token>@graph.facebook.com?app_secret=<app secret>&verify_token=<verify token>&account_id=<business account id>'
export const whatsappExample =
  'https://106540352242922:the-permanent-access-token@graph.facebook.com?app_secret=the-secret-of-the-app&verify_token=a-random-verify-token&account_id=102290129340398'

/** The platform is configured by one URL. Returns undefined if it is not valid. Plain HTTP is permitted only on loopback. */
export function parseWhatsAppSettings(text: string): WhatsAppSettings | undefined {
  const url = URL.parse(text)
  if (url === null) return undefined
  const [phoneNumberId, accessToken] = [url.username, url.password]
  const appSecret = url.searchParams.get('app_secret') ?? ''
  const verifyToken = url.searchParams.get('verify_token') ?? ''
  const accountId = url.searchParams.get('account_id')
  if (!isSecureOrLoopback(url)) return undefined
  if (!/^\d{5,20}$/.test(phoneNumberId)) return undefined
  if (accountId !== null && !/^\d{5,20}$/.test(accountId)) return undefined
  if (![accessToken, appSecret, verifyToken].every((secret) => /^[\x21-\x7e]{16,}$/.test(secret))) return undefined
  const apiUrl = url.origin + url.pathname.replace(/\/$/, '')
  return { phoneNumberId, accessToken, appSecret, verifyToken, accountId, apiUrl }
}
