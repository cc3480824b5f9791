import { expect, test } from 'vitest'
import { createSignedInOperator } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { createTestService } from '../support/test-service.ts'

/** What the page of WhatsApp templates shows and does. Who may open it is in operator-roles. */
const service = await createTestService()
const { business, config, operator, restart, simulator } = service
const { read, submit } = createDashboardClient(service)
const shop = await business()
const admin = await createSignedInOperator(service, shop, 'admin', 'Grace Hill')
const support = await createSignedInOperator(service, shop, 'support')
const path = '/dashboard/operator/templates'

test('a synchronisation shows what was done, what the platform refused in its words, and what to do', async () => {
  await simulator.template('order_delayed', 'refused')
  await simulator.template('order_refunded', 'REJECTED')
  const { status, text } = await submit(admin, `${path}/sync`)
  expect(status).toBe(200)
  for (const words of ['1 refused by the platform', 'deleted less than 30 days', 'Rejected', 'appeal'])
    expect(text).toContain(words)
  const [row] = (await operator('GET', '/audit?action=syncTemplates')).json.items
  expect(row.operator_name).toBe('Grace Hill')
})

test('the page has the recorded states, and only an admin synchronises', async () => {
  await operator('PUT', '/whatsapp-templates/shipped', { state: 'paused' })
  const { text } = await read(support, path)
  for (const words of ['order_shipped', 'language en', 'Paused', 'Only an admin']) expect(text).toContain(words)
  expect(text).not.toContain(`${path}/sync`)
  expect((await read(admin, path)).text).toContain(`${path}/sync`)
})

test('without an account at the platform nothing is changed, and the page says what is missing', async () => {
  await restart({ whatsapp: { ...config.whatsapp!, accountId: null } })
  const { status, text } = await submit(admin, `${path}/sync`)
  expect([status, text.includes('Nothing was changed')]).toEqual([409, true])
})
