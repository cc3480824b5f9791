import { describe, expect, test } from 'vitest'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { newCustomer, newestMail } from './customers.ts'

const { business, simulator } = await createTestService()
const browser = await startBrowser()
const { link } = await newestMail(simulator, await newCustomer(await business()))

describe('the time of a message is shown in the time zone and language of the browser', () => {
  for (const [locale, timezoneId] of [
    ['en-GB', 'America/New_York'],
    ['de-DE', 'Asia/Kolkata'],
    ['fr-FR', 'Europe/Paris'],
  ] as const)
    test(`${locale} in ${timezoneId}`, async () => {
      const page = await newVisitor(browser, { locale, timezoneId })
      await page.goto(link)
      const time = page.locator('article time').first()
      const moment = new Date((await time.getAttribute('datetime'))!)
      const day = new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: timezoneId,
      })
      const minute = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: timezoneId })
      const text = await time.innerText()
      expect([text.includes(day.format(moment)), text.includes(minute.format(moment))], text).toEqual([true, true])
      expect(await page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2))
    })

  test('without scripts the time is shown in UTC and says so', async () => {
    const page = await newVisitor(browser, { javaScriptEnabled: false, timezoneId: 'America/New_York' })
    await page.goto(link)
    const time = page.locator('article time').first()
    const iso = (await time.getAttribute('datetime'))!
    expect(await time.innerText()).toContain(`${iso.slice(11, 16)} UTC`)
  })
})
