import { createHmac } from 'node:crypto'

/**
 * The value of the signature header (6.2). One `v1` for each secret: while a secret is being rotated there are two, and a
 * receiver accepts either. The key is the secret as the merchant was shown it, prefix and all, so that nothing has to be decoded.
 */
export function signature(secrets: string[], t: number, body: string): string {
  const values = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...values].join(',')
}
