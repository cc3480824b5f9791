import { serviceTime } from '../../db/clock.ts'
import { statement } from '../../db/statement.ts'

/**
 * The active keys among all that a key ever minted, directly or through keys that are not active any more. It goes up from the
 * active keys, which are few, and not down from a key that may have minted very many.
 */
export const activeMintedBy = statement<{ businessId: string; keyId: string }, { id: string }>(
  'dashboard.active_minted_by',
  `with recursive line as (
     select id, minted_by as ancestor from api_keys
      where business_id = $businessId and revoked_at is null and coalesce(expires_at, 'infinity') > ${serviceTime}
     union
     select l.id, k.minted_by from line l join api_keys k on k.business_id = $businessId and k.id = l.ancestor
      where l.ancestor <> $keyId::uuid
   )
   select id from line where ancestor = $keyId::uuid`,
)

/** The people who created these keys in the dashboard, or with the token of an operator. `keyIds` are public ids. */
export const keyCreators = statement<{ businessId: string; keyIds: string[] }, { keyId: string; name: string }>(
  'dashboard.key_creators',
  `select target as "keyId", actor_name as name from audit_log
    where business_id = $businessId and target = any($keyIds::text[]) and action = 'createDashboardKey'`,
)
