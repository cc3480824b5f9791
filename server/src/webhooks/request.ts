import type { DeriveKey } from '../derive-key.ts'
import { showId } from '../ids.ts'
import { openSecret } from './secret.ts'
import { signature } from './sign.ts'

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
      'X-Service-Delivery': showId('evt', event.id),
    },
    body: event.body,
  }
}
