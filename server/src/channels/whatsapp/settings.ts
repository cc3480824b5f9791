import { isSecureOrLoopback } from '../../secure-url.ts'

export type WhatsAppSettings = {
  phoneNumberId: string
  accessToken: string
  /** The app's secret, which signs callbacks. */
  appSecret: string
  /** The word agreed on for the handshake. */
  verifyToken: string
  /** Without a slash at the end. */
  apiUrl: string
}

export const whatsappSetting =
  'https://<phone number id>:<access token>@graph.facebook.com?app_secret=<app secret>&verify_token=<verify token>'

/** The platform is set up by one address. Undefined when it cannot be that; plain http only on loopback. */
export function readWhatsAppSettings(text: string): WhatsAppSettings | undefined {
  const url = URL.parse(text)
  if (url === null) return undefined
  const [phoneNumberId, accessToken] = [url.username, url.password]
  const appSecret = url.searchParams.get('app_secret') ?? ''
  const verifyToken = url.searchParams.get('verify_token') ?? ''
  if (!isSecureOrLoopback(url)) return undefined
  if (!/^\d{5,20}$/.test(phoneNumberId)) return undefined
  if (![accessToken, appSecret, verifyToken].every((secret) => /^[\x21-\x7e]{16,}$/.test(secret))) return undefined
  return { phoneNumberId, accessToken, appSecret, verifyToken, apiUrl: url.origin + url.pathname.replace(/\/$/, '') }
}
