import type { Browser, Page } from 'playwright-core'
import { newVisitor } from './browser.ts'

/** An input event that the browser marks as trusted. */
export type Act = (page: Page) => Promise<void>
export const scrollWheel: Act = (page) => page.mouse.wheel(0, 40)

/** How long a page must be visible before the open script accepts an input event. */
const visibleMilliseconds = 500

/**
 * Follows a link and acts after the page was visible for half a second. The test moves the clock of the page, so a slow machine
 * does not change how long the page was visible when the input event arrives.
 */
export async function readAsPerson(browser: Browser, link: string, act: Act = scrollWheel): Promise<Page> {
  const page = await newVisitor(browser, { hasTouch: true })
  await stopClock(page)
  await page.goto(link)
  await page.clock.runFor(visibleMilliseconds)
  await act(page)
  return page
}

/** From the next navigation on, time passes in the page only by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/**
 * Returns the requests of the page that record an open. It awaits a round trip to the page first: the events of a page arrive
 * in order, so every request that an earlier input event caused is in the list.
 */
export function watchOpens(page: Page): () => Promise<string[]> {
  const opens: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/open')) opens.push(request.url())
  })
  return async () => {
    await page.evaluate('0')
    return opens
  }
}

/** Follows a link as a mail scanner does: without a browser, and with the cookie that it is given. */
export async function readAsScanner(
  link: string,
  method: 'GET' | 'HEAD',
  headers: Record<string, string> = {},
): Promise<void> {
  const entered = await fetch(link, { method, headers, redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  await fetch(new URL(entered.headers.get('location')!, link), { method, headers: { ...headers, cookie } })
}
