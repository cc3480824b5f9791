import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { channels } from '../src/channels/registry.ts'
import { keyKinds } from '../src/installation/keys.decide.ts'
import { scopes } from '../src/keys/scopes.ts'
import { messageStatuses } from '../src/message-status.ts'
import { nudgeStates } from '../src/nudges/states.ts'
import { operatorRoles } from '../src/operator-role.ts'
import { deliveryStates } from '../src/webhooks/states.ts'
import { createDatabase } from './support/test-service.ts'

const client = new pg.Client({ connectionString: await createDatabase() })
await client.connect()
afterAll(() => client.end())

for (const [table, column, union] of [
  ['nudges', 'state', nudgeStates],
  ['messages', 'status', messageStatuses],
  ['nudges', 'channel', channels],
  ['webhook_deliveries', 'state', deliveryStates],
  ['operators', 'role', operatorRoles],
  ['secret_key_checks', 'kind', keyKinds],
  ['api_keys', 'scopes', scopes],
] as const)
  test(`the constraint of ${table}.${column} allows exactly the values of the union type`, async () => {
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1 and convalidated`,
      [`${table}_${column}_check`],
    )
    const allowed = rows.flatMap(({ definition }) =>
      [...definition.matchAll(/'([\w:]+)'::text/g)].map(([, value]) => value),
    )
    expect(new Set(allowed)).toEqual(new Set(union))
  })
