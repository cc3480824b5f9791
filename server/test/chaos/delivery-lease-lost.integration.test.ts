import { expect, test } from 'vitest'
import { createContext } from '../../src/context.ts'
import { statement } from '../../src/db/statement.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createQueue } from '../../src/queue/queue.ts'
import { waitingDeliveries } from '../../src/webhooks/deliver.sql.ts'
import { beginDeliveries } from '../../src/webhooks/deliver.ts'
import { countLockWaiters } from '../support/locks.ts'
import { silentLog } from '../support/silent-log.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

const { business, config, db, operator, simulator } = await createTestService({ role: 'api' })

const markWaiting = statement<null, { id: string; business_id: string }>(
  'chaos.mark_waiting',
  `update webhook_deliveries set state = 'waiting', due_at = clock_now() returning id, business_id`,
)
const stateOf = statement<null, { state: string }>('chaos.delivery_state', `select state from webhook_deliveries`)

test('a worker that lost the lease of a job does not end the delivery that was queued again (6.4)', async () => {
  const shop = await business({ sending_paused: true })
  const { url } = await simulator.receiver('ok')
  await shop.call('POST', '/api/v1/webhook-endpoints', { body: { url } })
  await operator('PATCH', `/businesses/${shop.id}`, { plan: 'lapsed' })
  const { id, business_id: businessId } = (await db.one(markWaiting))!

  const outbound = createOutbound({ policy: { allowCidrs: [], exact: [] }, certificateAuthority: null })
  const context = createContext(db, createQueue(db), outbound, silentLog, config)
  let begun: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.all(waitingDeliveries.queueDue)
    begun = beginDeliveries(context, [{ id, businessId, recovered: false }])
    // It has read the old state, and waits for the row that this transaction has changed.
    await until('the lost job to wait', async () => (await countLockWaiters(db, 'from webhook_deliveries')) === 1)
  })
  expect(await begun).toHaveLength(1)
  expect(await db.one(stateOf)).toEqual({ state: 'queued' })
  await outbound.close()
})
