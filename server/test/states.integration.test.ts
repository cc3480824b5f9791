import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { channelModes, channels } from '../src/channels/registry.ts'
import { templateStates } from '../src/channels/whatsapp/template-states.ts'
import { ledgerKinds } from '../src/credits/sql.ts'
import { keyKinds } from '../src/installation/keys.decide.ts'
import { scopes } from '../src/keys/scopes.ts'
import { messageStatuses } from '../src/message-status.ts'
import { modes } from '../src/mode.ts'
import { pauseReasons } from '../src/notices/kinds.ts'
import { attemptOutcomes, attemptSources } from '../src/nudges/attempts.decide.ts'
import { nudgeStates } from '../src/nudges/states.ts'
import { operatorRoles } from '../src/operator-role.ts'
import { plans } from '../src/quotas/plan.decide.ts'
import { suppressionReasons } from '../src/suppressions/operator.sql.ts'
import { deliveryStates } from '../src/webhooks/states.ts'
import { createDatabase } from './support/test-service.ts'

const client = new pg.Client({ connectionString: await createDatabase() })
await client.connect()
afterAll(() => client.end())

for (const [table, column, union] of [
  ['nudges', 'state', nudgeStates],
  ['nudge_attempts', 'source', attemptSources],
  ['nudge_attempts', 'outcome', attemptOutcomes],
  ['messages', 'status', messageStatuses],
  ['nudges', 'channel', channels],
  ['webhook_deliveries', 'state', deliveryStates],
  ['operators', 'role', operatorRoles],
  ['secret_key_checks', 'kind', keyKinds],
  ['api_keys', 'scopes', scopes],
  ['businesses', 'mode', modes],
  ['businesses', 'plan', plans],
  ['businesses', 'sms', channelModes],
  ['businesses', 'whatsapp', channelModes],
  ['credit_ledger', 'kind', ledgerKinds],
  ['email_suppressions', 'reason', suppressionReasons],
  ['whatsapp_templates', 'state', templateStates],
  ['installation', 'pause_reason', pauseReasons],
] as const)
  test(`the constraint of ${table}.${column} allows exactly the values of the union type`, async () => {
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = any($1) and convalidated`,
      [[`${table}_${column}`, `${table}_${column}_check`]],
    )
    const allowed = rows.flatMap(({ definition }) =>
      [...definition.matchAll(/'([\w:]+)'::text/g)].map(([, value]) => value),
    )
    expect(new Set(allowed)).toEqual(new Set(union))
  })
