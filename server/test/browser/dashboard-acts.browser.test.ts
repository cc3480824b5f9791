import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { allPersonRoutes, shopRoutes } from '../../src/http/dashboard/dashboard-pages.ts'
import type { OperatorRoute, PersonRoute, ShopRoute } from '../../src/http/dashboard/routes.ts'
import { createMember, createSignedInOperator, mailedPath, type SignedInMember } from '../support/dashboard.ts'
import { addressOf, parametersOf, watchRows } from '../support/dashboard-client.ts'
import {
  type Example,
  exampleOf,
  exampleQuery,
  personExampleOf,
  shopFormsWithoutChange,
} from '../support/dashboard-examples.ts'
import { createScenes } from '../support/dashboard-scene.ts'
import {
  formsAfterForm,
  formsWithoutChange,
  operatorExampleOf,
  operatorForms,
  operatorPages,
} from '../support/operator-examples.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { signedInTab, submitByKeyboard, submitByMouse } from './dashboard.ts'

/**
 * Every form of the dashboard is found on a page and submitted twice: by keyboard alone, and without scripts. A new form that is
 * on no page, or that needs a mouse or a script, fails.
 */
const service = await createTestService()
const { db, url } = service
const [browser, { live }] = await Promise.all([
  startBrowser(),
  createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' }),
])
const shop = live.path.slice('/dashboard/'.length)

type Submit = typeof submitByKeyboard
type Route = ShopRoute | PersonRoute | OperatorRoute
const isShopRoute = (route: Route): route is ShopRoute => 'permission' in route
const isOperatorRoute = (route: Route): route is OperatorRoute => 'roles' in route
/** Forms that a script fills in: the browser's part of a passkey. They have tests with a virtual authenticator. */
const needScripts = ['dashboard.account.passkey_options', 'dashboard.account.add_passkey']
/** Their response is shown in a frame (`dashboard-brand.browser.test.ts`). */
const shownInFrames = ['dashboard.brand.logo.preview']
/** Forms that change nothing in the rows that are compared: a mail is sent, or the rows are those of a new shop. */
const changeNothing = [
  'dashboard.confirm.request',
  'operator.business.create',
  ...shopFormsWithoutChange,
  ...formsWithoutChange,
]
const forms: Route[] = [...shopRoutes, ...allPersonRoutes, ...operatorForms].filter(
  ({ method, name }) => method === 'POST' && !needScripts.includes(name) && !shownInFrames.includes(name),
)

/** The first page with a form that is sent to this address. The tab then shows it. */
async function findForm(tab: Page, route: Route, example: Example, submit: Submit): Promise<string> {
  const action = addressOf(route, { ...example.params, shop })
  const first = operatorForms.find(({ name }) => name === formsAfterForm[route.name])
  if (first !== undefined) {
    await submit(tab, await findForm(tab, first, example, submit), example.fields)
    await tab.locator(`form[action="${action}"]`).waitFor()
    return action
  }
  const known = Object.keys(example.params)
  const candidates = pagesLike(route)
    .filter((page) => page.method === 'GET' && parametersOf(page).every((name) => known.includes(name)))
    .toSorted((one, other) => parametersOf(other).length - parametersOf(one).length)
  for (const page of candidates) {
    const address = addressOf(page, { ...example.params, shop }) + exampleQuery(page)
    const response = await tab.request.get(url + address)
    const [, found] =
      actionsIn(await response.text()).find(([path]) => path === action || isSameRecipient(path, action)) ?? []
    if (found !== undefined) {
      await tab.goto(url + address)
      return found
    }
  }
  throw new Error(`no page has a form to ${action}`)
}
function pagesLike(route: Route): Route[] {
  if (isShopRoute(route)) return shopRoutes
  return isOperatorRoute(route) ? operatorPages : allPersonRoutes
}
const actionsIn = (text: string): [string, string][] =>
  [...text.matchAll(/(?:form)?action="([^"]*)"/g)].map(([, action]) => [decodeURIComponent(action!), action!])
/** Forms that erase name the recipient by id, because an address must not stay in a log after it. */
function isSameRecipient(path: string, action: string): boolean {
  const [one, other] = [path, decodeURIComponent(action)].map((text) =>
    text.replace(/\/recipients\/[^/]+\//, '/recipients/*/'),
  )
  return one === other
}

function anyExampleOf(route: Route, member: SignedInMember): Promise<Example> {
  if (isShopRoute(route)) return exampleOf(route, live)
  return isOperatorRoute(route) ? operatorExampleOf(route, service, live) : personExampleOf(route, service, member)
}

const ways = {
  'by keyboard alone': { options: {}, submit: submitByKeyboard },
  'without scripts': { options: { javaScriptEnabled: false }, submit: submitByMouse },
}
describe.each(Object.entries(ways))('%s', (_, { options, submit }) => {
  for (const route of forms)
    test(route.name, async () => {
      const member: SignedInMember = isOperatorRoute(route)
        ? await createSignedInOperator(service, live.shop, 'admin')
        : await createMember(service, live.shop, 'owner')
      const example = await anyExampleOf(route, member)
      await queueIdle(db, live.shop)
      const tab = await signedInTab(browser, url, member, options)
      const action = await findForm(tab, route, example, submit)
      const changes = await watchRows(service, [live.shop])
      const { once: _once, ...fields } = example.fields
      const download = route.name.endsWith('.json') ? tab.waitForEvent('download') : null
      const response =
        download === null
          ? tab.waitForResponse(
              (one) =>
                // Not that of a frame, which is loaded when the focus scrolls to it.
                one.frame() === tab.mainFrame() &&
                ((one.request().isNavigationRequest() && one.request().method() === 'GET') ||
                  (one.status() === 200 && one.request().method() === 'POST')),
            )
          : null
      await submit(tab, action, fields)
      if (response !== null) expect((await response).status()).toBe(200)
      if (download !== null) expect((await download).suggestedFilename()).toMatch(/\.json$/)
      if (!changeNothing.includes(route.name)) expect(await changes()).not.toEqual([])
      await tab.context().close()
    })
})

describe('a sign-in by the link of an email', () => {
  for (const [way, { options }] of Object.entries(ways))
    test(way, async () => {
      const { email, path } = await createMember(service, live.shop, 'support')
      const tab = await newVisitor(browser, options)
      await tab.goto(`${url}${path}/messages`)
      if (way === 'by keyboard alone') await submitByKeyboard(tab, '/dashboard/sign-in', { email })
      else await submitByMouse(tab, '/dashboard/sign-in', { email })
      const link = await mailedPath(service, email)
      // The email can arrive before the response to the form.
      await tab.getByText(email).waitFor()
      await tab.goto(url + link)
      if (way === 'by keyboard alone') await submitByKeyboard(tab, link, {})
      else await submitByMouse(tab, link, {})
      await tab.waitForURL(`${url}${path}/messages`)
      expect(await tab.locator('h1').innerText()).toBe('Messages')
      await tab.context().close()
    })
})
