import { expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { startBrowser } from './browser.ts'
import { type Customer, newCustomer, newestMail, openedAt } from './customers.ts'
import { readAsPerson } from './visits.ts'

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
/** The deadline counts from the time the email was sent. */
const emailed = ({ shop: sender, messageId }: Customer) =>
  until('the email', async () => (await sender.call('GET', `/api/v1/messages/${messageId}`)).json.delivery.delivered)
const passDeadline = () => operator('POST', '/clock/advance', { seconds: 660 })
const texts = (to: string) => simulator.outbox({ channel: 'sms', to })

let numbers = 0
/** Outside the numbers to which the simulator gives a behaviour of their own. */
const phone = (): string => `+44770090${1000 + numbers++}`

test('an open half a second after the page is visible cancels the escalation text', async () => {
  const [read, unread] = [phone(), phone()]
  const [customer, unreadCustomer] = [
    await newCustomer(shop, escalating(read)),
    await newCustomer(shop, escalating(unread)),
  ]
  await Promise.all([emailed(customer), emailed(unreadCustomer)])

  await readAsPerson(browser, (await newestMail(simulator, customer)).link)
  await until('the open', () => openedAt(customer))

  await passDeadline()
  // The text about the unread message shows that the deadline has passed for both.
  await until('the text about the unread message', async () => (await texts(unread))[0])
  expect(await texts(read)).toEqual([])
})
