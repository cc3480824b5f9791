import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'

const [{ url }, browser] = await Promise.all([createTestService({ role: 'api' }), startBrowser()])

/** One page of each kind. */
const kinds = {
  home: '/docs',
  'quick start': '/docs/quick-start',
  guide: '/docs/guides/webhooks',
  'index of guides': '/docs/guides',
  'reference index': '/docs/reference',
  push: '/docs/reference/pushMessage',
  'operator operation': '/docs/operator/changeBusiness',
  'index of errors': '/docs/errors',
  error: '/docs/errors/common.validation_failed',
  reason: '/docs/reasons/insufficient_credit',
  event: '/docs/events/message.not_sent',
  configuration: '/docs/configuration',
  contract: '/docs/contract',
  missing: '/docs/no-such-page',
}

/** All rules of axe for WCAG 2.2 level AA, and its best practices. */
const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true')
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

const search = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('/')
  await page.keyboard.type(text)
  await page.waitForSelector('[role=option]')
}

for (const [width, colorScheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const) {
  const page = await newVisitor(browser, { viewport: { width, height: 844 }, colorScheme })
  const problems: string[] = []
  const origins = new Set<string>()
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  describe(`at ${width} px in ${colorScheme} mode: no violation of axe or of the policy, no other host, no sideways scrolling:`, () => {
    for (const [name, path] of Object.entries(kinds))
      test(name, async () => {
        problems.length = 0
        await page.goto(url + path, { waitUntil: 'networkidle' })
        await takeScreenshot(page, [name, width, colorScheme])
        expect(await violationsOn(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        expect(problems.filter((text) => !(name === 'missing' && text.includes('404')))).toEqual([])
        expect([...origins].filter((origin) => origin !== url && origin !== 'null')).toEqual([])
      })
    test('search open', async () => {
      await page.goto(`${url}/docs`)
      await search(page, 'credit')
      await takeScreenshot(page, ['search', width, colorScheme])
      expect(await violationsOn(page)).toEqual([])
    })
  })
}

describe('the search', () => {
  test('is fetched only when the reader goes to its field', async () => {
    const page = await newVisitor(browser)
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(`${url}/docs`, { waitUntil: 'networkidle' })
    expect(requested).not.toContain('/docs/search.json')
    const fetched = page.waitForResponse(`${url}/docs/search.json`)
    await page.keyboard.press('/')
    await fetched
  })
  for (const [words, path] of [
    ['insufficient_credit', '/docs/reasons/insufficient_credit'],
    ['key_reused', '/docs/errors/idempotency.key_reused'],
    ['push a message', '/docs/reference/pushMessage'],
    ['message.bounced', '/docs/events/message.bounced'],
    ['webhook_allow_cidrs', '/docs/configuration'],
  ] as const)
    test(`finds ${words} by keyboard`, async () => {
      const page = await newVisitor(browser)
      await page.goto(`${url}/docs`)
      await search(page, words)
      await page.keyboard.press('Enter')
      await page.waitForURL(url + path)
    })
  test('is used with the arrow keys, names the active result, and closes with Escape', async () => {
    const page = await newVisitor(browser)
    await page.goto(`${url}/docs`)
    await search(page, 'webhook')
    const field = page.getByRole('combobox')
    const active = (): Promise<string | null> => field.getAttribute('aria-activedescendant')
    expect([await field.getAttribute('aria-expanded'), await active()]).toEqual(['true', 'result-0'])
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe('result-1')
    expect(await page.locator('#result-1').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await active()).toBe(`result-${(await page.getByRole('option').count()) - 1}`)
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ pages found$/)
    await page.keyboard.press('Escape')
    expect([await field.getAttribute('aria-expanded'), await page.getByRole('option').count()]).toEqual(['false', 0])
  })
  test('states that nothing was found', async () => {
    const page = await newVisitor(browser)
    await page.goto(`${url}/docs`)
    await page.keyboard.press('/')
    await page.keyboard.type('xyzzy')
    await page.getByText('0 pages found').waitFor()
  })
})

describe('without scripts', () => {
  test('the tabs work, and neither a search field nor a copy button is shown', async () => {
    const page = await newVisitor(browser, { javaScriptEnabled: false })
    await page.goto(`${url}/docs/reference/pushMessage`)
    const isShown = (): Promise<boolean[]> =>
      Promise.all(
        ['curl', 'typescript', 'python', 'php'].map((language) => page.locator(`.sample.${language}`).isVisible()),
      )
    expect(await isShown()).toEqual([true, false, false, false])
    await page.getByRole('radio', { name: 'Python' }).click()
    expect(await isShown()).toEqual([false, false, true, false])
    await page.keyboard.press('ArrowRight')
    expect(await isShown()).toEqual([false, false, false, true])
    expect([await page.locator('#search').isVisible(), await page.locator('.copy').count()]).toEqual([false, 0])
  })
  test('the menu of a phone opens and leads to other pages', async () => {
    const page = await newVisitor(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await page.goto(`${url}/docs`)
    const link = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Reference' })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await link.click()
    await page.waitForURL(`${url}/docs/reference`)
  })
})

test('the chosen language is remembered on other pages', async () => {
  const page = await newVisitor(browser)
  await page.goto(`${url}/docs/reference/pushMessage`)
  await page.getByRole('radio', { name: 'PHP' }).click()
  await page.goto(`${url}/docs/reference/listMessages`)
  expect(await page.locator('.sample.php').isVisible()).toBe(true)
})

test('a button copies the code', async () => {
  const page = await newVisitor(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${url}/docs/reference/pushMessage`)
  const sample = page.locator('.sample.curl')
  await sample.hover()
  await sample.getByRole('button', { name: 'Copy' }).click()
  await sample.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await sample.locator('pre').textContent())
})

test('the list of headings marks the one that is being read', async () => {
  const page = await newVisitor(browser, { viewport: { width: 1280, height: 844 } })
  await page.goto(`${url}/docs/guides/webhooks`)
  const marked = page.locator('.contents a[aria-current]')
  const headings = await page.locator('.contents a').allTextContents()
  for (const heading of [headings[1]!, headings.at(-1)!, headings[0]!]) {
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: heading, exact: true })
      .click()
    await page.locator('.contents a[aria-current]', { hasText: heading }).waitFor()
    expect(await marked.count()).toBe(1)
  }
})

test('the first press of Tab offers to skip to the content', async () => {
  const page = await newVisitor(browser)
  await page.goto(`${url}/docs/reference/pushMessage`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).hash).toBe('#content')
})

/** Saves a screenshot for a visual review in the folder that SCREENS names. */
async function takeScreenshot(page: Page, name: (string | number)[]): Promise<void> {
  const folder = process.env['SCREENS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/docs ${name.join(' ')}.png` })
}
