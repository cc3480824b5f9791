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

/** Operations that insert a row, so that a test can count how often they were executed. */
const probe = (number: number, path: string) =>
  defineOperation({
    access: 'key',
    scope: 'messages:write',
    number,
    name: `probe${number}`,
    method: 'POST',
    path,
    tag: 'Messages',
    summary: 'Inserts a row',
    description: 'Inserts a row.',
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
        if (body.word === 'throw') throw new Error('an internal error')
        if (body.word === 'refuse') return refused('api_key.not_found')
        if (body.word === 'not found') return refused('message.not_found')
        return done({ word: body.word, at: now.toISOString() })
      })
    },
  })
const { business, db, startAnother, url } = await createTestService({
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

const millisecondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

describe('an idempotent operation', () => {
  test('with the same key and body is replayed with the stored bytes and status, without another write (4.1.3)', async () => {
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

  for (const [name, key, body, path] of [
    ['a changed value', 'k', { word: 'b' }, '/api/v1/probes/x/a'],
    ['an additional field', 'k', { word: 'a', more: null }, '/api/v1/probes/x/a'],
    ['another target', 'k', { word: 'a' }, '/api/v1/probes/y/a'],
  ] as const)
    test(`with the same key and ${name} is 409 idempotency.key_reused and writes nothing (4.1.4)`, async () => {
      const shop = await business()
      await send(shop, 'k', { word: 'a' })
      const response = await send(shop, key, body, path)
      expect([response.status, response.json, await effects()]).toEqual([
        409,
        { error_code: 'idempotency.key_reused' },
        1,
      ])
    })

  test('has keys scoped to the business and the operation (4.1.2)', async () => {
    const [one, two] = [await business(), await business()]
    const responses = [
      await send(one, 'k', { word: 'a' }),
      await send(two, 'k', { word: 'b' }),
      await send(one, 'k', { word: 'c' }, '/api/v1/probes/x/b'),
    ]
    expect([responses.map(({ status }) => status), await effects()]).toEqual([[201, 201, 201], 3])
  })

  test('in progress returns 409 within 100 ms in another process, and is replayed afterwards (4.1.5)', async () => {
    const [shop, secondProcess] = [await business(), await startAnother()]
    let release: () => void = () => undefined
    pause = new Promise((resolve) => (release = resolve))
    const inside = new Promise<void>((resolve) => (entered = resolve))
    const first = send(shop, 'k', { word: 'a' })
    await inside
    const conflict = async (): Promise<void> => {
      const second = await secondProcess.call('POST', '/api/v1/probes/x/a', {
        key: shop.key,
        body: { word: 'a' },
        headers: { 'Idempotency-Key': 'k' },
      })
      expect([second.status, second.json]).toEqual([409, { error_code: 'idempotency.request_in_progress' }])
    }
    const added: number[] = []
    try {
      // What a request without any work takes at this moment is the part of a busy machine.
      for (let calls = 0; calls < 5; calls++) {
        const bare = await millisecondsOf(() => secondProcess.call('GET', '/livez'))
        added.push((await millisecondsOf(conflict)) - bare)
      }
    } finally {
      // Without this, every later test of the file would wait for the first call.
      release()
      pause = null
      await first
    }
    expect(added.toSorted((one, two) => one - two)[2]).toBeLessThan(100)
    expect((await send(shop, 'k', { word: 'a' })).text).toBe((await first).text)
    await secondProcess.stop()
  })

  test('in 50 identical concurrent calls to two processes is executed once; the others are 409 or the same 201 (4.1.5)', async () => {
    const [shop, secondProcess] = [await business(), await startAnother()]
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? shop.call : secondProcess.call)('POST', '/api/v1/probes/x/a', {
          key: shop.key,
          body: { word: 'a' },
          headers: { 'Idempotency-Key': 'k' },
        }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true)
    expect(new Set(responses.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
    expect(await effects()).toBe(1)
    await secondProcess.stop()
  })

  for (const [name, status, body, raw] of [
    ['a refusal listed as unspent', 404, { word: 'refuse' }, undefined],
    ['a malformed body', 422, { word: 5 }, undefined],
    ['a NUL character', 422, { word: '\0' }, undefined],
    ['an internal error', 500, { word: 'throw' }, undefined],
    ['a body too large', 413, undefined, Buffer.alloc(2 * 1024 * 1024 + 1)],
  ] as const)
    test(`does not spend the key on ${name}: ${status} (4.1.7)`, async () => {
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

  test('replays a listed refusal with its status and bytes, and spends the key (4.1.7)', async () => {
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

  test('stores a key for 24 hours: replayed just before, new just after (4.1.6)', async () => {
    const shop = await business()
    const first = await send(shop, 'k', { word: 'a' })
    await moveDevelopmentClock(db, 86_399 - 5)
    expect((await send(shop, 'k', { word: 'a' })).text).toBe(first.text)
    await moveDevelopmentClock(db, 7)
    const after = await send(shop, 'k', { word: 'b' })
    expect([after.status, after.headers['idempotent-replayed'], await effects()]).toEqual([201, undefined, 2])
  })

  test('drops expired responses as whole partitions and creates the partitions of the next days (4.1.6)', async () => {
    const partitions = statement<null, { name: string }>(
      'probe.partitions',
      `select relname as name from pg_class where relname ~ '^stored_responses_\\d' and relkind = 'r' order by 1`,
    )
    const { operator } = await startAnother()
    const before = (await db.all(partitions)).map(({ name }) => name)
    const { json } = await operator('POST', '/clock/advance', { seconds: 3 * 86_400 })
    const after = (await db.all(partitions)).map(({ name }) => name)
    expect(after).toHaveLength(9)
    expect(after[1]).toBe(`stored_responses_${json.now.slice(0, 10).replaceAll('-', '')}`)
    expect(after).not.toContain(before[0])
    expect((await send(await business(), 'k', { word: 'a' })).status).toBe(201)
  })
})

test('the errors of each operation that are replayed, and those that leave the key unspent (4.1.7)', () => {
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

test('an operation without idempotency ignores a key', async () => {
  const shop = await business()
  for (const key of ['k', 'k'.repeat(300)])
    expect((await shop.call('GET', '/api/v1/credits', { headers: { 'Idempotency-Key': key } })).status, url).toBe(200)
})
