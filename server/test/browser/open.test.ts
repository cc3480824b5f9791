import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { type Customer, newCustomer, newestMail, openedAt } from './customers.ts'
import { answered } from './log.ts'
import { startOtherSite } from './other-site.ts'
import { readAsPerson, readAsProgram, turnTheWheel } from './people.ts'

const { business, logged, simulator } = await createTestService()
const [browser, otherSite, shop] = await Promise.all([startBrowser(), startOtherSite(), business()])

/** A page that was left may still be sending. */
const afterLastRequests = (): Promise<void> => sleep(250)
const opened = (customer: Customer) => until('the open', () => openedAt(customer))

/** What programs do with a link in a mail, the kinds that run scripts among them. */
const programs: Record<string, (link: string) => Promise<unknown>> = {
  'asks by HEAD': (link) => readAsProgram(link, 'HEAD'),
  'asks by GET': (link) => readAsProgram(link, 'GET'),
  'says that it prefetches': (link) => readAsProgram(link, 'GET', { 'Sec-Purpose': 'prefetch', Purpose: 'prefetch' }),
  'is a browser that another site told to prefetch': (link) => visitOtherSite(`<link rel="prefetch" href="${link}">`),
  'is a browser that speculates on where its reader goes next': (link) =>
    visitOtherSite(
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${link}"],"eagerness":"immediate"}]}</script>`,
    ),
  'runs scripts and leaves': async (link) => {
    const page = await newVisitor(browser)
    await page.goto(link)
    await page.close()
  },
  'runs scripts and fetches whatever the page links to': async (link) => {
    const page = await newVisitor(browser)
    await page.goto(link)
    await page.evaluate(`Promise.all(
      [...document.links].filter(({ origin }) => origin === location.origin).map(({ href }) => fetch(href)))`)
    await page.close()
  },
  'runs scripts, looks at all of the page and takes a picture': async (link) => {
    const page = await newVisitor(browser)
    await page.goto(link)
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.screenshot({ fullPage: true })
    await page.close()
  },
  'moves and clicks the mouse at once': async (link) => {
    const page = await newVisitor(browser)
    await page.goto(link, { waitUntil: 'domcontentloaded' })
    await page.mouse.click(200, 200)
    await page.keyboard.press('Tab')
    await page.close()
  },
  'clicks everything by a script and submits every form': async (link) => {
    const page = await newVisitor(browser)
    await page.goto(link)
    await page.evaluate(`
      for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart']) dispatchEvent(new Event(type))
      for (const button of document.querySelectorAll('button')) button.click()
      for (const form of document.forms) form.requestSubmit()
      for (const form of document.forms) form.submit()`)
    await afterLastRequests()
    await page.close()
  },
}

async function visitOtherSite(markup: string): Promise<void> {
  const before = answered(logged(), 'inbox.enter')
  otherSite.show(markup)
  const page = await newVisitor(browser)
  await page.goto(otherSite.url)
  await until('the prefetch', async () => answered(logged(), 'inbox.enter') > before)
  await page.close()
}

describe('an open is a person', () => {
  // On a busy machine a program's hand may come later than at once, as a person's would.
  for (const [what, read] of Object.entries(programs))
    test(`a program that ${what} has not opened it`, { retry: what.startsWith('moves') ? 2 : 0 }, async () => {
      const customer = await newCustomer(shop)
      const { link } = await newestMail(simulator, customer)
      await read(link)
      await afterLastRequests()
      expect(await openedAt(customer)).toBeNull()
    })

  for (const [what, act] of [
    ['turns the wheel', turnTheWheel],
    ['clicks', (page) => page.mouse.click(200, 200)],
    ['presses a key', (page) => page.keyboard.press('ArrowDown')],
    ['touches', (page) => page.touchscreen.tap(200, 200)],
  ] as const satisfies [string, typeof turnTheWheel][])
    test(`somebody who ${what} after half a second has opened it`, async () => {
      const customer = await newCustomer(shop)
      const page = await readAsPerson(browser, (await newestMail(simulator, customer)).link, act)
      // Well before the five seconds after which staying would have been enough.
      expect(await page.evaluate<number>('performance.now()')).toBeLessThan(4_000)
      await opened(customer)
    })
})
