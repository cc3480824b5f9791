import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { SignedInMember } from '../support/dashboard.ts'
import type { FormFields } from '../support/dashboard-client.ts'
import { newVisitor } from './browser.ts'

/** A tab with the session of a member. The script of the tab counts what a page must not do. */
export async function signedInTab(
  browser: Browser,
  url: string,
  { cookie }: Pick<SignedInMember, 'cookie'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const tab = await newVisitor(browser, { viewport: { width: 1280, height: 800 }, ...options })
  const [name = '', value = ''] = cookie.split('=')
  // The prefix __Host- needs a secure origin; a browser sends such cookies to the loopback address too.
  await tab
    .context()
    .addCookies([{ name, value, url: url.replace('http:', 'https:'), httpOnly: true, sameSite: 'Lax' }])
  return tab
}

/** Everything that a browser reports about the pages of a tab and that must not happen. The list is emptied by reading it. */
export async function watchProblems(tab: Page, url: string): Promise<() => Promise<string[]>> {
  const problems: string[] = []
  tab.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console: ${message.text()}`)
  })
  tab.on('pageerror', (error) => void problems.push(`error: ${error.message}`))
  tab.on('dialog', (dialog) => void problems.push(`dialog: ${dialog.message()}`))
  tab.on('requestfailed', (request) => {
    // A navigation away from the page cancels what it still loads.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`)
  })
  tab.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) problems.push(`foreign: ${request.url()}`)
  })
  await tab.addInitScript(`
    window.violations = []
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`)
  return async () => {
    const violations = await tab.evaluate<string[]>('window.violations ?? []')
    return [...problems.splice(0), ...violations.map((violation) => `policy: ${violation}`)]
  }
}

const axeOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  // A frame of a message runs no script, so axe would wait for it. Its content is the email or the inbox, which have tests.
  iframes: false,
}
export async function axeViolations(tab: Page): Promise<string[]> {
  await tab.evaluate(axe.source)
  const { violations } = await tab.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(axeOptions)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** The sum of all layout shifts since the navigation that no input caused. */
export const layoutShift = (tab: Page): Promise<number> =>
  tab.evaluate(`new Promise((resolve) => {
    let sum = 0
    const add = (entries) => { for (const one of entries) if (!one.hadRecentInput) sum += one.value }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => { add(observer.takeRecords()); resolve(sum) }))
  })`)

/** The elements that reach beyond the right edge although nothing around them scrolls. */
export const overflowing = (tab: Page): Promise<string[]> =>
  tab.evaluate(`(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const isClipped = (element) => element !== document.body && element !== document.documentElement &&
      (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement))
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 0.5 && !isClipped(element))
      .map((element) => 'too wide: ' + element.outerHTML.slice(0, 160))
  })()`)

type Focus = {
  id: number
  name: string
  /** Whether its focus ring is visible. */
  isVisible: boolean
  kind: 'text' | 'choice' | 'option' | 'submit' | 'summary' | 'other'
  field: string
  value: string
  /** The path to which its form is sent. */
  action: string
  isOpen: boolean
}
const focusScript = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  window.focusIds ??= new Map()
  if (!window.focusIds.has(element)) window.focusIds.set(element, window.focusIds.size)
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  // A field and the box around it have a ring of their own, and a link that fills a row that of the row.
  const row = element.closest('tr, li') ?? element
  const hasRing = [element, element.parentElement, row].some((one) => / 0px 0px 0px [1-3]px/.test(getComputedStyle(one).boxShadow))
  const form = element.form ?? null
  const submitter = element.matches('button:not([type]), button[type=submit], input[type=submit]')
  const kind = element.localName === 'summary' ? 'summary'
    : submitter && form !== null ? 'submit'
    : element.matches('input[type=radio], input[type=checkbox]') ? 'option'
    : element.localName === 'select' ? 'choice'
    : element.matches('input[type=file]') ? 'file'
    : element.matches('input, textarea') ? 'text' : 'other'
  const action = form === null ? '' : new URL((submitter && element.getAttribute('formaction')) || form.getAttribute('action') || location.href, location.href).pathname
  return {
    id: window.focusIds.get(element),
    name: element.localName + ' ' + (element.innerText || element.getAttribute('aria-label') || element.name || '').trim(),
    isVisible: (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || hasRing,
    kind, action,
    field: element.name ?? '',
    value: element.value ?? '',
    isOpen: element.localName === 'summary' && element.parentElement.open,
  }
})()`
export const focusOf = (tab: Page): Promise<Focus | null> => tab.evaluate(focusScript)

/**
 * Fills in and submits the form with this action by keyboard alone: Tab, the keys of the fields, and Enter on its button. Opens
 * collapsed sections on the way.
 */
export async function submitByKeyboard(tab: Page, action: string, fields: FormFields): Promise<void> {
  const filled = new Set<string>()
  for (let presses = 0; presses < 300; presses++) {
    await tab.keyboard.press('Tab')
    const focus = await focusOf(tab)
    if (focus === null) continue
    if (focus.kind === 'summary' && !focus.isOpen) await tab.keyboard.press('Enter')
    if (focus.action !== action) continue
    if (!focus.isVisible) throw new Error(`the focus on ${focus.name} is not visible`)
    const value = fields[focus.field]
    if (focus.kind === 'submit') {
      // A form can have several buttons, each with a value of its own.
      if (focus.field !== '' && value !== undefined && focus.value !== value) continue
      return tab.keyboard.press('Enter')
    }
    if (value === undefined || filled.has(focus.field)) continue
    await fillByKeyboard(tab, focus, value)
    filled.add(focus.field)
  }
  throw new Error(`no button of a form to ${action} is reached by the Tab key`)
}

async function fillByKeyboard(tab: Page, { kind, value, field }: Focus, wanted: string | File): Promise<void> {
  if (wanted instanceof File) return tab.locator(':focus').setInputFiles(await chosenFile(wanted))
  if (kind === 'text') {
    await tab.keyboard.press('Control+A')
    return tab.keyboard.type(wanted)
  }
  if (kind === 'option' && value === wanted) return tab.keyboard.press('Space')
  for (let presses = 0, current = value; current !== wanted; presses++) {
    if (presses > 30) throw new Error(`${field} cannot be set to ${wanted} by the arrow keys`)
    await tab.keyboard.press('ArrowDown')
    const now = (await focusOf(tab))!.value
    if (now === current) await tab.keyboard.press('Home')
    current = now
  }
}

/** What a person chooses in the window that the browser opens. */
export const chosenFile = async (file: File) => ({
  name: file.name,
  mimeType: file.type,
  buffer: Buffer.from(await file.arrayBuffer()),
})

/** Fills in and submits the form with this action by mouse. Works in a tab without scripts. */
export async function submitByMouse(tab: Page, action: string, fields: FormFields): Promise<void> {
  const form = tab.locator(`form[action="${action}"]`).first()
  const closed = tab.locator('details:not([open])').filter({ has: tab.locator(`form[action="${action}"]`) })
  while ((await closed.count()) > 0) await closed.first().locator('summary').first().click()
  for (const [name, value] of Object.entries(fields)) {
    const field = form.locator(`[name="${name}"]:not([type=hidden])`)
    if ((await field.count()) === 0) continue
    const kind = await field.first().evaluate((element) => `${element.localName} ${element.getAttribute('type')}`)
    if (value instanceof File) await field.first().setInputFiles(await chosenFile(value))
    else if (kind.startsWith('select')) await field.first().selectOption(value)
    else if (/radio|checkbox/.test(kind)) await form.locator(`[name="${name}"][value="${value}"]`).first().check()
    else if (!kind.startsWith('button')) await field.first().fill(value)
  }
  await form.locator('button:not([type=button])').first().click()
}
