import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { newCustomer, newestMail, openedAt } from './customers.ts'
import { startOtherSite } from './other-site.ts'
import { countRequests } from './request-log.ts'
import { readAsPerson, readAsScanner, scrollWheel, stopClock, watchOpens } from './visits.ts'

const { business, logged, simulator } = await createTestService()
const [browser, otherSite, shop] = await Promise.all([startBrowser(), startOtherSite(), business()])

/** What scanners and browsers do with a link in an email before a person follows it. */
const automatedVisits: Record<string, (link: string) => Promise<unknown>> = {
  'a HEAD request': (link) => readAsScanner(link, 'HEAD'),
  'a GET request': (link) => readAsScanner(link, 'GET'),
  'a GET request with prefetch headers': (link) =>
    readAsScanner(link, 'GET', { 'Sec-Purpose': 'prefetch', Purpose: 'prefetch' }),
  'a browser that prefetches it for another site': (link) => visitOtherSite(`<link rel="prefetch" href="${link}">`),
  'a browser that prefetches it by speculation rules': (link) =>
    visitOtherSite(
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${link}"],"eagerness":"immediate"}]}</script>`,
    ),
  'a scanner that runs scripts and leaves within five seconds': (link) =>
    scan(link, (page) => page.clock.runFor(4_999)),
  'a scanner that runs scripts and fetches every link of the page': (link) =>
    scan(link, async (page) => {
      await page.clock.runFor(500)
      await page.evaluate(`Promise.all(
        [...document.links].filter(({ origin }) => origin === location.origin).map(({ href }) => fetch(href)))`)
    }),
  'a scanner that runs scripts, scrolls to the end by script and takes a screenshot': (link) =>
    scan(link, async (page) => {
      await page.clock.runFor(500)
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await page.screenshot({ fullPage: true })
    }),
  'a scanner that clicks and presses a key within half a second': (link) =>
    scan(link, async (page) => {
      await page.clock.runFor(499)
      await page.mouse.click(200, 200)
      await page.keyboard.press('Tab')
    }),
  'a script that dispatches events, clicks every button and submits every form': (link) =>
    scan(link, async (page) => {
      await page.clock.runFor(500)
      await page.evaluate(`
        for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart']) dispatchEvent(new Event(type))
        for (const button of document.querySelectorAll('button')) button.click()
        for (const form of document.forms) form.requestSubmit()
        for (const form of document.forms) form.submit()`)
    }),
}

/** A scanner with a browser. Its page sends no open, so there is nothing to wait for after it is closed. */
async function scan(link: string, act: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await newVisitor(browser)
  const opens = watchOpens(page)
  await stopClock(page)
  await page.goto(link)
  await act(page)
  expect(await opens()).toEqual([])
  await page.close()
}

async function visitOtherSite(markup: string): Promise<void> {
  const before = countRequests(logged(), 'inbox.enter')
  otherSite.show(markup)
  const page = await newVisitor(browser)
  await page.goto(otherSite.url)
  await until('the prefetch', async () => countRequests(logged(), 'inbox.enter') > before)
  await page.close()
}

describe('a message is not opened by', () => {
  for (const [name, visit] of Object.entries(automatedVisits))
    test(name, async () => {
      const customer = await newCustomer(shop)
      const { link } = await newestMail(simulator, customer)
      await visit(link)
      expect(await openedAt(customer)).toBeNull()
    })
})

describe('a message is opened by a person who, half a second after the page is visible,', () => {
  for (const [name, act] of [
    ['scrolls with the wheel', scrollWheel],
    ['clicks', (page) => page.mouse.click(200, 200)],
    ['presses a key', (page) => page.keyboard.press('ArrowDown')],
    ['touches the screen', (page) => page.touchscreen.tap(200, 200)],
  ] as const satisfies [string, typeof scrollWheel][])
    test(name, async () => {
      const customer = await newCustomer(shop)
      await readAsPerson(browser, (await newestMail(simulator, customer)).link, act)
      await until('the open', () => openedAt(customer))
    })
})
