import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { prepareScenes, unfold } from './scenes.ts'

const testService = await createTestService()
const [browser, scenes] = await Promise.all([startBrowser(), prepareScenes(testService)])

/** All rules of axe for WCAG 2.2 level AA, and its best practices. */
const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
}

async function violationsOn(page: Page): Promise<string[]> {
  await unfold(page)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

for (const [locale, colorScheme] of [
  ['en-GB', 'light'],
  ['de-DE', 'dark'],
] as const) {
  const page = await newVisitor(browser, { locale, colorScheme })
  describe(`axe finds no violation in ${locale} and ${colorScheme} mode on`, () => {
    for (const [name, show] of Object.entries(scenes))
      test(name, async () => {
        await show(page)
        expect(await violationsOn(page)).toEqual([])
      })
  })
}
