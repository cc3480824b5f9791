import { expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { newCustomer, newestMail, openedAt, push } from './customers.ts'

const { business, operator, simulator, url } = await createTestService()
const browser = await startBrowser()

test('without scripts the page is readable, and its button records the open', async () => {
  const customer = await newCustomer(await business(), { subject: 'Your parcel has left', body: 'It left today.' })
  const page = await newVisitor(browser, { javaScriptEnabled: false })
  await page.goto((await newestMail(simulator, customer)).link)
  expect(await page.getByRole('heading', { name: 'Your parcel has left' }).isVisible()).toBe(true)
  expect(await page.getByText('It left today.').isVisible()).toBe(true)
  expect(await openedAt(customer)).toBeNull()
  await page.locator('#open button').click()
  await until('the open', () => openedAt(customer))
  expect(await page.locator('#open').count()).toBe(0)
  expect(await page.getByText('It left today.').isVisible()).toBe(true)
})

test('without scripts a recipient can stop texts, and the page confirms it', async () => {
  const shop = await business({ sms: 'on' })
  const customer = await newCustomer(shop, { recipient_phone: '+447700901236' })
  const page = await newVisitor(browser, { javaScriptEnabled: false })
  await page.goto((await newestMail(simulator, customer)).link)
  await page.locator('#settings-link').click()
  await page.locator('#texts summary').click()
  await page.locator('#texts button').click()
  expect(await page.getByRole('status').isVisible()).toBe(true)
  expect(await push(customer, { channels: ['sms'] })).toMatchObject({
    sms: { queued: false, skipped_reason: 'stopped' },
  })
})

test('without scripts a typed link is verified at the shard of the link, and the address does not contain it', async () => {
  const shop = await business({ sms: 'on' })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 1 })
  await newCustomer(shop, { recipient_phone: '+447700901237', channels: ['sms'] })
  const [text] = await until('the text', async () => {
    const texts = await simulator.outbox({ channel: 'sms', to: '+447700901237' })
    return texts.length > 0 && texts
  })
  const page = await newVisitor(browser, { javaScriptEnabled: false })
  await page.goto(`${url}/genuine`)
  await page.locator('#clue').fill(/http\S+\/i\/\S+/.exec(text.text)![0])
  await page.locator('#ending').fill('1237')
  await page.locator('#genuine button').click()
  await page.locator('#result.yes').waitFor()
  expect(page.url()).toBe(`${url}/genuine?shard=${shop.shard}`)
})

test('with scripts the button is hidden', async () => {
  const page = await newVisitor(browser)
  await page.goto((await newestMail(simulator, await newCustomer(await business()))).link)
  expect(await page.locator('#open button').isVisible()).toBe(false)
})
