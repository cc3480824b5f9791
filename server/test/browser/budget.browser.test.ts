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
  test('is one page of less than 30 kB with its style and script, and the browser requests nothing else', async () => {
    const page = await newVisitor(browser)
    const before = logged().length
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    const response = await page.goto(link, { waitUntil: 'networkidle' })
    const requests = [
      ...logged()
        .slice(before)
        .matchAll(/"operation":"([^"]*)"/g),
    ].map(([, operation]) => operation)
    expect([requests, [...origins]]).toEqual([['inbox.enter', 'inbox'], [url]])
    expect((await response!.body()).byteLength).toBeLessThan(30_000)
  })

  test('is complete without scripts', async () => {
    const page = await newVisitor(browser, { javaScriptEnabled: false })
    await page.goto(link)
    // The email announced the first parcel, which is shown before the others.
    const announced = `New\n${subjects.at(-1)}`
    const shown = await page.getByRole('heading', { name: 'has left' }).allInnerTexts()
    expect(shown).toEqual([announced, ...subjects.slice(0, -1)])
  })

  test('does not shift its layout', async () => {
    const page = await newVisitor(browser, { viewport: { width: 360, height: 800 }, timezoneId: 'Asia/Kolkata' })
    await page.goto(link, { waitUntil: 'networkidle' })
    // Entries arrive in order, so all earlier shifts are known when the shift that the test itself causes is reported.
    const shift = await page.evaluate<number>(`new Promise((resolve) => {
      let shift = 0
      const marked = performance.now()
      new PerformanceObserver((list) => {
        for (const { startTime, value } of list.getEntries()) startTime < marked ? (shift += value) : resolve(shift)
      }).observe({ type: 'layout-shift', buffered: true })
      document.body.style.paddingTop = '200px'
    })`)
    expect(shift).toBeLessThan(0.02)
  })
})
