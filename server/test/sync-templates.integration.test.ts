import { expect, test } from 'vitest'
import { orderStatuses } from '../src/order-status.ts'
import { createTestService } from './support/test-service.ts'

const { operator, simulator, restart, config } = await createTestService({ role: 'api' })
type Item = { order_status: string; action: string; state: string; problem: string | null }
const sync = async (): Promise<Record<string, Item>> => {
  const { status, json } = await operator('POST', '/whatsapp-templates/sync')
  expect(status).toBe(200)
  return Object.fromEntries(json.items.map((item: Item) => [item.order_status, item]))
}
const recorded = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await operator('GET', '/whatsapp-templates')).json.items.map(({ order_status, state }: Item) => [
      order_status,
      state,
    ]),
  )
const auditOf = async (): Promise<{ before: unknown; after: unknown }[]> =>
  (await operator('GET', '/audit?action=syncTemplates')).json.items
const allAre = (state: string) => Object.fromEntries(orderStatuses.map((status) => [status, state]))

test('the missing templates are created once, and a refused one does not prevent the others', async () => {
  await simulator.template('order_delayed', 'refused')
  await simulator.template('order_refunded', 'PENDING')
  const first = await sync()
  expect(Object.values(first).map(({ action }) => action)).toEqual([...Array(6).fill('created'), 'failed'])
  expect(first['delayed']).toMatchObject({
    state: 'in_review',
    problem: expect.stringContaining('deleted less than 30 days'),
  })
  expect(first['shipped']).toMatchObject({ state: 'approved', platform_status: 'APPROVED', category: 'UTILITY' })
  expect(await recorded()).toEqual({ ...allAre('approved'), delayed: 'in_review', refunded: 'in_review' })

  await simulator.template('order_delayed', 'APPROVED')
  const second = await sync()
  expect(second['delayed']).toMatchObject({ action: 'created', state: 'approved', problem: null })
  expect(second['shipped']).toMatchObject({ action: 'unchanged' })
})

test('a state that changed at the platform is recorded with its audit row; without a change there is none', async () => {
  await simulator.template('order_refunded', 'APPROVED')
  await simulator.template('order_shipped', 'PAUSED')
  const rows = (await auditOf()).length
  expect((await sync())['shipped']).toMatchObject({ action: 'state_changed', state: 'paused' })
  expect((await auditOf())[0]).toMatchObject({
    before: { refunded: 'in_review', shipped: 'approved' },
    after: { refunded: 'approved', shipped: 'paused' },
  })
  await sync()
  expect(await auditOf()).toHaveLength(rows + 1)
})

test('concurrent synchronisations create no template twice', async () => {
  await operator('PUT', '/whatsapp-templates/shipped', { state: 'in_review' })
  await Promise.all([sync(), sync(), sync()])
  expect(await recorded()).toEqual({ ...allAre('approved'), shipped: 'paused' })
})

for (const [what, whatsapp, code, status] of [
  ['without an account', { ...config.whatsapp!, accountId: null }, 'account_not_set', 409],
  ['without WhatsApp', null, 'account_not_set', 409],
  ['with a refused token', { ...config.whatsapp!, accessToken: 'refused-by-the-platform' }, 'platform_failed', 502],
] as const)
  test(`${what} nothing is changed (${code})`, async () => {
    const before = await recorded()
    await restart({ whatsapp })
    const response = await operator('POST', '/whatsapp-templates/sync')
    expect([response.status, response.json.error_code]).toEqual([status, `whatsapp_template.${code}`])
    expect(await recorded()).toEqual(before)
  })
