import { Type } from 'typebox'
import { beforeEach, describe, expect, test } from 'vitest'
import { moveDevelopmentClock } from '../../src/db/development-clock.ts'
import { statement } from '../../src/db/statement.ts'
import { done, refused } from '../../src/errors.ts'
import { merchantOperations } from '../../src/http/operations.ts'
import { defineOperation } from '../../src/operation.ts'
import { createTestService } from '../support/test-service.ts'

const insertEffect = statement<{ businessId: string; word: string }>(
  'probe.insert',
  `insert into probe_effects (business_id, word) values ($businessId, $word)`,
)
let pause: Promise<void> | null = null
let entered: () => void = () => undefined

/** Two operations that leave a row behind, so that effects can be counted. */
const probe = (number: number, path: string) =>
  defineOperation({
    access: 'key',
    number,
    name: `probe${number}`,
    method: 'POST',
    path,
    summary: 'Leaves a row behind',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ word: Type.String(), more: Type.Optional(Type.Unknown()) }),
    idempotent: true,
    success: 'created',
    response: Type.Object({ word: Type.String(), at: Type.String() }),
    refusals: ['message.not_found'],
    unspentRefusals: ['api_key.not_found'],
    async handle({ tx }, calls) {
      entered()
      await pause
      for (const { caller, body } of calls)
        await tx.all(insertEffect, { businessId: caller.businessId, word: body.word })
      const now = await tx.now
      return calls.map(({ body }) => {
        if (body.word === 'throw') throw new Error('a fault')
        if (body.word === 'refuse') return refused('api_key.not_found')
        if (body.word === 'not found') return refused('message.not_found')
        return done({ word: body.word, at: now.toISOString() })
      })
    },
  })
const { business, db, another, url } = await createTestService({
  operations: [probe(101, '/api/v1/probes/{id}/a'), probe(102, '/api/v1/probes/{id}/b')],
})
await db.command('create table probe_effects (business_id uuid, word text)')
const countEffects = statement<null, { count: number }>(
  'probe.count',
  `select count(*)::integer as count from probe_effects`,
)
const effects = async (): Promise<number> => (await db.one(countEffects))!.count
beforeEach(() => db.command('truncate probe_effects'))

const send = async (
  shop: Awaited<ReturnType<typeof business>>,
  key: string | null,
  body: unknown,
  path = '/api/v1/probes/x/a',
) => shop.call('POST', path, { body, headers: key === null ? {} : { 'Idempotency-Key': key } })

describe('4.1', () => {
  test('same key, same body: stored bytes, original status, nothing written again (4.1.3)', async () => {
    const shop = await business()
    const one = await send(shop, 'k', { word: 'ü', more: { b: 1, a: [2] } })
    const two = await shop.call('POST', '/api/v1/probes/x/a', {
      raw: '{ "more" :{"a":[2],"b":1},\n"word":"\\u00fc"}',
      headers: { 'Idempotency-Key': 'k' },
    })
    expect([one.status, one.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect([two.status, two.text, two.headers['idempotent-replayed']]).toEqual([201, one.text, 'true'])
    expect(await effects()).toBe(1)
  })

  for (const [what, key, body, path] of [
    ['one value changed', 'k', { word: 'b' }, '/api/v1/probes/x/a'],
    ['a field more', 'k', { word: 'a', more: null }, '/api/v1/probes/x/a'],
    ['another target', 'k', { word: 'a' }, '/api/v1/probes/y/a'],
  ] as const)
    test(`${what}: 409 idempotency.key_reused, nothing written (4.1.4)`, async () => {
      const shop = await business()
      await send(shop, 'k', { word: 'a' })
      const answer = await send(shop, key, body, path)
      expect([answer.status, answer.json, await effects()]).toEqual([409, { error_code: 'idempotency.key_reused' }, 1])
    })

  test('keys are scoped to the business and to the operation (4.1.2)', async () => {
    const [one, two] = [await business(), await business()]
    const answers = [
      await send(one, 'k', { word: 'a' }),
      await send(two, 'k', { word: 'b' }),
      await send(one, 'k', { word: 'c' }, '/api/v1/probes/x/b'),
    ]
    expect([answers.map(({ status }) => status), await effects()]).toEqual([[201, 201, 201], 3])
  })

  test('while the first runs the second answers 409 in under 100 ms, on every process; afterwards it is replayed (4.1.5)', async () => {
    const [shop, elsewhere] = [await business(), await another()]
    let release: () => void = () => undefined
    pause = new Promise((resolve) => (release = resolve))
    const inside = new Promise<void>((resolve) => (entered = resolve))
    const first = send(shop, 'k', { word: 'a' })
    await inside
    const started = performance.now()
    const second = await elsewhere.call('POST', '/api/v1/probes/x/a', {
      key: shop.key,
      body: { word: 'a' },
      headers: { 'Idempotency-Key': 'k' },
    })
    expect([second.status, second.json]).toEqual([409, { error_code: 'idempotency.request_in_progress' }])
    expect(performance.now() - started).toBeLessThan(100)
    release()
    pause = null
    expect((await send(shop, 'k', { word: 'a' })).text).toBe((await first).text)
    await elsewhere.stop()
  })

  test('50 identical calls at once, over two processes: one runs, the others are 409 or the same 201 (4.1.5)', async () => {
    const [shop, elsewhere] = [await business(), await another()]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? shop.call : elsewhere.call)('POST', '/api/v1/probes/x/a', {
          key: shop.key,
          body: { word: 'a' },
          headers: { 'Idempotency-Key': 'k' },
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true)
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
    expect(await effects()).toBe(1)
    await elsewhere.stop()
  })

  for (const [what, status, body, raw] of [
    ['a refusal that the operation lists as unspent', 404, { word: 'refuse' }, undefined],
    ['a malformed body', 422, { word: 5 }, undefined],
    ['NUL', 422, { word: '\0' }, undefined],
    ['a fault of ours', 500, { word: 'throw' }, undefined],
    ['a body too large', 413, undefined, Buffer.alloc(2 * 1024 * 1024 + 1)],
  ] as const)
    test(`${what} (${status}) does not spend the key (4.1.7)`, async () => {
      const shop = await business()
      const headers = { 'Idempotency-Key': 'k' }
      const first = await shop.call('POST', '/api/v1/probes/x/a', {
        ...(body && { body }),
        ...(raw && { raw }),
        headers,
      })
      expect(first.status).toBe(status)
      expect((await send(shop, 'k', { word: 'a' })).status).toBe(201)
    })

  test('an error that the operation lists is replayed with its status and bytes, and spends the key (4.1.7)', async () => {
    const shop = await business()
    const one = await send(shop, 'k', { word: 'not found' })
    const two = await send(shop, 'k', { word: 'not found' })
    expect([one.status, one.text, one.headers['idempotent-replayed']]).toEqual([
      404,
      '{"error_code":"message.not_found"}',
      undefined,
    ])
    expect([two.status, two.text, two.headers['idempotent-replayed']]).toEqual([404, one.text, 'true'])
    expect((await send(shop, 'k', { word: 'a' })).json).toEqual({ error_code: 'idempotency.key_reused' })
    expect(await effects()).toBe(1)
  })

  test('a key is remembered for 24 hours: replayed at 23:59:59, new at 24:00:01 (4.1.6)', async () => {
    const shop = await business()
    const first = await send(shop, 'k', { word: 'a' })
    await moveDevelopmentClock(db, 86_399 - 5)
    expect((await send(shop, 'k', { word: 'a' })).text).toBe(first.text)
    await moveDevelopmentClock(db, 7)
    const after = await send(shop, 'k', { word: 'b' })
    expect([after.status, after.headers['idempotent-replayed'], await effects()]).toEqual([201, undefined, 2])
  })

  test('what is past memory is dropped as a whole partition, and the days to come have theirs (4.1.6)', async () => {
    const partitions = statement<null, { name: string }>(
      'probe.partitions',
      `select relname as name from pg_class where relname ~ '^stored_answers_\\d' and relkind = 'r' order by 1`,
    )
    const { operator } = await another()
    const before = (await db.all(partitions)).map(({ name }) => name)
    const { json } = await operator('POST', '/clock/advance', { seconds: 3 * 86_400 })
    const after = (await db.all(partitions)).map(({ name }) => name)
    expect(after).toHaveLength(9)
    expect(after[1]).toBe(`stored_answers_${json.now.slice(0, 10).replaceAll('-', '')}`)
    expect(after).not.toContain(before[0])
    expect((await send(await business(), 'k', { word: 'a' })).status).toBe(201)
  })
})

test('which errors of each operation are replayed, and which leave the key unspent (4.1.7)', () => {
  const rows = merchantOperations.flatMap((operation) =>
    operation.idempotent === true
      ? [[operation.number, operation.refusals ?? [], operation.unspentRefusals ?? []] as const]
      : [],
  )
  expect(rows).toEqual([
    [1, ['message.not_found'], ['quota.messages_per_day', 'quota.stored_messages']],
    [3, [], []],
    [4, ['message.not_found', 'message.retracted', 'sms.already_sent', 'sms.may_have_sent'], []],
    [
      5,
      ['message.not_found', 'message.retracted'],
      ['whatsapp.already_sent', 'whatsapp.escalated_to_sms', 'whatsapp.may_have_sent'],
    ],
    [6, ['message.not_found'], []],
    [15, [], ['recipient.not_found']],
    [16, [], []],
  ])
})

test('an operation that takes no key is not troubled by one', async () => {
  const shop = await business()
  for (const key of ['k', 'k'.repeat(300)])
    expect((await shop.call('GET', '/api/v1/credits', { headers: { 'Idempotency-Key': key } })).status, url).toBe(200)
})
