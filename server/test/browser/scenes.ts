import type { Page } from 'playwright-core'
import { statement } from '../../src/db/statement.ts'
import { acquireLock } from '../support/locks.ts'
import { until } from '../support/simulator-client.ts'
import type { TestService } from '../support/test-service.ts'
import { type Customer, newCustomer, newestMail } from './customers.ts'
import { longCustomer, ordinaryCustomer, rightToLeftCustomer } from './scene-customers.ts'

/** Navigates a tab to a page that a recipient can reach, in one of the states that look different. */
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
  const inboxLink = async (customer: Customer): Promise<string> => (await newestMail(simulator, customer)).link
  const unsubscribeLink = async (customer: Customer): Promise<string> =>
    (await newestMail(simulator, customer)).unsubscribe_url

  const textedLink = async ({ messageId }: Customer): Promise<string> =>
    (await until('the text', async () => (await simulator.outbox({ channel: 'sms', message_id: messageId }))[0])).link
  let numbers = 1300
  const nextNumber = (): string => `+44770090${numbers++}`

  const ordinary = await ordinaryCustomer(shop)
  const long = await longCustomer(shop)
  const rightToLeft = await rightToLeftCustomer(await business({ name: 'متجر الزيتون' }))
  const stopped = await newCustomer(shop)
  await fetch(await unsubscribeLink(stopped), { method: 'POST' })
  const texted = await newCustomer(shop, textedTo('+447700901234'))
  await until('the text', async () => (await simulator.outbox({ channel: 'sms' }))[0])

  const showSettings = async (page: Page, customer: Customer): Promise<void> => {
    await page.goto(await inboxLink(customer))
    await page.locator('#settings-link').click()
    await page.locator('#texts').waitFor()
  }
  const verifyText = async (page: Page, ending: string, result: string): Promise<void> => {
    await page.goto(`${url}/genuine`)
    await page.locator('#clue').fill('A-1042')
    await page.locator('#ending').fill(ending)
    await page.locator('#genuine button').click()
    await page.locator(result).waitFor()
  }
  return {
    'an ordinary inbox': async (page) => page.goto(await inboxLink(ordinary)),
    'an empty inbox': async (page) => {
      await page.goto(await inboxLink(ordinary))
      await page.goto(page.url().replace(/updates$/, `older/${ordinary.messageId}`))
    },
    'a long inbox': async (page) => page.goto(await inboxLink(long)),
    'the second page of a long inbox': async (page) => {
      await page.goto(await inboxLink(long))
      await page.locator('#pages a').last().click()
    },
    'a right-to-left inbox': async (page) => page.goto(await inboxLink(rightToLeft)),
    'the inbox of an unsubscribed recipient': async (page) => page.goto(await inboxLink(stopped)),
    settings: (page) => showSettings(page, texted),
    'settings with everything unfolded': async (page) => {
      await showSettings(page, texted)
      await unfold(page)
    },
    'settings of a recipient without a phone number': (page) => showSettings(page, ordinary),
    'settings of an unsubscribed recipient': (page) => showSettings(page, stopped),
    'settings after texts were stopped': async (page) => {
      await showSettings(page, await newCustomer(shop, textedTo('+447700901235')))
      await page.locator('#texts summary').click()
      await page.locator('#texts button').click()
      await page.locator('#done').waitFor()
    },
    'the page for a change that is unavailable': async (page) => {
      await showSettings(page, stopped)
      await unfold(page)
      await acquireLock(db, recipientRow, { email: stopped.email })
      await page.locator('main form button').first().click()
      await page.getByRole('status').waitFor()
    },
    'settings after signing out everywhere': async (page) => {
      await showSettings(page, await newCustomer(shop))
      await page.locator('#sign-out summary').click()
      await page.locator('#sign-out button').click()
      await page.getByRole('status').waitFor()
    },
    'a form whose session has ended': async (page) => {
      const customer = await newCustomer(shop)
      await showSettings(page, customer)
      await page.locator('#everything summary').click()
      await db.all(raiseEpoch, { email: customer.email })
      await page.locator('#everything button').click()
      await page.getByRole('alert').waitFor()
    },
    'the page of a text': async (page) => page.goto(await textedLink(texted)),
    'the page of a text with everything unfolded': async (page) => {
      await page.goto(await textedLink(texted))
      await unfold(page)
    },
    'the page of a text after texts were stopped': async (page) => {
      await page.goto(await textedLink(await newCustomer(shop, textedTo(nextNumber()))))
      await page.locator('#stop summary').click()
      await page.locator('#stop button').click()
      await page.locator('#done').waitFor()
    },
    'the page after a wrong number was reported': async (page) => {
      await page.goto(await textedLink(await newCustomer(shop, textedTo(nextNumber()))))
      await page.locator('#number summary').click()
      await page.locator('#number button').click()
      await page.getByRole('status').waitFor()
    },
    'an invalid link': (page) => page.goto(`${url}/inbox/nonsense`),
    'the page after a new link was requested': async (page) => {
      await page.goto(`${url}/inbox/nonsense`)
      await page.locator('#fresh-link button').click()
      await page.getByRole('status').waitFor()
    },
    'the form that verifies a text': (page) => page.goto(`${url}/genuine`),
    'a verified text': (page) => verifyText(page, '1234', '#result.yes'),
    'a text that was not verified': (page) => verifyText(page, '0000', '#result.unknown'),
    'the unsubscribe page': async (page) => page.goto(await unsubscribeLink(ordinary)),
    'the page after unsubscribing': async (page) => {
      await page.goto(await unsubscribeLink(stopped))
      await page.getByRole('button').click()
      await page.getByRole('status').waitFor()
    },
  }
}

/** Expands all collapsed sections, so that their content is tested too. */
export const unfold = (page: Page): Promise<unknown> =>
  page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)

const recipientRow = statement<{ email: string }>(
  'scenes.recipient_row',
  `select 1 from recipients where email = $email for update`,
)

const raiseEpoch = statement<{ email: string }>(
  'scenes.raise_epoch',
  `update recipients set link_epoch = link_epoch + 1 where email = $email`,
)

const textedTo = (phone: string) => ({
  recipient_phone: phone,
  channels: ['sms'],
  reference: 'A-1042',
  order_status: 'shipped',
})
