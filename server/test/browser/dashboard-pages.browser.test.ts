import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { allPersonRoutes, shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import { roleAllows } from '../../src/member-role.ts'
import { shopPath } from '../../src/shop-path.ts'
import { createMember, createSignedInOperator, type SignedInMember } from '../support/dashboard.ts'
import { addressOf } from '../support/dashboard-client.ts'
import { exampleOf, personExampleOf, signInPaths } from '../support/dashboard-examples.ts'
import { createScenes, writeHostileTexts } from '../support/dashboard-scene.ts'
import { operatorExampleOf, operatorPages } from '../support/operator-examples.ts'
import { createTestService } from '../support/test-service.ts'
import { startBrowser } from './browser.ts'
import { axeViolations, focusOf, layoutShift, overflowing, signedInTab, watchProblems } from './dashboard.ts'
import { unfold } from './scenes.ts'

/** Every page of the dashboard in a real browser, at two widths and in both colour schemes. A new route is tested too. */
const service = await createTestService()
const { business, url } = service
const [browser, { live }] = await Promise.all([
  startBrowser(),
  createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' }),
])
const hostile = await writeHostileTexts(service)
const empty = await business({ name: 'New Shop' })
const widths = [390, 1280]
const schemes = ['light', 'dark'] as const

/** What a script asks for in the background is not a page. */
const shopPages = shopRoutes.filter(({ method, isBackground }) => method === 'GET' && isBackground !== true)
/** The address of each page, as seen by an owner. */
async function pagesOf(member: SignedInMember): Promise<Record<string, string>> {
  const pages: Record<string, string> = Object.fromEntries(signInPaths.map((path) => [`signed in at ${path}`, path]))
  for (const route of shopPages) {
    const { params, query } = await exampleOf(route, live)
    pages[route.name] = addressOf(route, { ...params, shop: live.path.slice('/dashboard/'.length) }) + query
  }
  for (const route of allPersonRoutes.filter(({ method }) => method === 'GET')) {
    const { params } = await personExampleOf(route, service, member)
    pages[route.name] = addressOf(route, params)
  }
  return {
    ...pages,
    'a page that does not exist': `${shopPath({ shard: live.shop.shard, businessId: randomUUID() })}/recipients`,
  }
}
/** The address of each page of the people who run the service. */
async function pagesOfOperators(): Promise<Record<string, string>> {
  const pages: Record<string, string> = {}
  for (const route of operatorPages) {
    const { params, query } = await operatorExampleOf(route, service, live)
    pages[route.name] = addressOf(route, params) + query
  }
  return pages
}
const owner = await createMember(service, live.shop, 'owner', 'Ana Lopez')
const operator = await createSignedInOperator(service, live.shop, 'admin', 'Grace Hill')
const finance = await createSignedInOperator(service, live.shop, 'finance', 'Finn Moss')
const support = await createSignedInOperator(service, live.shop, 'support', 'Sol Reyes')
const beginner = await createMember(service, empty, 'owner', 'Ben Okoye')
const viewer = await createMember(service, live.shop, 'viewer', 'Vera Ito')
const attacked = await createMember(service, hostile.shop, 'owner', hostile.text)
const pages = await pagesOf(owner)
const ofOperators = await pagesOfOperators()
const pick = (from: Record<string, string>, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, from[name]!]))
const listOf = (path: string): Record<string, string> =>
  Object.fromEntries(
    shopPages
      .filter((route) => !route.path.replace('{shop}', '').includes('{'))
      .map((route) => [route.name, addressOf(route, { shop: path.slice('/dashboard/'.length) })]),
  )

/**
 * Documents only: a page that sends a file or data to a script is not shown, nor is a frame, in which no script of the test runs. Its
 * content is the email or the inbox, which have tests.
 */
async function show(tab: Page, path: string): Promise<boolean> {
  const response = await tab.request.get(url + path, { maxRedirects: 5 })
  const {
    'content-type': type = '',
    'content-disposition': disposition,
    'content-security-policy': policy = '',
  } = response.headers()
  if (!type.startsWith('text/html') || disposition !== undefined || /\bsandbox\b/.test(policy)) return false
  await tab.goto(url + path, { waitUntil: 'load' })
  return true
}

/** For each page, because their number grows with the dashboard: a page takes a second, and several on a busy machine. */
const timeoutFor = (addresses: Record<string, string>): number => 20_000 * Object.keys(addresses).length

for (const width of widths)
  for (const colorScheme of schemes) {
    const options = { viewport: { width, height: 800 }, colorScheme }
    describe(`${width} px, ${colorScheme}: no axe violation, no console error, nothing blocked, nothing shifts or overflows`, () => {
      for (const [who, member, addresses] of [
        ['an owner', owner, pages],
        ['an owner of an empty shop', beginner, listOf(beginner.path)],
        ['a viewer', viewer, listOf(live.path)],
        ['an operator', operator, ofOperators],
        ['an operator of finance', finance, pick(ofOperators, ['operator.credits', 'operator.price'])],
        ['an operator of support', support, pick(ofOperators, ['operator.price'])],
        ['a person who is signed out', null, Object.fromEntries(signInPaths.map((path) => [path, path]))],
      ] as const)
        test(who, { timeout: timeoutFor(addresses) }, async () => {
          const tab = await signedInTab(browser, url, member ?? { cookie: 'none=x' }, options)
          const problemsOf = await watchProblems(tab, url)
          const found: string[] = []
          for (const [name, path] of Object.entries(addresses)) {
            if (!(await show(tab, path))) continue
            const shift = await layoutShift(tab)
            await unfold(tab)
            const problems = [
              ...(shift < 0.01 ? [] : [`shifts by ${shift}`]),
              ...(await overflowing(tab)),
              ...(await axeViolations(tab)),
              ...(await problemsOf()).filter((problem) => !isExpected(problem, name, member)),
            ]
            found.push(...problems.map((problem) => `${name}: ${problem}`))
          }
          await tab.context().close()
          expect(found).toEqual([])
        })
    })
  }

/** The browser reports the status of a page that does not exist, and of one that the role does not allow. */
const isExpected = (problem: string, name: string, member: SignedInMember | null): boolean =>
  (name === 'a page that does not exist' && problem.includes('404')) ||
  (member === viewer && ownerPages.has(name) && problem.includes('403'))
const ownerPages = new Set(
  shopRoutes.filter(({ permission }) => !roleAllows('viewer', permission)).map(({ name }) => name),
)

const controls = `[...document.querySelectorAll('a[href], button:not(:disabled), summary, input:not([type=hidden], :disabled), select, textarea')]
  .filter((element) => element.checkVisibility() && element.tabIndex >= 0)
  .filter((element) => element.type !== 'radio' || element.checked ||
    ![...document.getElementsByName(element.name)].some((one) => one.checked))
  .map((element) => element.localName + ' ' + (element.innerText || element.getAttribute('aria-label') || element.name || '').trim())`

const tabKey = { timeout: timeoutFor({ ...pages, ...ofOperators }) }
test('the Tab key reaches every control of every page in page order, with a visible focus', tabKey, async () => {
  const tabs: Record<string, Page> = {}
  for (const [member, name, path] of [
    ...Object.entries(pages).map((page) => [owner, ...page] as const),
    ...Object.entries(ofOperators).map((page) => [operator, ...page] as const),
  ]) {
    const tab = (tabs[member.sessionId] ??= await signedInTab(browser, url, member))
    if (!(await show(tab, path))) continue
    await unfold(tab)
    await tab.evaluate('document.activeElement.blur(); getSelection().removeAllRanges()')
    const expected = await tab.evaluate<string[]>(controls)
    const [reached, invisible]: [string[], string[]] = [[], []]
    const seen = new Set<number>()
    let last: number | null = null
    for (let presses = 0; presses < expected.length + 20; presses++) {
      await tab.keyboard.press('Tab')
      const focus = await focusOf(tab)
      // A date has several parts, and each is a stop of the Tab key.
      if (focus !== null && focus.id === last) continue
      if (focus === null || seen.has(focus.id)) break
      seen.add(focus.id)
      last = focus.id
      reached.push(focus.name)
      if (!focus.isVisible) invisible.push(focus.name)
    }
    expect([reached.filter((control) => expected.includes(control)), invisible], name).toEqual([expected, []])
  }
  for (const tab of Object.values(tabs)) await tab.context().close()
})

test('what a shop, a customer or a member wrote is shown as text on every page, and is never run', async () => {
  const tab = await signedInTab(browser, url, attacked)
  const addresses = { ...listOf(attacked.path), ...(await hostile.pages()) }
  await expectNothingRun(tab, addresses)
})

test('what a shop or an operator wrote is shown as text on every page of operators, and is never run', async () => {
  await service.operator('POST', `/businesses/${hostile.shop.id}/credits`, { amount: 1, note: hostile.text })
  await service.operator('POST', `/businesses/${hostile.shop.id}/keys`, { name: hostile.text })
  const attackedOperator = await createSignedInOperator(service, hostile.shop, 'admin', hostile.text)
  const addresses: Record<string, string> = {}
  for (const route of operatorPages) {
    const { params, query } = await operatorExampleOf(route, service, { ...live, shop: hostile.shop })
    addresses[route.name] = addressOf(route, params) + query
  }
  addresses['a hostile search'] = `/dashboard/operator/businesses?q=${encodeURIComponent(hostile.text)}`
  await expectNothingRun(await signedInTab(browser, url, attackedOperator), addresses)
})

async function expectNothingRun(tab: Page, addresses: Record<string, string>): Promise<void> {
  const problemsOf = await watchProblems(tab, url)
  for (const [name, path] of Object.entries(addresses)) {
    if (!(await show(tab, path))) continue
    await unfold(tab)
    expect(await tab.evaluate('window.wasAttacked === undefined'), name).toBe(true)
    expect(await problemsOf(), name).toEqual([])
    expect(await tab.locator('img[src=x], [onerror], [onload], a[href^="javascript:"]').count(), name).toBe(0)
  }
  await tab.context().close()
}
