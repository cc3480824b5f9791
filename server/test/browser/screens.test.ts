import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { prepareScenes } from './scenes.ts'

const testService = await createTestService()
const [browser, scenes] = await Promise.all([startBrowser(), prepareScenes(testService)])

/** A large window whose reader has zoomed to 400 %, an old phone, a large window. */
const widths = [320, 360, 1280]

// German has the longest words.
for (const locale of ['en-GB', 'de-DE']) {
  const page = await newVisitor(browser, { locale })
  describe(`in ${locale} nothing runs out at the side at 320, 360 and 1280 px, nor with letters twice the size:`, () => {
    for (const [name, show] of Object.entries(scenes))
      test(name, async () => {
        await show(page)
        await takePictures(page, `${name} ${locale}`)
        const shown: unknown[] = []
        for (const letters of ['100%', '200%'])
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 })
            await page.evaluate(`document.documentElement.style.fontSize = '${letters}'`)
            shown.push(await page.evaluate('document.documentElement.scrollWidth'))
          }
        expect(shown).toEqual([...widths, ...widths])
      })
  })
}

/** For somebody to look at, in the folder that SCREENS names. */
async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENS']
  if (folder === undefined) return
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${[name, width, colorScheme].join(' ')}.png`, fullPage: true })
    }
}
