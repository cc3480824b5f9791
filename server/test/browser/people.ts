import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { newVisitor } from './browser.ts'

/** Whatever somebody does with a page they look at: the browser trusts it as it trusts a hand. */
export type Act = (page: Page) => Promise<void>
export const turnTheWheel: Act = (page) => page.mouse.wheel(0, 40)

/** Somebody follows a link, looks for half a second and then acts, more than once as people do. */
export async function readAsPerson(browser: Browser, link: string, act: Act = turnTheWheel): Promise<Page> {
  const page = await newVisitor(browser, { hasTouch: true })
  await page.goto(link)
  await actForAWhile(page, act)
  return page
}

export async function actForAWhile(page: Page, act: Act): Promise<void> {
  await sleep(500)
  for (let times = 0; times < 6; times++) {
    await act(page)
    await sleep(50)
  }
}

/** A program that follows a link as mail scanners do: with a cookie if it is given one, without a browser. */
export async function readAsProgram(
  link: string,
  method: 'GET' | 'HEAD',
  headers: Record<string, string> = {},
): Promise<void> {
  const entered = await fetch(link, { method, headers, redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  await fetch(new URL('/inbox', link), { method, headers: { ...headers, cookie } })
}
