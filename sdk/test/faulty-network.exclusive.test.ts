import { type PushRequest, type PushResult, Tidings, TidingsConnectionError, TidingsError } from '@tidings/client'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../server/src/db/statement.ts'
import { openShop } from '../../server/test/support/messages.ts'
import { seededRandom } from '../../server/test/support/seeded-random.ts'
import { createTestService } from '../../server/test/support/test-service.ts'
import { networkFaults, startFaultyProxy } from './faulty-proxy.ts'

/** Change it to try other faults. */
const seed = 20
const callCount = 10_000
const concurrency = 100
const batchSize = 7
const creditsGranted = 100_000

type PushCall = { kind: 'push' | 'batch'; key: string; messages: PushRequest[] }
type Call =
  | PushCall
  | { kind: 'create_key'; name: string }
  | { kind: 'retract'; key: string; target: number }
  | { kind: 'read' }

const chargesOf = statement<{ businessId: string }, { charges: number; credits: number }>(
  'client_test.charges',
  `select count(*)::integer as charges, coalesce(-sum(delta), 0)::integer as credits
     from credit_ledger where business_id = $businessId and kind = 'charge'`,
)

const { business, operator, url, db } = await createTestService({ role: 'api' })
const shop = await openShop({ business, operator }, creditsGranted, {
  sms: 'on',
  sms_warmup_cap: 100_000,
  country: 'FR',
  rate_limit_per_second: 10_000,
})
const attemptsOf = new Map<string, number>()
const inOrder = seededRandom(seed)
/** How often the client sent each call that is not safe to repeat. */
const unsafeRequests = new Map<string, number>()
/** The fault of a request with a key depends only on the seed, the key and the attempt. */
const proxy = await startFaultyProxy(url, ({ method, headers, body }) => {
  const key = headers['idempotency-key'] as string | undefined
  if (key === undefined) {
    if (method === 'POST') unsafeRequests.set(body.toString(), (unsafeRequests.get(body.toString()) ?? 0) + 1)
    return faultOf(inOrder)
  }
  const attempt = (attemptsOf.get(key) ?? 0) + 1
  attemptsOf.set(key, attempt)
  return faultOf(seededRandom(seed * 1_000_003 + Number(/\d+/.exec(key)![0]) * 31 + attempt))
})
afterAll(proxy.stop)

function faultOf(random: () => number): ReturnType<Parameters<typeof startFaultyProxy>[1]> {
  const fault = random() < 0.4 ? 'none' : networkFaults[Math.floor(random() * networkFaults.length)]!
  return { fault, delayFraction: random() }
}

/** The calls in their order. A retraction has a push of its own, 500 calls before it. */
function plan(random: () => number): Call[] {
  const messageOf = (call: number, item: number): PushRequest => ({
    recipient_email: `customer-${Math.floor(random() * 3_000)}@example.com`,
    subject: `Call ${call}, message ${item}`,
    body: 'It is on its way.',
    ...(random() < 0.1 && { recipient_phone: phoneOf(call, item), channels: ['email', 'sms'] }),
  })
  const retractable: number[] = []
  return Array.from({ length: callCount }, (_, call): Call => {
    const key = `call-${call}`
    const fraction = random()
    if (fraction < 0.06) return { kind: 'read' }
    if (fraction < 0.08) return { kind: 'create_key', name: `Call ${call}` }
    if (fraction < 0.14)
      return { kind: 'batch', key, messages: Array.from({ length: batchSize }, (__, item) => messageOf(call, item)) }
    if (fraction < 0.2 && retractable[0] !== undefined && retractable[0] < call - 500)
      return { kind: 'retract', key, target: retractable.shift()! }
    retractable.push(call)
    return { kind: 'push', key, messages: [messageOf(call, 0)] }
  })
}

const phoneOf = (call: number, item: number): string => `+336${String(10_000_000 + call * 10 + item)}`

const calls = plan(seededRandom(seed))
const isPush = (call: Call): call is PushCall => call.kind === 'push' || call.kind === 'batch'
/** The results of the pushes of each call. */
const resultsOf = new Map<number, PushResult[]>()
const idsOf = (call: number): string[] => resultsOf.get(call)!.map(({ id }) => id)

/** Makes a call. Throws as the client does, and for a batch the error of its first failed item. */
async function make(tidings: Tidings, call: Call, index: number): Promise<void> {
  switch (call.kind) {
    case 'read':
      return void (await tidings.messages.list({ limit: 5 }).page())
    case 'create_key':
      return void (await tidings.keys.create({ name: call.name }))
    case 'push': {
      const result = await tidings.messages.push(call.messages[0]!, { idempotencyKey: call.key })
      return void resultsOf.set(index, [result])
    }
    case 'batch': {
      const { items } = await tidings.messages.pushBatch(call.messages, { idempotencyKey: call.key })
      const failed = items.find(({ error }) => error !== undefined)
      if (failed?.error) throw failed.error.cause ?? new Error(failed.error.code)
      return void resultsOf.set(
        index,
        items.map(({ result }) => result!),
      )
    }
    case 'retract': {
      // The outcome of the push of this message is not known yet.
      if (!resultsOf.has(call.target)) return
      const result = await tidings.messages.retract(idsOf(call.target)[0]!, { idempotencyKey: call.key })
      // A second retraction would be false, so the first was made once and its response replayed.
      expect(result.retracted).toBe(true)
    }
  }
}

async function makeAll(tidings: Tidings, indexes: Iterable<number>): Promise<Map<number, unknown>> {
  const failures = new Map<number, unknown>()
  const next = indexes[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let each = next.next(); !each.done; each = next.next())
      await make(tidings, calls[each.value]!, each.value).catch((error: unknown) => failures.set(each.value, error))
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return failures
}

/** The ids of the stored messages by their subject. */
async function readStored(tidings: Tidings): Promise<Map<string, string[]>> {
  const stored = new Map<string, string[]>()
  for await (const { id, subject } of tidings.messages.list({ limit: 100 }))
    stored.set(subject, [...(stored.get(subject) ?? []), id])
  return stored
}

const idsIn = (stored: Map<string, string[]>, { messages }: PushCall): string[] =>
  messages.flatMap(({ subject }) => stored.get(subject) ?? [])

test(`${callCount} calls through a network that cuts, delays and repeats, from seed ${seed}: no push is lost or doubled (4.1)`, async () => {
  const direct = new Tidings({ apiKey: shop.key, url })
  const failures = await makeAll(new Tidings({ apiKey: shop.key, url: proxy.url }), calls.keys())
  await proxy.drain()

  expect(Object.entries(proxy.counts).filter(([, count]) => count < 100)).toEqual([])
  // Some calls fail in all attempts, and each of them states that its outcome is unknown.
  expect(failures.size).toBeGreaterThan(10)
  for (const [index, error] of failures) {
    expect(error instanceof TidingsError || error instanceof TidingsConnectionError, String(error)).toBe(true)
    if (calls[index]!.kind === 'create_key') expect(error).toMatchObject({ attempts: 1 })
    else expect(error, `call ${index}`).toMatchObject({ isOutcomeUnknown: true, attempts: 5 })
  }
  expect(unsafeRequests.size).toBe(calls.filter(({ kind }) => kind === 'create_key').length)
  expect([...unsafeRequests].filter(([, count]) => count > 1)).toEqual([])
  const before = await readStored(direct)
  for (const [index, call] of calls.entries()) {
    if (!isPush(call)) continue
    if (!failures.has(index)) expect(idsIn(before, call)).toEqual(idsOf(index))
    else for (const { subject } of call.messages) expect(before.get(subject)?.length ?? 0).toBeLessThanOrEqual(1)
  }

  const repeatable = failures.keys().filter((index) => calls[index]!.kind !== 'create_key')
  expect(await makeAll(direct, repeatable)).toEqual(new Map())
  const after = await readStored(direct)
  for (const [index, call] of calls.entries()) if (isPush(call)) expect(idsIn(after, call)).toEqual(idsOf(index))
  expect(after.size).toBe(calls.filter(isPush).reduce((sum, { messages }) => sum + messages.length, 0))

  const texts = [...resultsOf.values()].flat().filter(({ sms }) => sms?.queued)
  expect(texts.length).toBeGreaterThan(500)
  expect(await db.one(chargesOf, { businessId: shop.businessId })).toEqual({
    charges: texts.length,
    credits: texts.reduce((sum, { sms }) => sum + sms!.credits, 0),
  })
}, 900_000)
