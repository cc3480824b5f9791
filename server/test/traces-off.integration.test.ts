import { expect, test } from 'vitest'
import { statement } from '../src/db/statement.ts'
import { openShop, pushMessage, shippedOrder } from './support/messages.ts'
import { createTestService } from './support/test-service.ts'

const service = await createTestService({ role: 'api' })

const stored = statement<null, { data: object; contexts: number }>(
  'traces.stored_when_off',
  `select data, (select count(*) from trace_contexts)::integer as contexts from queue.job where name not like 'test.%'`,
)

test('without tracing a job contains only the business, also for a caller with a context, and no context is stored', async () => {
  const shop = await openShop(service, 0, {})
  const headers = { 'Idempotency-Key': 'one', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
  await shop.call('POST', '/api/v1/messages', { headers, body: shippedOrder({ recipient_email: 'ada@example.com' }) })
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  await pushMessage(shop, shippedOrder({ recipient_email: 'bob@example.com', send_at: sendAt }))
  expect(await service.db.all(stored)).toEqual([{ data: { businessId: shop.businessId }, contexts: 0 }])
})
