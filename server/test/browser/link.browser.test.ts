import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { newCustomer, newestMail, openedAt } from './customers.ts'
import { startOtherSite } from './other-site.ts'
import { readAsPerson, readAsScanner } from './visits.ts'

const { business, simulator, url } = await createTestService()
const [browser, otherSite, shop] = await Promise.all([startBrowser(), startOtherSite(), business()])

const subject = 'Your parcel has left'
const linkTo = async (body = 'It is on its way.'): Promise<string> =>
  (await newestMail(simulator, await newCustomer(shop, { subject, body }))).link
/** The address of a session does not contain the token. */
const isInboxUrl = (address: string): boolean =>
  new RegExp(`^${url}/inbox/${shop.shard}[\\w-]{22}/updates$`).test(address)
const isInbox = (page: Page): Promise<boolean> => page.getByRole('heading', { name: subject }).isVisible()

test('the link still works for a person after five scanners followed it', async () => {
  const customer = await newCustomer(shop, { subject })
  const { link } = await newestMail(simulator, customer)
  for (const method of ['HEAD', 'GET', 'GET'] as const) await readAsScanner(link, method)
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
  test('the token appears neither in the address bar nor in the history', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo())
    expect([isInboxUrl(page.url()), await isInbox(page)]).toEqual([true, true])
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  test('scripts cannot read the session', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo())
    expect(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]')).toEqual(['', 0, 0])
    expect(await page.context().cookies()).toEqual([
      expect.objectContaining({
        name: '__Secure-inbox',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        path: new URL(page.url()).pathname.replace(/\/updates$/, ''),
      }),
    ])
  })

  test('a link in a message body sends neither a referrer nor a cookie to its site', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo(`Follow it: ${otherSite.url}/parcel`))
    await page.getByRole('link', { name: '/parcel' }).click()
    await page.waitForURL(`${otherSite.url}/parcel`)
    const { headers } = otherSite.requests.find((request) => request.url === '/parcel')!
    expect([headers.referer, headers.cookie]).toEqual([undefined, undefined])
    expect(await page.evaluate('[document.referrer, opener]')).toEqual(['', null])
  })

  test('the link works from a webmail page, where the browser reports a cross-site navigation', async () => {
    const page = await newVisitor(browser)
    otherSite.show(`<a href="${await linkTo()}">Read it</a>`)
    await page.goto(otherSite.url)
    await page.getByRole('link').click()
    await page.waitForURL((to) => isInboxUrl(to.href))
    expect(await isInbox(page)).toBe(true)
  })

  test('the inbox is not cached: going back after the session has ended shows no messages', async () => {
    const page = await newVisitor(browser)
    const response = await page.goto(await linkTo())
    expect(response?.headers()['cache-control']).toBe('no-store')
    await page.goto(otherSite.url)
    await page.context().clearCookies()
    await page.goBack()
    expect([isInboxUrl(page.url()), await isInbox(page)]).toEqual([true, false])
  })

  test('a visit sends no request to another origin', async () => {
    const page = await newVisitor(browser)
    const origins = new Set<string>()
    page.context().on('request', (request) => origins.add(new URL(request.url()).origin))
    await page.goto(await linkTo(`See ${otherSite.url}/picture.png`))
    await page.reload()
    expect([...origins]).toEqual([url])
  })

  test('injected markup can load, run, embed and submit nothing', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo())
    const before = otherSite.requests.length
    // Each element is reported as blocked, so no request can follow later.
    const blocked = await page.evaluate<string[]>(`new Promise((resolve) => {
      const blocked = []
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        if (blocked.push(effectiveDirective) === 6) resolve(blocked.toSorted())
      })
      const injected = document.createRange().createContextualFragment(\`
        <img src="${otherSite.url}/image">
        <script src="${otherSite.url}/script"></script>
        <script>document.title = 'ran'</script>
        <link rel="stylesheet" href="${otherSite.url}/style">
        <iframe src="${otherSite.url}/frame"></iframe>
        <form action="${otherSite.url}/form"></form>\`)
      document.body.append(injected)
      document.forms[document.forms.length - 1].submit()
    })`)
    expect(blocked).toEqual([
      'form-action',
      'frame-src',
      'img-src',
      'script-src-elem',
      'script-src-elem',
      'style-src-elem',
    ])
    expect(otherSite.requests.slice(before).map((request) => request.url)).toEqual([])
    expect(await page.title()).not.toBe('ran')
  })

  test('another site cannot show the inbox in a frame', async () => {
    const page = await newVisitor(browser)
    await page.goto(await linkTo())
    otherSite.show(`<iframe src="${page.url()}"></iframe>`)
    await page.goto(otherSite.url.replace('localhost', '127.0.0.1'))
    expect(await page.frameLocator('iframe').getByRole('heading', { name: subject }).count()).toBe(0)
  })
})
