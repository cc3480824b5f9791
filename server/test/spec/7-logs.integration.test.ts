import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { statement } from '../../src/db/statement.ts'
import { done } from '../../src/errors.ts'
import { defineOperation } from '../../src/operation.ts'
import { createTestService } from '../support/test-service.ts'

const canary = 'canary-ada@example.com +447700900123'
const clash = statement<{ address: string }>('probe.clash', `insert into probe_people (address) values ($address)`)
const cast = statement<{ address: string }>('probe.cast', `select $address::text::integer`)
/** An operation whose SQL fails with an error that quotes the row. */
const failing = defineOperation({
  access: 'key',
  scope: 'messages:write',
  number: 103,
  name: 'probeFailing',
  method: 'POST',
  path: '/api/v1/probe-failing',
  tag: 'Messages',
  summary: 'Fails in the database',
  description: 'Fails in the database.',
  body: Type.Object({ address: Type.String(), how: Type.String() }),
  async handle({ db }, { body }) {
    await db.all(body.how === 'clash' ? clash : cast, body)
    await db.all(clash, body)
    return done({})
  },
})
const { business, call, db, logged } = await createTestService({ operations: [failing] })
await db.command('create table probe_people (address text primary key)')

test('the log contains no key, address, number, text or path, also for SQL errors', async () => {
  const shop = await business()
  const child = (await shop.call('POST', '/api/v1/keys', { body: { name: canary } })).json
  await shop.call('DELETE', `/api/v1/keys/${encodeURIComponent(canary)}`)
  await shop.call('GET', `/api/v1/nothing/${encodeURIComponent(canary)}?q=${encodeURIComponent(canary)}`)
  await call('GET', '/api/v1/credits', { key: canary.replace(' ', '') })
  await shop.call('POST', '/api/v1/keys', { raw: `{"${canary}` })
  for (const how of ['clash', 'cast']) {
    const response = await shop.call('POST', '/api/v1/probe-failing', { body: { address: canary, how } })
    expect([response.status, response.text]).toEqual([500, '{"error_code":"common.internal_error"}'])
  }

  const text = logged()
  expect(text).toContain('"code":"23505"')
  expect(text).toContain('"code":"22P02"')
  for (const secret of ['canary', 'example.com', '7700900', encodeURIComponent(canary), shop.key, child.key])
    expect(text).not.toContain(secret)
})

test('each request logs one line with ids and outcome', async () => {
  const shop = await business()
  const response = await shop.call('GET', '/api/v1/credits')
  const lines = logged()
    .split('\n')
    .filter((line) => line.includes(String(response.headers['x-request-id'])))
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'request',
      operation: 'readCredits',
      method: 'GET',
      status: 200,
      business_id: shop.id,
      key_id: expect.stringMatching(/^key_/),
      milliseconds: expect.any(Number),
    }),
  ])
})
