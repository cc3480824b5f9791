import { expect, test } from 'vitest'
import { createSignedInOperator } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { createTestService } from '../support/test-service.ts'

/** What the pages of destinations and prices show and change. Who may open them is in operator-roles. */
const service = await createTestService()
const { business, operator } = service
const { read, submit } = createDashboardClient(service)
const shop = await business()
const finance = await createSignedInOperator(service, shop, 'finance', 'Finn Moss')
const support = await createSignedInOperator(service, shop, 'support')
const prices = '/dashboard/operator/prices'
const priceOf = async (country: string) => (await operator('GET', `/sms-prices/${country}`)).json
const codesOf = (text: string): string[] =>
  [...text.matchAll(/href="\/dashboard\/operator\/prices\/(\w+)"/g)].map(([, code]) => code!)

test('every destination is listed by name; a search finds it by a part of its name or its code', async () => {
  const all = codesOf((await read(support, prices)).text)
  expect(all.length).toBeGreaterThan(230)
  expect(all.slice(0, 3)).toEqual(['AF', 'AX', 'AL'])
  expect(codesOf((await read(support, `${prices}?q=switz`)).text)).toEqual(['CH'])
  expect(codesOf((await read(support, `${prices}?show=closed&q=ke`)).text)).toEqual(['KE', 'TK'])
  expect((await read(support, `${prices}?q=atlantis`)).text).toContain('No destination was found')
})

test('a change shows its values and what it means, is made by the second form, and is recorded with the name', async () => {
  await operator('PUT', '/sms-prices/FR', { credits: 1, open: true })
  const fields = { credits: '3', open: 'yes' }
  const review = await submit(finance, `${prices}/FR/review`, fields)
  for (const words of ['Change texts to France?', '1 credit', '3 credits', 'keeps its price', 'insufficient_credit'])
    expect(review.text).toContain(words)
  expect(await priceOf('FR')).toEqual({ country: 'FR', credits: 1, open: true })

  const { headers } = await submit(finance, `${prices}/FR/change`, fields)
  expect(headers['location']).toBe(`${prices}/FR?done=changed`)
  expect((await read(finance, `${prices}/FR?done=changed`)).text).toContain('The destination was changed')
  expect(await priceOf('FR')).toEqual({ country: 'FR', credits: 3, open: true })
  expect((await operator('GET', '/audit?action=changeSmsPrice')).json.items[0]).toMatchObject({
    operator_name: 'Finn Moss',
    target: 'FR',
    before: { credits: 1, open: true },
    after: { credits: 3, open: true },
  })
  expect(codesOf((await read(finance, `${prices}?show=dearer`)).text)).toContain('FR')
})

test('a change to the same values changes nothing and leaves no row in the audit log', async () => {
  await operator('PUT', '/sms-prices/DE', { credits: 2, open: true })
  const newest = async () => (await operator('GET', '/audit?limit=1')).json.items[0].id
  const before = await newest()
  const fields = { credits: '2', open: 'yes' }
  expect((await submit(finance, `${prices}/DE/review`, fields)).text).toContain('Nothing would change')
  expect((await submit(finance, `${prices}/DE/change`, fields)).headers['location']).toBe(`${prices}/DE`)
  expect(await newest()).toBe(before)
})

test.each(['0', '101', 'free', ''])('a price of %j is refused, and the page says so', async (credits) => {
  const { status, text } = await submit(finance, `${prices}/ES/change`, { credits, open: 'yes' })
  expect([status, text.includes('Nothing was changed')]).toEqual([422, true])
  expect(await priceOf('ES')).toEqual({ country: 'ES', credits: 1, open: true })
})

test('a destination that cannot be opened has no form, and is refused', async () => {
  const page = await read(finance, `${prices}/US`)
  expect([page.text.includes('Texts are not available here'), page.text.includes('/review')]).toEqual([true, false])
  const { status, text } = await submit(finance, `${prices}/US/change`, { credits: '2', open: 'yes' })
  expect([status, text.includes('Nothing was changed')]).toEqual([409, true])
})

test('support reads a destination and sees who may change it', async () => {
  const { text } = await read(support, `${prices}/KE`)
  expect([text.includes('Kenya'), text.includes('Only finance and admin'), text.includes('/review')]).toEqual([
    true,
    true,
    false,
  ])
})

test('a destination that does not exist is missing', async () => {
  expect((await read(finance, `${prices}/XX`)).status).toBe(404)
  expect((await submit(finance, `${prices}/XX/change`, { credits: '2', open: 'yes' })).status).toBe(404)
})
