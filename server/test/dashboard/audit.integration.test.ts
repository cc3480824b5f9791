import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { formatId } from '../../src/ids.ts'
import { shopPath } from '../../src/shop-path.ts'
import { createMember, createSignedInOperator, hiddenField, submitForm } from '../support/dashboard.ts'
import { createTestService } from '../support/test-service.ts'

const service = await createTestService()
const { call, db, sides } = service
const read = (path: string, cookie: string) => call('GET', path, { headers: { Cookie: cookie } })
const textOf = (markup: string): string[] =>
  [...markup.matchAll(/<tr role="row">.*?<\/tr>/gs)].map(([row]) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

test('the audit page shows acts of members and operators on both sides as sentences, newest first', async () => {
  const { live, test: side } = await sides({ name: 'Hazel and Pine' })
  const owner = await createMember(service, live, 'owner', 'Ana Lopez')
  const admin = await createSignedInOperator(service, live, 'admin', 'Grace Hill')
  const bo = await createMember(service, live, 'viewer', 'Bo Lind')
  const own = `${owner.path}/members/${formatId('per', bo.personId)}`
  for (const [person, act, fields] of [
    [owner, 'role', { role: 'support' }],
    [admin, 'remove', {}],
  ] as const) {
    const csrf = hiddenField((await read(own, person.cookie)).text, 'csrf')
    expect((await submitForm(service, `${own}/${act}`, { csrf, ...fields }, { Cookie: person.cookie })).status).toBe(
      303,
    )
  }
  for (const path of [owner.path, shopPath(side)]) {
    const rows = textOf((await read(`${path}/audit`, owner.cookie)).text).slice(1)
    expect(rows[0]).toMatch(/Grace Hill Operator removed Bo Lind \(v\*\*\*@shop\.example\), who was support$/)
    expect(rows[1]).toMatch(/Ana Lopez owner changed the role of Bo Lind from viewer to support$/)
    expect(rows.at(-1)).toMatch(/OPERATOR_TOKEN Operator created the shop$/)
  }
})

test('the audit page is read in pages of 50, and shows nothing of another shop', async () => {
  const { live, test: side } = await sides()
  const { live: other } = await sides()
  const owner = await createMember(service, live, 'owner')
  for (const [shop, word, count] of [
    [live, 'key_live', 60],
    [side, 'key_test', 60],
    [other, 'key_other', 60],
  ] as const)
    await db.all(insertRows, { businessId: shop.businessId, word, count })
  const found: string[] = []
  let next: string | undefined = `${owner.path}/audit`
  while (next !== undefined) {
    const { text } = await read(next, owner.cookie)
    const rows = text.match(/key_\w+/g) ?? []
    expect(rows.length).toBeLessThanOrEqual(50)
    found.push(...rows)
    next = /href="([^"]*\/audit\?after=[^"]*)"/.exec(text)?.[1]
  }
  const expected = ['key_live', 'key_test'].flatMap((word) =>
    Array.from({ length: 60 }, (_, index) => `${word}_${index + 1}`),
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
})
const insertRows = statement<{ businessId: string; word: string; count: number }>(
  'test.insert_audit_rows',
  `insert into audit_log (id, business_id, at, actor_name, actor_role, action, request_id, target)
   select uuidv7(), $businessId::uuid, clock_now() + number * interval '1 millisecond', 'Ada', 'admin', 'revokeBusinessKey', 'req',
          $word::text || '_' || number
     from generate_series(1, $count::integer) number`,
)
