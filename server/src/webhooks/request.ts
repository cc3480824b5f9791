import { createHmac } from 'node:crypto'
import type { DeriveKey } from '../derive-key.ts'
import { formatId } from '../ids.ts'
import { openSecret } from './secret.ts'

/** What an event is sent as (6.2). The time is fresh on every attempt; id and body are the same. */
export function signedRequest(
  deriveKey: DeriveKey,
  target: { endpointId: string; url: string; secret: Buffer; previousSecret: Buffer | null },
  event: { id: string; type: string; body: string },
  now: Date,
): { url: string; headers: Record<string, string>; body: string } {
  const sealed = target.previousSecret === null ? [target.secret] : [target.secret, target.previousSecret]
  const secrets = sealed.map((secret) => openSecret(deriveKey, target.endpointId, secret))
  return {
    url: target.url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Tidings-Webhooks/1',
      'X-Service-Signature': signature(secrets, Math.floor(now.getTime() / 1000), event.body),
      'X-Service-Event': event.type,
      'X-Service-Delivery': formatId('evt', event.id),
    },
    body: event.body,
  }
}

/**
 * The value of the signature header (6.2). One `v1` for each secret: while a secret is being rotated there are two, and a
 * receiver accepts either. The key is the secret as the merchant was shown it, prefix and all, so that nothing has to be decoded.
 */
export function signature(secrets: string[], t: number, body: string): string {
  const values = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...values].join(',')
}
