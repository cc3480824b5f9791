import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { createMember, createSignedInOperator } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { pushMessage } from '../support/messages.ts'
import { createTestService } from '../support/test-service.ts'

/** What the audit log of the installation shows and exports. Who may open it is in operator-roles. */
const service = await createTestService()
const { business, operator } = service
const { read, submit } = createDashboardClient(service)
const path = '/dashboard/operator/audit'
const [shop, other] = [await business({ name: 'Harbour Lamps' }), await business({ name: 'Hill Farm' })]
const support = await createSignedInOperator(service, shop, 'support', 'Sol Reyes')
const finance = await createSignedInOperator(service, shop, 'finance', 'Finn Moss')

/** The sentences of the rows, newest first. */
async function rowsOf(query: Record<string, string>): Promise<string[]> {
  const { text } = await read(support, `${path}?${new URLSearchParams(query).toString()}`)
  return [...text.matchAll(/<tr role="row"><td.*?<\/tr>/gs)].map(([row]) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}
const grant = (shopId: string, amount: string) =>
  submit(finance, `/dashboard/operator/businesses/${shopId}/credits`, { amount, note: '', once: randomUUID() })

test('rows are found by business, by who, by what and by day, and by several of these', async () => {
  await grant(shop.id, '7')
  await grant(other.id, '8')
  await operator('PATCH', `/businesses/${shop.id}`, { messages_per_day: 123 })
  const owner = await createMember(service, shop, 'owner', 'Ana Lopez')
  await submit(owner, '/dashboard/sign-out')
  const [grantOfShop, grantOfOther] = [
    /Finn Moss .*granted 7 credits .*Harbour Lamps$/,
    /granted 8 credits .*Hill Farm$/,
  ]
  const found = async (query: Record<string, string>, ...expected: RegExp[]) => {
    const rows = await rowsOf(query)
    expect(rows).toHaveLength(expected.length)
    for (const [index, row] of rows.entries()) expect(row).toMatch(expected[index]!)
  }
  await found({ who: 'Finn Moss' }, grantOfOther, grantOfShop)
  await found({ who: finance.operatorId }, grantOfOther, grantOfShop)
  await found({ business: shop.id, who: 'Finn Moss', action: 'grantCredits' }, grantOfShop)
  await found({ business: shop.id, action: 'changeBusiness' }, /OPERATOR_TOKEN .*messages per day from \d+ to 123/)
  await found({ action: 'signOut' }, /Ana Lopez signed out/)
  const today = new Date().toISOString().slice(0, 10)
  await found({ who: 'Finn Moss', from: today, to: today }, grantOfOther, grantOfShop)
  await found({ who: 'Finn Moss', to: '2020-01-01' })
  await found({ who: 'Unknown person' })
  await found({ who: 'opr_unknown' })
  expect((await read(support, `${path}?who=Unknown%20person`)).text).toContain('No change was found')
})

test('the log is read in pages, and the filter stays', async () => {
  const chain = await business()
  for (let count = 0; count < 51; count++)
    await operator('PATCH', `/businesses/${chain.id}`, { messages_per_day: 1_000 + count })
  const { text } = await read(support, `${path}?business=${chain.id}&action=changeBusiness`)
  const older = /href="([^"]*after=[^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  const rows = (await read(support, older)).text
  expect([text.match(/to 10\d\d/g)!.length, rows.match(/to 10\d\d/g)]).toEqual([50, ['to 1000']])
})

test('a search that finds nothing in a thousand rows says so and continues behind them', async () => {
  const { db } = service
  const quiet = await business()
  await operator('POST', `/businesses/${quiet.id}/credits`, { amount: 5 })
  await db.all(insertRows, { count: 1_500 })
  const query = new URLSearchParams({ who: 'OPERATOR_TOKEN', business: quiet.id, action: 'grantCredits' })
  const first = (await read(support, `${path}?${query.toString()}`)).text
  expect(first).toContain('Nothing in this part of the log')
  const older = /href="([^"]*after=[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&')
  expect((await read(support, older)).text).toContain('granted 5 credits')
})

test('the CSV has every row of the filter, without data of customers', async () => {
  const chain = await business()
  await pushMessage(chain, { recipient_email: 'zoe@example.com', subject: 'Shipped', body: 'On its way' })
  await operator('POST', `/businesses/${chain.id}/recipients/zoe@example.com/unsubscribe`)
  for (let count = 0; count < 101; count++)
    await operator('PATCH', `/businesses/${chain.id}`, { messages_per_day: 1_000 + count })
  const { headers, text } = await read(finance, `${path}/log.csv?business=${chain.id}`)
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="audit-log.csv"',
  ])
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe('at,who,kind,role,who_id,action,business,target,before,after,request_id,id')
  expect(lines.filter((line) => line.includes('changeBusiness'))).toHaveLength(101)
  expect(lines.filter((line) => line.includes('unsubscribeRecipient'))).toHaveLength(1)
  expect(text).not.toContain('zoe@')
  expect((await read(support, `${path}?business=${chain.id}&action=unsubscribeRecipient`)).text).toContain('zoe@')
})

const insertRows = statement<{ count: number }>(
  'test.insert_operator_rows',
  `insert into audit_log (id, at, actor_name, actor_role, action, request_id)
   select uuidv7(), service_now() + number * interval '1 microsecond', 'OPERATOR_TOKEN', 'admin', 'changeSmsPrice', 'req'
     from generate_series(1, $count::integer) number`,
)
