import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { type Customer, newCustomer, newestMail, openedAt } from './customers.ts'
import { actForAWhile, turnTheWheel } from './people.ts'

const { business, operator, simulator } = await createTestService()
const browser = await startBrowser()
const shop = await business({ sms: 'on' })
await operator('POST', `/businesses/${shop.id}/credits`, { amount: 5 })

const escalating = (to: string) => ({
  recipient_phone: to,
  channels: ['sms'],
  reference: 'A-1',
  order_status: 'shipped',
  escalate_if_unread_after_minutes: 10,
})
/** The deadline counts from the email, so it must be known to be out. */
const emailed = ({ shop: sender, messageId }: Customer) =>
  until('the email', async () => (await sender.call('GET', `/api/v1/messages/${messageId}`)).json.delivery.delivered)
const pastTheDeadline = () => operator('POST', '/clock/advance', { seconds: 660 })
const texts = (to: string) => simulator.outbox({ channel: 'sms', to })

/** How long after it was there the page said that it was read, by its own clock. */
async function millisecondsUntilSent(page: Page): Promise<number> {
  const sent = `performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/inbox/open'))`
  await page.waitForFunction(sent)
  return page.evaluate<number>(
    `${sent}.startTime - performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd`,
  )
}

let people = 0
/** Beyond the numbers that have habits. */
const phone = (): string => `+44770090${1000 + people++}`

// Our own hand may be late on a busy machine. Then it tries again.
test('an open within one second of the page being visible calls off the text', { retry: 2 }, async () => {
  const [read, unread] = [phone(), phone()]
  const [customer, other] = [await newCustomer(shop, escalating(read)), await newCustomer(shop, escalating(unread))]
  await Promise.all([emailed(customer), emailed(other)])

  const page = await newVisitor(browser)
  await page.goto((await newestMail(simulator, customer)).link)
  await actForAWhile(page, turnTheWheel)
  expect(await millisecondsUntilSent(page)).toBeLessThan(1_000)
  await until('the open', () => openedAt(customer))

  await pastTheDeadline()
  // The one that nobody has read shows that texts have gone out by now.
  await until('the text to the other', async () => (await texts(unread))[0])
  expect(await texts(read)).toEqual([])
})
