import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { languages } from '../../src/brand/languages.decide.ts'
import { localeTexts } from '../../src/inbox/locales/locales.ts'
import type { Shop } from '../support/client.ts'
import { until } from '../support/simulator-client.ts'
import { createTestService } from '../support/test-service.ts'
import { newVisitor, startBrowser } from './browser.ts'
import { type Customer, newCustomer, newestMail, openedAt, push } from './customers.ts'

const { business, operator, simulator } = await createTestService()
const browser = await startBrowser()

let numbers = 1000
async function openShop(name: string): Promise<Shop> {
  const shop = await business({ name, sms: 'on_request' })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 10 })
  return shop
}
/** A customer with a text and an email about one order, and an older order. */
async function newReader(shop: Shop): Promise<Customer & { text: string; mail: string }> {
  const customer = await newCustomer(shop, { subject: 'An older order', reference: '#7', notify: false })
  const recipient_phone = `+44770094${numbers++}`
  const shipped = { subject: 'Shipped', reference: '#1042', order_status: 'shipped' }
  const { id } = await push(customer, { ...shipped, recipient_phone, channels: ['sms'] })
  const text = await until('the text', async () => (await simulator.outbox({ channel: 'sms', message_id: id }))[0])
  const mail = await newestMail(simulator, customer)
  return { ...customer, messageId: id, text: text.link, mail: mail.link }
}
const subjects = (page: Page): Promise<string[]> => page.locator('.subject').allInnerTexts()
const smsStatus = async ({ shop, email }: Customer): Promise<string> =>
  (await shop.call('GET', `/api/v1/recipients/${encodeURIComponent(email)}/sms`)).json.sms_status

/** Each pair of language, scripts and width occurs; all twenty combinations would take twice as long. */
const cases = languages.flatMap((language, index) => {
  const [narrow, wide] = [
    { language, width: 390 },
    { language, width: 1280 },
  ]
  const [withScripts, withoutScripts] = index % 2 === 0 ? [narrow, wide] : [wide, narrow]
  return [
    { ...withScripts, javaScriptEnabled: true, scripts: 'with' },
    { ...withoutScripts, javaScriptEnabled: false, scripts: 'without' },
  ]
})

test.each(cases)(
  '$language, $scripts scripts, $width px: two shops, and a text of the first, work side by side',
  async ({ language, width, javaScriptEnabled }) => {
    const texts = localeTexts[language]
    const options = { javaScriptEnabled, locale: texts.locale, viewport: { width, height: 800 } }
    const tab = await newVisitor(browser, options)
    const [first, second] = [await newReader(await openShop('First')), await newReader(await openShop('Second'))]
    const openTab = async (link: string): Promise<Page> => {
      const page = await tab.context().newPage()
      await page.goto(link)
      return page
    }
    const atFirst = await openTab(first.mail)
    const textOfFirst = await openTab(first.text)
    const atSecond = await openTab(second.mail)

    expect(await subjects(atFirst)).toEqual([expect.stringMatching(`${texts.inbox.new}\\s+Shipped`), 'An older order'])
    expect(await subjects(textOfFirst)).toEqual([expect.stringMatching(`${texts.inbox.new}\\s+Shipped`)])
    for (const page of [atFirst, textOfFirst, atSecond])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)

    await textOfFirst.locator('#stop summary').click()
    await textOfFirst.locator('#stop button').click()
    await textOfFirst.locator('#done').waitFor()
    expect([await smsStatus(first), await smsStatus(second)]).toEqual(['stopped', 'active'])

    await atFirst.reload()
    if (javaScriptEnabled) {
      await atFirst.bringToFront()
      await atFirst.waitForTimeout(750)
      await atFirst.mouse.wheel(0, 40)
    } else await atFirst.locator('#open button').click()
    await until('the open', () => openedAt(first))
    expect(await openedAt(second)).toBeNull()

    await atFirst.reload()
    await atFirst.locator('#settings-link').click()
    await atFirst.locator('#sign-out summary').click()
    await atFirst.locator('#sign-out button').click()
    await atFirst.getByRole('status').waitFor()
    expect(await atFirst.title()).toBe(texts.signOut.doneTitle)
    await textOfFirst.locator('#number summary').click()
    await textOfFirst.locator('#number button').click()
    await textOfFirst.getByRole('alert').waitFor()
    expect(await textOfFirst.locator('h1').innerText()).toBe(texts.ended.title)
    await atSecond.reload()
    expect(await subjects(atSecond)).toHaveLength(2)
    await tab.context().close()
  },
)
