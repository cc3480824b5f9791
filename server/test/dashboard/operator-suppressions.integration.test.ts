import { expect, test } from 'vitest'
import { createSignedInOperator } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { pushMessage } from '../support/messages.ts'
import { suppressEverywhere } from '../support/operator-examples.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'

/** What the pages of suppressions show and change. Who may open them is in operator-roles. */
const service = await createTestService()
const { business, operator } = service
const { read, submit } = createDashboardClient(service)
const shop = await business({ name: 'Harbour Lamps' })
const support = await createSignedInOperator(service, shop, 'support', 'Sol Reyes')
const path = '/dashboard/operator/suppressions'
const isSuppressed = async (email: string) => (await operator('GET', `/suppressions/${email}`)).json.platform !== null

test('an address is searched by a form, so that it is in no address of a page', async () => {
  await suppressEverywhere(service, 'ada@example.com')
  const { status, headers, text } = await submit(support, `${path}/search`, { address: ' Ada@Example.com ' })
  expect([status, headers['location']]).toEqual([200, undefined])
  for (const words of ['No business sends email to it', 'What it means to lift it', 'its owner unsubscribed from none'])
    expect(text).toContain(words)
  const addresses = [...text.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses.filter((address) => /ada|%40|@/i.test(address!))).toEqual([])
})

test('a search shows the businesses that suppressed an address, with the reason', async () => {
  const address = 'bounced+1@simulator.example'
  await pushMessage(shop, { recipient_email: address, subject: 'Shipped', body: 'On its way' })
  await until('the bounce', async () => ((await isSuppressed(address)) ? true : null))
  const { text } = await submit(support, `${path}/search`, { address })
  for (const words of ['Single businesses', 'Harbour Lamps', 'An email came back for good'])
    expect(text).toContain(words)
})

test('a search shows who unsubscribed from a business, and offers nothing that would lift it', async () => {
  const address = 'nina@example.com'
  await pushMessage(shop, { recipient_email: address, subject: 'Shipped', body: 'On its way' })
  await operator('POST', `/businesses/${shop.id}/recipients/${address}/unsubscribe`)
  const { text } = await submit(support, `${path}/search`, { address })
  for (const words of ['No shared suppression', 'Harbour Lamps', 'The customer stopped all updates'])
    expect(text).toContain(words)
  expect(text).not.toContain(`${path}/lift`)
})

test('a suppression is lifted with a reason, which is recorded with the name and without the address', async () => {
  await suppressEverywhere(service, 'zoe@example.com')
  const { items } = (await operator('GET', '/suppressions')).json
  expect((await read(support, path)).text).toContain(items[0].id)
  const refused = await submit(support, `${path}/lift`, { address: 'zoe@example.com', reason: ' ' })
  expect([refused.status, refused.text.includes('Nothing was changed')]).toEqual([422, true])
  expect(await isSuppressed('zoe@example.com')).toBe(true)

  const fields = { address: 'zoe@example.com', reason: 'The mailbox is back' }
  const { headers } = await submit(support, `${path}/lift`, fields)
  expect((await read(support, String(headers['location']))).text).toContain('The suppression was lifted')
  expect(await isSuppressed('zoe@example.com')).toBe(false)
  const [row] = (await operator('GET', '/audit?action=liftSuppression')).json.items
  expect(row).toMatchObject({ operator_name: 'Sol Reyes', after: { reason: 'The mailbox is back' }, personal: null })
  expect(JSON.stringify(row)).not.toContain('zoe')
  expect((await submit(support, `${path}/lift`, fields)).status).toBe(404)
})

test('what is no address is refused with its reason', async () => {
  const { status, text } = await submit(support, `${path}/search`, { address: 'nobody' })
  expect([status, text.includes('Nothing was changed')]).toEqual([422, true])
})
