import { serviceTime } from '../db/clock.ts'
import { statement } from '../db/statement.ts'
import type { Endpoint } from './endpoints.schema.ts'
import type { StoredSecrets } from './secret.ts'

export type EndpointRow = Omit<Endpoint, 'secret' | 'disabled' | 'last_success_at' | 'created_at'> & {
  secret_ending: string
  disabled_at: Date | null
  last_success_at: Date | null
  created_at: Date
}
const endpointColumns = `id, url, event_types, description, secret_ending, consecutive_failures, disabled_at, last_success_at,
          last_error, created_at`

export const listEndpoints = statement<{ businessId: string }, EndpointRow>(
  'webhooks.list_endpoints',
  `select ${endpointColumns} from webhook_endpoints where business_id = $businessId order by created_at desc, id desc`,
)

/**
 * Locked before endpoints are counted, in a separate statement: the count must include endpoints that the last lock holder
 * created.
 */
export const lockBusiness = statement<{ businessId: string }>(
  'webhooks.lock_business',
  `select 1 from businesses where id = $businessId for no key update`,
)
/** No row for a key that was revoked after its request was admitted. The business must be locked. */
export const findActiveKey = statement<{ businessId: string; keyId: string }, { id: string }>(
  'webhooks.find_active_key',
  `select id from api_keys where business_id = $businessId and id = $keyId and revoked_at is null`,
)
export const countEndpoints = statement<{ businessId: string }, { count: number }>(
  'webhooks.count_endpoints',
  `select count(*)::integer as count from webhook_endpoints where business_id = $businessId`,
)

type NewSecret = { businessId: string; id: string; secret: Buffer; secretKeyId: string; secretEnding: string }
type NewEndpoint = NewSecret & { url: string; eventTypes: string[]; description: string | null }
export const insertEndpoint = statement<NewEndpoint, EndpointRow>(
  'webhooks.insert_endpoint',
  `insert into webhook_endpoints (business_id, id, url, event_types, description, secret, secret_key_id, secret_ending)
   values ($businessId, $id, $url, $eventTypes, $description, $secret, $secretKeyId, $secretEnding)
   returning ${endpointColumns}`,
)

type EndpointKey = { businessId: string | null; id: string | null }
export const deleteEndpoint = statement<EndpointKey, { id: string }>(
  'webhooks.delete_endpoint',
  `with deleted as (delete from webhook_endpoints where business_id = $businessId and id = $id returning id),
   deliveries as (delete from webhook_deliveries d using deleted where d.endpoint_id = deleted.id and d.business_id = $businessId)
   select id from deleted`,
)

/** The replaced secret stays valid for a day, so that a receiver can switch to the new one without losing events. */
export const rotateSecret = statement<NewSecret, EndpointRow>(
  'webhooks.rotate_secret',
  `update webhook_endpoints
      set previous_secret = secret, previous_secret_key_id = secret_key_id, previous_until = clock_now() + interval '24 hours',
          secret = $secret, secret_key_id = $secretKeyId, secret_ending = $secretEnding
    where business_id = $businessId and id = $id
   returning ${endpointColumns}`,
)

export const enableEndpoint = statement<EndpointKey, EndpointRow>(
  'webhooks.enable_endpoint',
  `update webhook_endpoints set disabled_at = null, consecutive_failures = 0 where business_id = $businessId and id = $id
   returning ${endpointColumns}`,
)

/** The valid secrets: the current one, and the previous one for a day after a rotation. */
export const secrets = `w.secret, w.secret_key_id as "secretKeyId",
          case when w.previous_until > clock_now() then w.previous_secret end as "previousSecret",
          w.previous_secret_key_id as "previousSecretKeyId"`

type Target = StoredSecrets & { url: string; now: Date; signedAt: Date }
export const findTarget = statement<EndpointKey, Target>(
  'webhooks.find_target',
  `select w.url, ${secrets}, clock_now() as now, ${serviceTime} as "signedAt" from webhook_endpoints w where w.business_id = $businessId and w.id = $id`,
)
