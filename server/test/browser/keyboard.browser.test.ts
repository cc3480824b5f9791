import { describe, expect, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { prepareScenes, unfold } from './scenes.ts'

const testService = await createTestService()
const [browser, scenes] = await Promise.all([startBrowser(), prepareScenes(testService)])
const page = await newVisitor(browser)

const nameOf = `(element) => element.localName + ' ' + (element.innerText || element.name).trim()`
const controls = `[...document.querySelectorAll('a[href], button, summary, input, select, textarea')]
  .filter((element) => element.checkVisibility()).map(${nameOf})`
/** The focused control, and whether its focus ring is visible. */
const focused = `(() => {
  const element = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  return { name: (${nameOf})(element), isVisible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 }
})()`

describe('the Tab key reaches every control in page order with a visible focus ring on', () => {
  for (const [name, show] of Object.entries(scenes))
    test(name, async () => {
      await show(page)
      await unfold(page)
      const all = await page.evaluate<string[]>(controls)
      const reached: { name: string; isVisible: boolean }[] = []
      while (reached.length < all.length) {
        await page.keyboard.press('Tab')
        reached.push(await page.evaluate(focused))
      }
      expect(reached).toEqual(all.map((control) => ({ name: control, isVisible: true })))
    })
})
