import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { prepareScenes } from './scenes.ts'

const testService = await createTestService()
const [browser, scenes] = await Promise.all([startBrowser(), prepareScenes(testService)])

/** A large window zoomed to 400 %, an old phone, a large window. */
const widths = [320, 360, 1280]

// German has the longest words.
for (const locale of ['en-GB', 'de-DE']) {
  const page = await newVisitor(browser, { locale })
  describe(`in ${locale} no page scrolls sideways at 320, 360 and 1280 px, also with doubled font size:`, () => {
    for (const [name, show] of Object.entries(scenes))
      test(name, async () => {
        await show(page)
        await takeScreenshots(page, `${name} ${locale}`)
        const scrollWidths: unknown[] = []
        for (const fontSize of ['100%', '200%'])
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 })
            await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`)
            scrollWidths.push(await page.evaluate('document.documentElement.scrollWidth'))
          }
        expect(scrollWidths).toEqual([...widths, ...widths])
      })
  })
}

/** Saves screenshots for a visual review in the folder that SCREENS names. */
async function takeScreenshots(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENS']
  if (folder === undefined) return
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${[name, width, colorScheme].join(' ')}.png`, fullPage: true })
    }
}
