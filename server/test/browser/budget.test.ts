import { describe, expect, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { newCustomer, newestMail, push } from './customers.ts'

const { business, logged, simulator, url } = await createTestService()
const browser = await startBrowser()

const subjects = Array.from({ length: 20 }, (_, index) => `Parcel ${20 - index} has left`)
const customer = await newCustomer(await business(), { subject: subjects.at(-1) })
for (const subject of subjects.slice(0, -1).toReversed())
  await push(customer, {
    subject,
    body: `${'Your parcel has left our warehouse today. '.repeat(6)}Follow it: https://track.example/p/8842-1187`,
    reference: '#1042',
    order_status: 'shipped',
    notify: false,
  })
const { link } = await newestMail(simulator, customer)

describe('an inbox with 20 messages', () => {
  test('is one page of less than 30 kB, style and script and all, and the browser asks for nothing else anywhere', async () => {
    const page = await newVisitor(browser)
    const before = logged().length
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    const answer = await page.goto(link, { waitUntil: 'networkidle' })
    const requests = [
      ...logged()
        .slice(before)
        .matchAll(/"operation":"([^"]*)"/g),
    ].map(([, operation]) => operation)
    expect([requests, [...origins]]).toEqual([['inbox.enter', 'inbox'], [url]])
    expect((await answer!.body()).byteLength).toBeLessThan(30_000)
  })

  test('is all there before a script has run', async () => {
    const page = await newVisitor(browser, { javaScriptEnabled: false })
    await page.goto(link)
    expect(await page.getByRole('heading', { name: 'has left' }).allInnerTexts()).toEqual(subjects)
  })

  test('does not move while it is read', async () => {
    const page = await newVisitor(browser, { viewport: { width: 360, height: 800 }, timezoneId: 'Asia/Kolkata' })
    await page.goto(link, { waitUntil: 'networkidle' })
    const moved = await page.evaluate<number>(`new Promise((resolve) => {
      let moved = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value })
        .observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve(moved), 300)
    })`)
    expect(moved).toBeLessThan(0.02)
  })
})
