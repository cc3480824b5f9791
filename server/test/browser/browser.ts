import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll } from 'vitest'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** One real browser for a test file. Without a browser the file fails, because a skipped test would look like a passed one. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(`No browser at ${executablePath}: install Chromium, or set CHROMIUM to its path`)
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Tests send no DNS queries.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
  afterAll(() => browser.close())
  return browser
}

/** A tab without cookies or history. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage()
}

/**
 * Opens a link in a background tab. Playwright emulates visibility in every tab that it creates, so this one is created through
 * the DevTools protocol.
 */
export async function openInBackground(browser: Browser, url: string): Promise<{ bringToFront: () => Promise<void> }> {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  await session.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { targetId } = await session.send('Target.createTarget', { url, browserContextId, background: true })
  return {
    async bringToFront() {
      await session.send('Target.activateTarget', { targetId })
    },
  }
}
