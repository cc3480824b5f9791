import { expect, test } from 'vitest'
import { createMember } from '../support/dashboard.ts'
import { watchRows } from '../support/dashboard-client.ts'
import { createScenes } from '../support/dashboard-scene.ts'
import { queueIdle } from '../support/queue-idle.ts'
import { createTestService } from '../support/test-service.ts'
import { startBrowser } from './browser.ts'
import { signedInTab, submitByMouse } from './dashboard.ts'
import { startOtherSite } from './other-site.ts'

/** Attacks by another site that a real browser must prevent. The other site is on another host. */
const service = await createTestService()
const { db, url } = service
const [browser, otherSite, { live }] = await Promise.all([
  startBrowser(),
  startOtherSite(),
  createScenes(service, { live: 'okapi', test: 'quokka', name: 'Alder' }),
])
const owner = await createMember(service, live.shop, 'owner')

test('CSRF: a form of another site changes nothing, and the session of the browser stays', async () => {
  await queueIdle(db, live.shop)
  for (const action of [
    '/dashboard/sign-out',
    '/dashboard/account/sessions/end-others',
    `${live.path}/messages/${live.ids.message}/retract`,
  ]) {
    const tab = await signedInTab(browser, url, owner)
    await tab.goto(`${url}/dashboard/account`)
    const token = await tab.locator('input[name="csrf"]').first().inputValue()
    const changes = await watchRows(service, [live.shop])
    // Even with the token of the session, as if it had leaked.
    otherSite.show(
      `<!doctype html><title>Elsewhere</title><form method="post" action="${url}${action}"><input name="csrf" value="${token}"><button>Win</button></form>`,
    )
    await tab.goto(otherSite.url)
    const response = tab.waitForResponse((one) => one.url() === url + action)
    await tab.locator('button').click()
    expect((await response).status(), action).toBe(403)
    expect(await changes(), action).toEqual([])
    await tab.goto(`${url}/dashboard/account`)
    expect(tab.url(), action).toBe(`${url}/dashboard/account`)
    await tab.context().close()
  }
})

test('clickjacking: a page of another site that frames the dashboard shows nothing of it', async () => {
  const tab = await signedInTab(browser, url, owner)
  const message = `${live.path}/messages/${live.ids.message}`
  for (const path of [
    `${live.path}/messages`,
    message,
    `${message}/email`,
    '/dashboard/account',
    '/dashboard/sign-in',
  ]) {
    otherSite.show(
      `<!doctype html><title>Elsewhere</title><iframe src="${url}${path}" width="800" height="600"></iframe>`,
    )
    await tab.goto(otherSite.url, { waitUntil: 'load' })
    // The page of the error replaces the empty frame a moment after the load event.
    await expect.poll(() => tab.frames()[1]!.url(), { message: path }).toMatch(/^chrome-error:/)
    expect(await tab.frames()[1]!.content(), path).not.toContain('okapi')
  }
  await tab.context().close()
})

test('a script of another site reads no page, although the browser is signed in', async () => {
  const tab = await signedInTab(browser, url, owner)
  otherSite.show('<!doctype html><title>Elsewhere</title>')
  await tab.goto(otherSite.url)
  for (const mode of ['cors', 'no-cors']) {
    const read = await tab.evaluate<string>(
      `fetch('${url}${live.path}/messages', { credentials: 'include', mode: '${mode}' }).then((response) => response.text(), () => 'refused')`,
    )
    expect(read).toBe('refused')
  }
  await tab.context().close()
})

test('a script of a page reads no session cookie', async () => {
  const tab = await signedInTab(browser, url, owner)
  await tab.goto(`${url}/dashboard/account`)
  expect(await tab.evaluate('document.cookie')).toBe('')
  await tab.context().close()
})

test('after a sign-out the back button shows nothing of the shop', async () => {
  const tab = await signedInTab(browser, url, await createMember(service, live.shop, 'owner'))
  await tab.goto(`${url}${live.path}/messages`)
  expect(await tab.content()).toContain('okapi')
  await tab.goto(`${url}/dashboard/account`)
  await submitByMouse(tab, '/dashboard/sign-out', {})
  await tab.waitForURL(/sign-in/)
  await tab.goBack()
  await tab.goBack()
  expect(await tab.content()).not.toContain('okapi')
  expect(tab.url()).toContain('/dashboard/sign-in')
  await tab.context().close()
})

test('a page of another site that opens a search cannot count the frames of what was found', async () => {
  const tab = await signedInTab(browser, url, owner)
  const found = `${url}${live.path}/messages?q=${encodeURIComponent(live.ids.reference)}`
  otherSite.show(
    `<!doctype html><title>Elsewhere</title><button onclick="opened = window.open('${found}')">Search</button><script>var opened</script>`,
  )
  await tab.goto(otherSite.url)
  const popup = tab.context().waitForEvent('page')
  await tab.locator('button').click()
  const page = await popup
  await page.waitForURL(/\/messages\/msg_/)
  await expect.poll(() => page.frames().length).toBeGreaterThan(1)
  expect(await tab.evaluate('opened.closed || opened.length === 0')).toBe(true)
  await tab.context().close()
})
