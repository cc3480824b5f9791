import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll } from 'vitest'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** One real browser for a test file. Where there is none the file fails: a test that is skipped would pass for a promise kept. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(`No browser at ${executablePath}: install Chromium, or say in CHROMIUM where it is`)
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // No test asks a name server.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
  afterAll(() => browser.close())
  return browser
}

/** A tab of somebody who was never here before. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage()
}

/**
 * A link that somebody opens in a new tab and does not look at yet. The library makes every tab it knows believe that it is
 * being looked at, so this one is made without its knowledge.
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
