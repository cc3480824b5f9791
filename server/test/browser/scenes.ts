import type { Page } from 'playwright-core'
import { statement } from '../../src/db/statement.ts'
import { hold } from '../support/hold.ts'
import { until } from '../support/simulator-client.ts'
import type { TestService } from '../support/test-service.ts'
import { type Customer, newCustomer, newestMail } from './customers.ts'
import { longCustomer, ordinaryCustomer, rightToLeftCustomer } from './scene-customers.ts'

/** Every page that a recipient can come to, in every state that looks different. Brings a tab to it. */
export type Scene = (page: Page) => Promise<unknown>

export async function prepareScenes({
  business,
  db,
  operator,
  simulator,
  url,
}: TestService): Promise<Record<string, Scene>> {
  const shop = await business({ name: 'Fernwood & Daughters', sms: 'on' })
  await operator('POST', `/businesses/${shop.id}/credits`, { amount: 100 })
  const linkOf = async (customer: Customer): Promise<string> => (await newestMail(simulator, customer)).link
  const unsubscribeLinkOf = async (customer: Customer): Promise<string> =>
    (await newestMail(simulator, customer)).unsubscribe_url

  const ordinary = await ordinaryCustomer(shop)
  const long = await longCustomer(shop)
  const rightToLeft = await rightToLeftCustomer(await business({ name: 'متجر الزيتون' }))
  const stopped = await newCustomer(shop)
  await fetch(await unsubscribeLinkOf(stopped), { method: 'POST' })
  const texted = await newCustomer(shop, textedTo('+447700901234'))
  await until('the text', async () => (await simulator.outbox({ channel: 'sms' }))[0])

  const settingsOf = async (page: Page, customer: Customer): Promise<void> => {
    await page.goto(await linkOf(customer))
    await page.locator('#settings-link').click()
    await page.locator('#texts').waitFor()
  }
  const askWhetherGenuine = async (page: Page, ending: string, answer: string): Promise<void> => {
    await page.goto(`${url}/genuine`)
    await page.locator('#clue').fill('A-1042')
    await page.locator('#ending').fill(ending)
    await page.locator('#genuine button').click()
    await page.locator(answer).waitFor()
  }
  return {
    'an ordinary inbox': async (page) => page.goto(await linkOf(ordinary)),
    'an empty inbox': async (page) => {
      await page.goto(await linkOf(ordinary))
      await page.goto(`${url}/inbox/older/${ordinary.messageId}`)
    },
    'a long inbox': async (page) => page.goto(await linkOf(long)),
    'the second page of a long inbox': async (page) => {
      await page.goto(await linkOf(long))
      await page.locator('#pages a').last().click()
    },
    'a right-to-left inbox': async (page) => page.goto(await linkOf(rightToLeft)),
    'the inbox of somebody who stopped everything': async (page) => page.goto(await linkOf(stopped)),
    settings: (page) => settingsOf(page, texted),
    'settings with everything unfolded': async (page) => {
      await settingsOf(page, texted)
      await unfold(page)
    },
    'settings of somebody without a number': (page) => settingsOf(page, ordinary),
    'settings of somebody who stopped everything': (page) => settingsOf(page, stopped),
    'settings when texts have been stopped': async (page) => {
      await settingsOf(page, await newCustomer(shop, textedTo('+447700901235')))
      await page.locator('#texts summary').click()
      await page.locator('#texts button').click()
      await page.locator('#done').waitFor()
    },
    'the answer when a change is not possible now': async (page) => {
      await settingsOf(page, stopped)
      await unfold(page)
      await hold(db, recipientRow, { email: stopped.email })
      await page.locator('main form button').first().click()
      await page.getByRole('status').waitFor()
    },
    'a link that is not good': (page) => page.goto(`${url}/inbox/nonsense`),
    'the answer to who asks for a fresh link': async (page) => {
      await page.goto(`${url}/inbox/nonsense`)
      await page.locator('#fresh-link button').click()
      await page.getByRole('status').waitFor()
    },
    'is this text real': (page) => page.goto(`${url}/genuine`),
    'this text is real': (page) => askWhetherGenuine(page, '1234', '#answer.yes'),
    'this text may not be real': (page) => askWhetherGenuine(page, '0000', '#answer.unknown'),
    'the question before everything stops': async (page) => page.goto(await unsubscribeLinkOf(ordinary)),
    'the answer when everything has stopped': async (page) => {
      await page.goto(await unsubscribeLinkOf(stopped))
      await page.getByRole('button').click()
      await page.getByRole('status').waitFor()
    },
  }
}

/** What is folded away must be as good as the rest. */
export const unfold = (page: Page): Promise<unknown> =>
  page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)

const recipientRow = statement<{ email: string }>(
  'scenes.recipient_row',
  `select 1 from recipients where email = $email for update`,
)

const textedTo = (phone: string) => ({
  recipient_phone: phone,
  channels: ['sms'],
  reference: 'A-1042',
  order_status: 'shipped',
})
