import { createHmac } from 'node:crypto'
import { formatId } from '../ids.ts'
import type { Keyring } from '../keyring.ts'
import { openSecret, type StoredSecrets, sealedSecrets } from './secret.ts'

/** The HTTP request of an event (6.2). Each attempt has a new timestamp; id and body are unchanged. */
export function signedRequest(
  keyring: Keyring,
  target: StoredSecrets & { endpointId: string; url: string },
  event: { id: string; type: string; body: string },
  now: Date,
): { url: string; headers: Record<string, string>; body: string } {
  const secrets = sealedSecrets(target).map((secret) => openSecret(keyring, target.endpointId, secret))
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
 * The value of the signature header (6.2). It has one `v1` for each secret: during a rotation there are two, and a receiver
 * accepts either. The HMAC key is the secret as displayed to the merchant, with its prefix, so that a receiver does not need to
 * decode it.
 */
export function signature(secrets: string[], t: number, body: string): string {
  const values = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...values].join(',')
}
