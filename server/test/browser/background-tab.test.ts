import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { openInBackground, startBrowser } from './browser.ts'
import { newCustomer, newestMail, openedAt } from './customers.ts'

const { business, simulator } = await createTestService()
const browser = await startBrowser()

/** Longer than a page has to be looked at before it counts as read. */
const stayMilliseconds = 6_000

test('an open is a person: a tab in the background has not opened it, until somebody turns to it and stays', async () => {
  const customer = await newCustomer(await business())
  const tab = await openInBackground(browser, (await newestMail(simulator, customer)).link)
  await sleep(stayMilliseconds)
  expect(await openedAt(customer)).toBeNull()
  await tab.bringToFront()
  await until('the open', () => openedAt(customer))
})
