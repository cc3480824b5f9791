import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createMember } from '../support/dashboard.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'

const service = await createTestService()
const browser = await startBrowser()
const { url } = service
const member = await createMember(service, await service.business(), 'owner')
const [name, value] = member.cookie.split('=') as [string, string]

async function signedIn(): Promise<Page> {
  const page = await newVisitor(browser)
  await page.context().addCookies([{ name, value, domain: '127.0.0.1', path: '/', secure: true, httpOnly: true }])
  await page.goto(`${url}${member.path}/messages`)
  return page
}

describe('the page of the design system', () => {
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`has no violation of WCAG 2.2 AA and does not scroll sideways at ${width} px in ${colorScheme} mode`, async () => {
        const page = await newVisitor(browser, { viewport: { width, height: 800 }, colorScheme })
        await page.goto(`${url}/dashboard/design`)
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate<axe.AxeResults>(
          `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
        )
        expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      })

  test('shows no control that needs a script to a browser without scripts', async () => {
    const page = await newVisitor(browser, { javaScriptEnabled: false })
    await page.goto(`${url}/dashboard/design`)
    expect(await page.locator('[data-copy]:visible').count()).toBe(0)
  })

  test('shows a time in the zone of the reader, with UTC as its title', async () => {
    const page = await newVisitor(browser, { timezoneId: 'Asia/Kolkata' })
    await page.goto(`${url}/dashboard/design`)
    const time = page.locator('#component-moment time').first()
    expect(await time.innerText()).toMatch(/^16 Nov.*, 20:21$/)
    expect(await time.getAttribute('title')).toBe('2026-11-16 14:51:02 UTC')
  })

  test('a copy button copies its text, and says so', async () => {
    const page = await newVisitor(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${url}/dashboard/design`)
    const button = page.locator('#component-copyButton [data-copy]').first()
    await button.click()
    await page.getByText('Copied', { exact: true }).first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await button.getAttribute('data-copy'))
  })
})

describe('shortcuts', () => {
  for (const [key, path] of [
    ['r', '/recipients'],
    ['m', '/messages'],
  ] as const)
    test(`g ${key} leads to ${path}`, async () => {
      const page = await signedIn()
      await page.locator('body').press('g')
      await Promise.all([page.waitForURL(`**${path}`), page.keyboard.press(key)])
    })

  test('/ leads to the search, where other keys are text', async () => {
    const page = await signedIn()
    await page.locator('body').press('/')
    await page.keyboard.type('gr?')
    expect(await page.locator('input[data-search]').inputValue()).toBe('gr?')
  })

  test('? shows the shortcuts of the page, and Escape closes them', async () => {
    const page = await signedIn()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(await dialog.innerText()).toContain('Recipients')
    await page.keyboard.press('Escape')
    expect(await dialog.count()).toBe(0)
  })
})

describe('the command palette', () => {
  test('finds a page by its name, and Enter opens it', async () => {
    const page = await signedIn()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command' }).fill('recip')
    await Promise.all([page.waitForURL('**/recipients'), page.keyboard.press('Enter')])
  })

  test('searches messages for other text; arrows choose, and Escape closes', async () => {
    const page = await signedIn()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command' }).fill('#1048')
    const options = page.getByRole('dialog').getByRole('option')
    expect(await options.allInnerTexts()).toEqual(['Search messages for “#1048”', 'Search recipients for “#1048”'])
    await page.keyboard.press('ArrowDown')
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowUp')
    await Promise.all([page.waitForURL('**/messages?q=%231048'), page.keyboard.press('Enter')])
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('the navigation', () => {
  test('opens on a phone without scripts, by the keyboard', async () => {
    const page = await newVisitor(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
    await page.context().addCookies([{ name, value, domain: '127.0.0.1', path: '/', secure: true, httpOnly: true }])
    await page.goto(`${url}${member.path}/messages`)
    const link = page.getByRole('link', { name: 'Recipients' })
    expect(await link.count()).toBe(0)
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await link.press('Enter')
    await page.waitForURL('**/recipients')
  })
})
