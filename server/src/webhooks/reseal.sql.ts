import { statement } from '../db/statement.ts'
import type { StoredSecrets } from './secret.ts'

export type StoredEndpoint = StoredSecrets & { id: string }

/** The next endpoints with a secret that another key than this one encrypted, expired previous secrets included. */
export const lockSealedByOthers = statement<{ keyId: string; after: string; limit: number }, StoredEndpoint>(
  'webhooks.lock_sealed_by_others',
  `select id, secret, secret_key_id as "secretKeyId", previous_secret as "previousSecret",
          previous_secret_key_id as "previousSecretKeyId"
     from webhook_endpoints
    where id > $after and (secret_key_id <> $keyId or (previous_secret is not null and previous_secret_key_id <> $keyId))
    order by id
    limit $limit
      for no key update`,
)

export const storeSecrets = statement<{ endpoints: StoredEndpoint[] }>(
  'webhooks.store_secrets',
  `update webhook_endpoints w
      set secret = endpoints.secret, secret_key_id = endpoints.secret_key_id,
          previous_secret = endpoints.previous_secret, previous_secret_key_id = endpoints.previous_secret_key_id
     from $endpoints(id uuid, secret bytea, secret_key_id text, previous_secret bytea, previous_secret_key_id text)
    where w.id = endpoints.id`,
)
