import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { newCustomer, newestMail, openedAt } from './customers.ts'
import { startOtherSite } from './other-site.ts'
import { readAsPerson, readAsProgram } from './people.ts'

const { business, simulator, url } = await createTestService()
const [browser, otherSite, shop] = await Promise.all([startBrowser(), startOtherSite(), business()])

const subject = 'Your parcel has left'
const linkTo = async (body = 'It is on its way.'): Promise<string> =>
  (await newestMail(simulator, await newCustomer(shop, { subject, body }))).link
const isInbox = (page: Page): Promise<boolean> => page.getByRole('heading', { name: subject }).isVisible()

test('the link survives scanners: five of them, then a person', async () => {
  const customer = await newCustomer(shop, { subject })
  const { link } = await newestMail(simulator, customer)
  for (const method of ['HEAD', 'GET', 'GET'] as const) await readAsProgram(link, method)
  for (let times = 0; times < 2; times++) {
    const scanner = await newVisitor(browser)
    await scanner.goto(link)
    await scanner.close()
  }
  const page = await readAsPerson(browser, link)
  expect(await isInbox(page)).toBe(true)
  await until('the open', () => openedAt(customer))
})

describe('the link does not leak', () => {
  test('the address is clean, and so is the way back', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo())
    expect([page.url(), await isInbox(page)]).toEqual([`${url}/inbox`, true])
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  test('no script can read the session', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo())
    expect(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]')).toEqual(['', 0, 0])
    expect(await page.context().cookies()).toEqual([
      expect.objectContaining({ name: '__Host-inbox', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' }),
    ])
  })

  test('a link in a body tells the site it leads to nothing about where it was', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo(`Follow it: ${otherSite.url}/parcel`))
    await page.getByRole('link', { name: '/parcel' }).click()
    await page.waitForURL(`${otherSite.url}/parcel`)
    const { headers } = otherSite.requests.find((request) => request.url === '/parcel')!
    expect([headers.referer, headers.cookie]).toEqual([undefined, undefined])
    expect(await page.evaluate('[document.referrer, opener]')).toEqual(['', null])
  })

  test('who comes from a web mail program gets in, though their browser says they come from another site', async () => {
    const page = await newVisitor(browser)
    otherSite.show(`<a href="${await linkTo()}">Read it</a>`)
    await page.goto(otherSite.url)
    await page.getByRole('link').click()
    await page.waitForURL(`${url}/inbox`)
    expect(await isInbox(page)).toBe(true)
  })

  test('nothing is kept: who goes back after the session has ended sees no messages', async () => {
    const page = await newVisitor(browser)
    const answer = await page.goto(await linkTo())
    expect(answer?.headers()['cache-control']).toBe('no-store')
    await page.goto(otherSite.url)
    await page.context().clearCookies()
    await page.goBack()
    expect([page.url(), await isInbox(page)]).toEqual([`${url}/inbox`, false])
  })

  test('a whole visit asks no other origin', async () => {
    const page = await newVisitor(browser)
    const origins = new Set<string>()
    page.context().on('request', (request) => origins.add(new URL(request.url()).origin))
    await page.goto(await linkTo(`Look: ${otherSite.url}/picture.png`))
    await page.reload()
    expect([...origins]).toEqual([url])
  })

  test('even markup that had slipped in could fetch, run, embed and send nothing', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo())
    const before = otherSite.requests.length
    await page.evaluate(`
      const slipped = document.createRange().createContextualFragment(\`
        <img src="${otherSite.url}/image">
        <script src="${otherSite.url}/script"></script>
        <script>document.title = 'ran'</script>
        <link rel="stylesheet" href="${otherSite.url}/style">
        <iframe src="${otherSite.url}/frame"></iframe>
        <form action="${otherSite.url}/form"></form>\`)
      document.body.append(slipped)
      document.forms[document.forms.length - 1].submit()`)
    await sleep(500)
    expect(otherSite.requests.slice(before).map((request) => request.url)).toEqual([])
    expect(await page.title()).not.toBe('ran')
  })

  test('no other site can show the inbox in a frame', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo())
    otherSite.show(`<iframe src="${url}/inbox"></iframe>`)
    await page.goto(otherSite.url.replace('localhost', '127.0.0.1'))
    expect(await page.frameLocator('iframe').getByRole('heading', { name: subject }).count()).toBe(0)
  })
})
