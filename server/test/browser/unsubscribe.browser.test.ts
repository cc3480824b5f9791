import { describe, expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { type Customer, newCustomer, newestMail, push } from './customers.ts'
import { startOtherSite } from './other-site.ts'
import { countRequests } from './request-log.ts'
import { readAsPerson } from './visits.ts'

const { business, logged, simulator } = await createTestService()
const [browser, otherSite, shop] = await Promise.all([startBrowser(), startOtherSite(), business()])

const nextEmail = async (customer: Customer) => (await push(customer)).email
const isSending = { sending: true, skipped_reason: null }
const isUnsubscribed = { sending: false, skipped_reason: 'unsubscribed' }
const pageViews = (): number => countRequests(logged(), 'unsubscribe.show')

describe('only a POST unsubscribes', () => {
  for (const [what, visit] of [
    ['a GET', (link) => fetch(link)],
    ['a GET with a prefetch header', (link) => fetch(link, { headers: { 'Sec-Purpose': 'prefetch' } })],
    ['a HEAD', (link) => fetch(link, { method: 'HEAD' })],
    ['a reader of the page who does not press its button', (link) => readAsPerson(browser, link)],
    [
      'a browser that prefetches',
      async (link) => {
        const before = pageViews()
        otherSite.show(`<link rel="prefetch" href="${link}">`)
        await (await newVisitor(browser)).goto(otherSite.url)
        await until('the prefetch', async () => pageViews() > before)
      },
    ],
  ] as const satisfies [string, (link: string) => Promise<unknown>][])
    test(`${what} does not unsubscribe`, async () => {
      const customer = await newCustomer(shop)
      await visit((await newestMail(simulator, customer)).unsubscribe_url)
      expect(await nextEmail(customer)).toEqual(isSending)
    })

  test('the one-click request of an email client, which has no cookie, unsubscribes', async () => {
    const customer = await newCustomer(shop)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const response = await fetch((await newestMail(simulator, customer)).unsubscribe_url, { method: 'POST', body })
    expect(response.status).toBe(200)
    expect(await nextEmail(customer)).toEqual(isUnsubscribed)
  })

  for (const javaScriptEnabled of [true, false])
    test(`the button of the page unsubscribes, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const customer = await newCustomer(shop)
      const page = await newVisitor(browser, { javaScriptEnabled })
      await page.goto((await newestMail(simulator, customer)).unsubscribe_url)
      const question = await page.getByRole('heading').innerText()
      await page.getByRole('button').click()
      expect(await page.getByRole('heading').innerText()).not.toBe(question)
      expect(await nextEmail(customer)).toEqual(isUnsubscribed)
    })
})
