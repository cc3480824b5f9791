import { expect, test } from 'vitest'
import { createMember } from '../support/dashboard.ts'
import { pushMessage, shippedOrder } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'
import { startBrowser } from './browser.ts'
import { layoutShift, signedInTab } from './dashboard.ts'

const service = await createTestService()
const { business, url } = service
const browser = await startBrowser()

/** The list of a shop with two messages, the newest first. */
async function openList() {
  const shop = await business()
  for (const reference of ['A-1', 'A-2']) await push(reference)
  const member = await createMember(service, shop, 'support')
  const tab = await signedInTab(browser, url, member, { timezoneId: 'Asia/Tokyo' })
  await tab.goto(`${url}${member.path}/messages`)
  const references = (): Promise<string[]> => tab.locator('tbody .two > span').allInnerTexts()
  return { tab, push, path: member.path, references }

  function push(reference: string) {
    return pushMessage(shop, shippedOrder({ recipient_email: 'ada@example.com', reference }))
  }
}

test('a message that arrives while the list is open is announced, and shown at the top when the reader wants it', async () => {
  const { tab, push, references } = await openList()
  const before = await references()
  await push('A-3')
  const announcement = tab.getByRole('status').getByRole('button', { name: '1 new message' })
  await announcement.waitFor()
  expect(await references()).toEqual(before)
  expect(await layoutShift(tab)).toBe(0)
  await announcement.click()
  expect(await references()).toEqual(['A-3 · Shipped', ...before])
  expect(await tab.evaluate('document.activeElement.closest("tr") === document.querySelector("tbody tr")')).toBe(true)
  // The row has the time zone of the reader, as the others.
  expect(await tab.locator('tbody time').first().innerText()).not.toContain('UTC')
  await tab.context().close()
})

test('messages that arrive before the reader looks are counted', async () => {
  const { tab, push } = await openList()
  await push('A-3')
  await tab.getByRole('button', { name: '1 new message' }).waitFor()
  await push('A-4')
  await tab.getByRole('button', { name: '2 new messages' }).click()
  expect(await tab.locator('tbody tr').count()).toBe(4)
  await tab.context().close()
})

test('j and k walk through the rows, and Enter opens the message', async () => {
  const { tab } = await openList()
  const focused = (): Promise<number> =>
    tab.evaluate('[...document.querySelectorAll("tbody tr")].indexOf(document.activeElement.closest("tr"))')
  const walked: number[] = []
  for (const key of ['j', 'j', 'j', 'k', 'k', 'j']) {
    await tab.keyboard.press(key)
    walked.push(await focused())
  }
  expect(walked).toEqual([0, 1, 1, 0, 0, 1])
  await Promise.all([tab.waitForURL('**/messages/msg_*'), tab.keyboard.press('Enter')])
  await tab.context().close()
})

test('g p leads to the people of the shop', async () => {
  const { tab, path } = await openList()
  await tab.keyboard.press('g')
  await Promise.all([tab.waitForURL(`${url}${path}/members`), tab.keyboard.press('p')])
  await tab.context().close()
})
