import { describe, expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { createSignedInOperator } from '../support/dashboard.ts'
import { createDashboardClient } from '../support/dashboard-client.ts'
import { createTestService } from '../support/test-service.ts'

/** What the pages of operators show and change. Who may open them is in operator-roles. */
const service = await createTestService()
const { business, call, db, operator } = service
const { read, submit } = createDashboardClient(service)
const shop = await business()
const path = '/dashboard/operator/operators'
const newOperator = async (name: string, role: string) => (await operator('POST', '/operators', { name, role })).json
const named = async (name: string) =>
  (await operator('GET', '/operators')).json.items.find((one: { name: string }) => one.name === name)
const lastRow = async () => (await operator('GET', '/audit?limit=1')).json.items[0]

const grace = await createSignedInOperator(service, shop, 'admin', 'Grace Hill')

describe('the last admin with a name', () => {
  test.each([
    ['ends no access of their own', 'revoke', {}],
    ['gives up no role', 'role', { role: 'support' }],
  ] as const)('%s', async (_, act, fields) => {
    const { status, text } = await submit(grace, `${path}/${grace.operatorId}/${act}`, fields)
    expect([status, text.includes('You are the last admin with a name')]).toEqual([409, true])
    expect(await named('Grace Hill')).toMatchObject({ role: 'admin', revoked_at: null })
  })

  test('may go when another admin stays, and is led out', async () => {
    const leaver = await createSignedInOperator(service, shop, 'admin', 'Lea Fox')
    const { headers } = await submit(leaver, `${path}/${leaver.operatorId}/revoke`)
    expect(headers['location']).toBe('/dashboard')
    expect((await read(leaver, path)).headers['location']).toMatch(/^\/dashboard\/sign-in/)
  })

  test('is one of two who give up the role at once', async () => {
    const other = await createSignedInOperator(service, shop, 'admin', 'Ola Berg')
    const [mine, theirs] = await Promise.all(
      [grace, other].map((one) => submit(one, `${path}/${one.operatorId}/role`, { role: 'support' })),
    )
    expect([mine!.status, theirs!.status].toSorted((a, b) => a - b)).toEqual([303, 409])
    for (const { operatorId } of [grace, other]) await operator('PATCH', `/operators/${operatorId}`, { role: 'admin' })
  })
})

test('an operator is added with a token that is shown once and works', async () => {
  const fields = { name: 'Otto Lind', email: 'otto@tidings.example', role: 'finance' }
  const { text } = await submit(grace, `${path}/new`, fields)
  const token = /td_operator_[0-9A-Za-z]{49}/.exec(text)![0]
  expect((await call('GET', '/operator/v1/sms-prices', { key: token })).status).toBe(200)
  const { id } = await named('Otto Lind')
  for (const page of [path, `${path}/${id}`]) expect((await read(grace, page)).text).not.toContain(token)
  expect(await lastRow()).toMatchObject({ operator_name: 'Grace Hill', action: 'createOperator', target: id })
  const again = await submit(grace, `${path}/new`, fields)
  expect([again.status, again.text.includes('An active operator has this address')]).toEqual([409, true])
})

test('a role is changed from the next request on, and recorded with the values', async () => {
  const { id, token } = await newOperator('Rae Kim', 'support')
  expect((await call('GET', '/operator/v1/suppressions', { key: token })).status).toBe(200)
  const { headers } = await submit(grace, `${path}/${id}/role`, { role: 'finance' })
  expect((await read(grace, String(headers['location']))).text).toContain('The role was changed')
  expect((await call('GET', '/operator/v1/suppressions', { key: token })).status).toBe(403)
  expect(await lastRow()).toMatchObject({
    operator_name: 'Grace Hill',
    action: 'changeOperator',
    target: id,
    before: { role: 'support' },
    after: { role: 'finance', name: 'Rae Kim' },
  })
})

test('an access that ended is listed apart, without forms', async () => {
  const { id } = await newOperator('Una Ash', 'support')
  await submit(grace, `${path}/${id}/revoke`)
  expect((await read(grace, path)).text).not.toContain('Una Ash')
  expect((await read(grace, `${path}?show=ended`)).text).toContain('Una Ash')
  const { text } = await read(grace, `${path}/${id}`)
  expect([text.includes('Nothing any more'), text.includes(`${path}/${id}/role`)]).toEqual([true, false])
  expect((await submit(grace, `${path}/${id}/role`, { role: 'admin' })).status).toBe(404)
})

test('the list shows how each signs in, and when they came last', async () => {
  await newOperator('Tok Only', 'support')
  const { text } = await read(grace, path)
  const rowOf = (name: string) => text.match(new RegExp(`<tr[^>]*>(?:(?!</tr>).)*${name}(?:(?!</tr>).)*</tr>`, 's'))![0]
  expect(rowOf('Tok Only')).toContain('The token only')
  expect(rowOf('Grace Hill')).toMatch(/last with a link by email.*<time/s)
})

test('an admin who becomes support loses the open invitations that they made', async () => {
  const made = await createSignedInOperator(service, shop, 'admin', 'Ivo Rey')
  await submit(made, `/dashboard/operator/businesses/${shop.id}/people`, { email: 'new@shop.example', role: 'owner' })
  const open = async () => (await operator('GET', `/businesses/${shop.id}/invitations`)).json.items.length
  expect(await open()).toBe(1)
  await submit(grace, `${path}/${made.operatorId}/role`, { role: 'support' })
  expect(await open()).toBe(0)
})

test('an operator has a page and is listed, although 1,000 newer ones have come and gone', async () => {
  const old = await newOperator('Olive Old', 'support')
  await db.all(addEndedOperators, { count: 1_001 })
  expect(await named('Olive Old')).toBeUndefined()
  expect((await read(grace, path)).text).toContain('Olive Old')
  const page = await read(grace, `${path}/${old.id}`)
  expect([page.status, page.text.includes('Olive Old')]).toEqual([200, true])
  const { headers } = await submit(grace, `${path}/${old.id}/role`, { role: 'finance' })
  expect((await read(grace, String(headers['location']))).text).toContain('The role was changed')
  const ended = (await read(grace, `${path}?show=ended`)).text
  expect([ended.includes('Gone 1001'), ended.includes('Gone 1<'), ended.includes('newest 1,000')]).toEqual([
    true,
    false,
    true,
  ])
})
const addEndedOperators = statement<{ count: number }>(
  'people_of_service.add_ended',
  `insert into operators (id, name, role, token_hash, created_at, revoked_at)
   select uuidv7(), 'Gone ' || number, 'support', sha256(number::text::bytea), clock_now() + number * interval '1 millisecond', clock_now()
     from generate_series(1, $count::integer) number`,
)

test.each(['opr_01KA00000000000000000000ZZ', 'nonsense'])('there is no page of the operator %s', async (id) => {
  expect((await read(grace, `${path}/${id}`)).status).toBe(404)
})
