import { expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, openInBackground, startBrowser } from './browser.ts'
import { newCustomer, newestMail, openedAt } from './customers.ts'
import { countRequests } from './request-log.ts'

const { business, logged, simulator } = await createTestService()
const browser = await startBrowser()

test('a background tab does not open its message until it is brought to the front and stays visible', async () => {
  const shop = await business()
  const [customer, visibleCustomer] = [await newCustomer(shop), await newCustomer(shop)]
  const tab = await openInBackground(browser, (await newestMail(simulator, customer)).link)
  await until('the page', async () => countRequests(logged(), 'inbox') === 1)
  // A visible tab that was loaded later is opened after five seconds. The background tab has had at least as long.
  await (await newVisitor(browser)).goto((await newestMail(simulator, visibleCustomer)).link)
  await until('the open by the visible tab', () => openedAt(visibleCustomer))
  expect(await openedAt(customer)).toBeNull()
  await tab.bringToFront()
  await until('the open', () => openedAt(customer))
})
