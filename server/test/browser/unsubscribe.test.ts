import { describe, expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { type Customer, newCustomer, newestMail, push } from './customers.ts'
import { answered } from './log.ts'
import { startOtherSite } from './other-site.ts'
import { readAsPerson } from './people.ts'

const { business, logged, simulator } = await createTestService()
const [browser, otherSite, shop] = await Promise.all([startBrowser(), startOtherSite(), business()])

const nextEmail = async (customer: Customer) => (await push(customer)).email
const goesOut = { sending: true, skipped_reason: null }
const isStopped = { sending: false, skipped_reason: 'unsubscribed' }
const asked = (): number => answered(logged(), 'unsubscribe.ask')

describe('unsubscribe by POST only', () => {
  for (const [what, visit] of [
    ['a GET', (link) => fetch(link)],
    ['a GET that says it prefetches', (link) => fetch(link, { headers: { 'Sec-Purpose': 'prefetch' } })],
    ['a HEAD', (link) => fetch(link, { method: 'HEAD' })],
    ['somebody who reads the page and does not press its button', (link) => readAsPerson(browser, link)],
    [
      'a browser that prefetches',
      async (link) => {
        const before = asked()
        otherSite.show(`<link rel="prefetch" href="${link}">`)
        await (await newVisitor(browser)).goto(otherSite.url)
        await until('the prefetch', async () => asked() > before)
      },
    ],
  ] as const satisfies [string, (link: string) => Promise<unknown>][])
    test(`${what} stops nothing`, async () => {
      const customer = await newCustomer(shop)
      await visit((await newestMail(simulator, customer)).unsubscribe_url)
      expect(await nextEmail(customer)).toEqual(goesOut)
    })

  test('one click of a mail program, which has no cookie, stops everything', async () => {
    const customer = await newCustomer(shop)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const answer = await fetch((await newestMail(simulator, customer)).unsubscribe_url, { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(await nextEmail(customer)).toEqual(isStopped)
  })

  for (const javaScriptEnabled of [true, false])
    test(`so does the button of the page, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const customer = await newCustomer(shop)
      const page = await newVisitor(browser, { javaScriptEnabled })
      await page.goto((await newestMail(simulator, customer)).unsubscribe_url)
      const question = await page.getByRole('heading').innerText()
      await page.getByRole('button').click()
      expect(await page.getByRole('heading').innerText()).not.toBe(question)
      expect(await nextEmail(customer)).toEqual(isStopped)
    })
})
