import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { statement } from '../src/db/statement.ts'
import { developmentOperations, operatorOperations } from '../src/http/operations.ts'
import { operatorRoles } from '../src/operator-role.ts'
import { documentedRoles } from './documents/operator-guide.ts'
import { until } from './support/simulator-client.ts'
import { requestHead, sendRaw } from './support/socket.ts'
import { createTestService } from './support/test-service.ts'

const { business, call, db, operator, url } = await createTestService()

const operations = [...operatorOperations, ...developmentOperations]

const newOperator = async (name: string, role: string) => (await operator('POST', '/operators', { name, role })).json
const auditOf = async (query: string) => (await operator('GET', `/audit?${query}`)).json.items

describe('operators', () => {
  test('a named token works until it is revoked, and only its hash is stored', async () => {
    const { id, token } = await newOperator('Ada', 'admin')
    expect(token).toMatch(/^td_operator_[0-9A-Za-z]{49}$/)
    const list = () => call('GET', '/operator/v1/operators', { key: token })
    expect((await list()).json.items[0]).toEqual({
      id,
      name: 'Ada',
      role: 'admin',
      email: null,
      created_at: expect.any(String),
      revoked_at: null,
    })
    expect((await operator('DELETE', `/operators/${id}`)).status).toBe(204)
    expect([(await list()).status, (await list()).json]).toEqual([401, { error_code: 'operator.invalid_token' }])
    expect((await operator('DELETE', `/operators/${id}`)).json).toEqual({ error_code: 'operator.not_found' })
  })

  test('an operator may revoke their own token, and the audit log names them', async () => {
    const { id, token } = await newOperator('Leaver', 'admin')
    const leave = () => call('DELETE', `/operator/v1/operators/${id}`, { key: token })
    expect((await leave()).json).toEqual({ error_code: 'operator.last_admin' })
    await newOperator('Stayer', 'admin')
    expect((await leave()).status).toBe(204)
    const [entry] = await auditOf('operator=Leaver')
    expect(entry).toMatchObject({ operator_id: id, role: 'admin', action: 'revokeOperator', target: id })
  })

  test('an operator who is revoked while the body of their request arrives changes nothing', async () => {
    const { id, token } = await newOperator('Slow', 'admin')
    const body = JSON.stringify({ name: 'Successor', role: 'admin' })
    const head = requestHead('POST', '/operator/v1/operators', {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Connection: 'close',
      // The service requests the body after it has admitted the caller.
      Expect: '100-continue',
    })
    const { all } = await sendRaw(url, async (socket) => {
      socket.write(head)
      await once(socket, 'data')
      await operator('DELETE', `/operators/${id}`)
      socket.write(body)
    })
    expect(all).toMatch(/^HTTP\/1\.1 100 Continue[^]*HTTP\/1\.1 401 [^]*operator\.invalid_token/)
    const { items } = (await operator('GET', '/operators')).json
    expect(items.map(({ name }: { name: string }) => name)).not.toContain('Successor')
  })

  for (const role of operatorRoles)
    test(`the role ${role} may call exactly the operations that the guide lists for it`, async () => {
      const { token } = await newOperator(`All of ${role}`, role)
      const found: unknown[] = []
      for (const { name, method, path } of operations) {
        // The id of nothing and a body that fails validation: a permitted operator gets 404 or 422, and nothing changes.
        const target = path.replaceAll(/\{\w+\}/g, 'none')
        const { status, json } = await call(method, target, { key: token, ...(method !== 'GET' && { raw: '[]' }) })
        found.push([name, !(status === 403 && json.error_code === 'operator.not_permitted')])
      }
      expect(found).toEqual(
        operations.map(({ name, method, path }) => [
          name,
          role === 'admin' || documentedRoles.get(`${method} ${path}`)!.includes(role),
        ]),
      )
    })
})

describe('the audit log', () => {
  test('a change of settings records who, what, before, after and the request', async () => {
    const shop = await business()
    const { id, token } = await newOperator('Grace', 'admin')
    const response = await call('PATCH', `/operator/v1/businesses/${shop.id}`, {
      key: token,
      body: { sms_warmup_cap: 7, sending_paused: true },
    })
    expect((await auditOf(`business_id=${shop.id}&operator=Grace`))[0]).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.any(String),
      actor_kind: 'operator',
      operator_id: id,
      person_id: null,
      operator_name: 'Grace',
      role: 'admin',
      action: 'changeBusiness',
      request_id: response.headers['x-request-id'],
      business_id: shop.id,
      target: shop.id,
      before: { sms_warmup_cap: 100, sending_paused: false },
      after: { sms_warmup_cap: 7, sending_paused: true },
      personal: null,
    })
  })

  test('a refused change leaves no row', async () => {
    const shop = await business()
    const before = (await auditOf(`business_id=${shop.id}`)).length
    expect((await operator('POST', `/businesses/${shop.id}/credits`, { amount: -1 })).status).toBe(409)
    expect(await auditOf(`business_id=${shop.id}`)).toHaveLength(before)
  })

  test('data of a recipient is recorded, and cleared by their erasure (2.11)', async () => {
    const shop = await business()
    await shop.call('POST', '/api/v1/messages', {
      body: { recipient_email: 'Zoe@example.com', subject: 's', body: 'b' },
      headers: { 'Idempotency-Key': 'one' },
    })
    const path = `/businesses/${shop.id}/recipients/zoe%40example.com`
    await operator('PUT', `${path}/phone`, { phone: '+447700900155' })
    await operator('POST', `${path}/unsubscribe`)
    const entries = () => auditOf(`business_id=${shop.id}&limit=2`)
    expect(
      (await entries()).map(({ action, personal, after }: Record<string, unknown>) => [action, personal, after]),
    ).toEqual([
      ['unsubscribeRecipient', { email: 'zoe@example.com' }, { unsubscribed: true }],
      ['setPhoneFromDashboard', { email: 'zoe@example.com', phone_before: null, phone_after: '+44*******155' }, null],
    ])
    await shop.call('POST', '/api/v1/recipients/zoe%40example.com/erase', { headers: { 'Idempotency-Key': 'two' } })
    expect((await entries()).map(({ action, personal }: Record<string, unknown>) => [action, personal])).toEqual([
      ['unsubscribeRecipient', null],
      ['setPhoneFromDashboard', null],
    ])
  })

  test('is read in pages, newest first', async () => {
    const shop = await business()
    for (const amount of [1, 2, 3]) await operator('POST', `/businesses/${shop.id}/credits`, { amount })
    const query = `business_id=${shop.id}&action=grantCredits&limit=2`
    const first = (await operator('GET', `/audit?${query}`)).json
    const second = (await operator('GET', `/audit?${query}&cursor=${first.next_cursor}`)).json
    const amounts = [...first.items, ...second.items].map(({ after }) => after.amount)
    expect([amounts, second.next_cursor]).toEqual([[3, 2, 1], null])
  })

  const tamper = {
    'an update': statement<null>('test.audit_update', `update audit_log set action = 'other'`),
    'an update of personal data': statement<null>(
      'test.audit_personal',
      `update audit_log set personal = '{"email":"x"}', person_digest = sha256('x')`,
    ),
    'a deletion': statement<null>('test.audit_delete', `delete from audit_log`),
    'a truncation': statement<null>('test.audit_truncate', `truncate audit_log`),
  }
  for (const [what, change] of Object.entries(tamper))
    test(`${what} is refused by the database`, async () => {
      await business()
      await expect(db.all(change)).rejects.toThrow('the audit log is append-only')
    })
})

// The last test: tokens that are new to the process are limited for some seconds after it.
test('failed authentications of others behind the same address do not block a named operator', async () => {
  const { token } = await newOperator('Steady', 'support')
  const read = () => call('GET', '/operator/v1/notices', { key: token })
  expect((await read()).status).toBe(200)
  const fail = () => call('GET', '/operator/v1/notices', { key: 'x'.repeat(40) })
  await until('the limit', async () =>
    (await Promise.all(Array.from({ length: 200 }, fail))).some(({ status }) => status === 429),
  )
  expect((await read()).status).toBe(200)
})
