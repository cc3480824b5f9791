import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createBulkheads, createGate } from './bulkhead.ts'
import { isUnavailable } from './errors.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const inTwoSeconds = (): number => performance.now() + 2_000
/** The state of a promise, without waiting for it. */
function watched<T>(promise: Promise<T>): { state: 'waiting' | 'entered' | 'refused'; value?: T; error?: unknown } {
  const current: ReturnType<typeof watched<T>> = { state: 'waiting' }
  promise.then(
    (value) => Object.assign(current, { state: 'entered', value }),
    (error: unknown) => Object.assign(current, { state: 'refused', error }),
  )
  return current
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('a gate', () => {
  test('limits each party to its own number of slots', async () => {
    const { tryEnter } = createGate(2)
    const taken = [tryEnter('a'), tryEnter('a'), tryEnter('a'), tryEnter('b')]
    expect(taken.map((leave) => leave !== null)).toEqual([true, true, false, true])
    taken[0]!()
    expect(tryEnter('a')).not.toBeNull()
  })

  test('gives a freed slot to the caller that waited longest', async () => {
    const { enter } = createGate(1)
    const first = await enter('a', inTwoSeconds())
    const [second, third] = [watched(enter('a', inTwoSeconds())), watched(enter('a', inTwoSeconds()))]
    first()
    await vi.advanceTimersByTimeAsync(0)
    expect([second.state, third.state]).toEqual(['entered', 'waiting'])
    second.value!()
    await vi.advanceTimersByTimeAsync(0)
    expect(third.state).toBe('entered')
  })

  test('refuses a caller at its deadline as unavailable, and gives it no slot afterwards', async () => {
    const { enter, tryEnter } = createGate(1)
    const first = await enter('a', inTwoSeconds())
    const second = watched(enter('a', inTwoSeconds()))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(second.state).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect([second.state, isUnavailable(second.error)]).toEqual(['refused', true])
    first()
    expect(tryEnter('a')).not.toBeNull()
  })

  test('refuses at once when too many callers are waiting', async () => {
    const { enter } = createGate(1, 2)
    await enter('a', inTwoSeconds())
    const waiting = [watched(enter('a', inTwoSeconds())), watched(enter('a', inTwoSeconds()))]
    const one = watched(enter('a', inTwoSeconds()))
    await vi.advanceTimersByTimeAsync(0)
    expect([one.state, ...waiting.map(({ state }) => state)]).toEqual(['refused', 'waiting', 'waiting'])
  })
})

const request = { long: false, isTest: false }

describe('the shares of a pool', () => {
  for (const { pool, party, requests, long, longOfParty, testSide } of [
    { pool: 1, party: 1, requests: 1, long: 1, longOfParty: 1, testSide: 1 },
    { pool: 2, party: 1, requests: 1, long: 1, longOfParty: 1, testSide: 1 },
    { pool: 3, party: 1, requests: 2, long: 1, longOfParty: 1, testSide: 1 },
    { pool: 4, party: 1, requests: 3, long: 1, longOfParty: 1, testSide: 1 },
    { pool: 16, party: 4, requests: 12, long: 4, longOfParty: 2, testSide: 1 },
    { pool: 200, party: 50, requests: 150, long: 50, longOfParty: 25, testSide: 12 },
  ])
    test(`of ${pool}: ${party} for a party, ${requests} for all requests, ${long} for all erasures, ${longOfParty} for one party's erasures`, async () => {
      const count = async (nameOf: (n: number) => string | null, kind: object = {}): Promise<number> => {
        const { enter } = createBulkheads(pool)
        const tried = Array.from({ length: pool + 1 }, (_, n) =>
          watched(enter({ ...request, party: nameOf(n), ...kind }, inTwoSeconds())),
        )
        await vi.advanceTimersByTimeAsync(0)
        return tried.filter(({ state }) => state === 'entered').length
      }
      expect({
        party: await count(() => 'a'),
        requests: await count(String),
        batches: await count(() => null),
        long: await count(String, { long: true }),
        longOfParty: await count(() => 'a', { long: true }),
        testSides: await count(String, { isTest: true }),
        testSide: await count(() => 'a', { isTest: true }),
        longOfTestSides: await count(String, { isTest: true, long: true }),
        longOfTestSide: await count(() => 'a', { isTest: true, long: true }),
      }).toEqual({
        party,
        requests,
        batches: requests,
        long,
        longOfParty,
        testSides: longOfParty,
        testSide,
        longOfTestSides: testSide,
        longOfTestSide: 1,
      })
    })

  test('a caller that waits in vain for one share releases those acquired before it', async () => {
    const { enter, slots } = createBulkheads(4)
    const leaves = await Promise.all(['a', 'b', 'c'].map((party) => enter({ ...request, party }, inTwoSeconds())))
    const late = watched(enter({ ...request, party: 'd' }, inTwoSeconds()))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(late.state).toBe('refused')
    expect(slots.tryEnter('d')).not.toBeNull()
    for (const leave of leaves) leave()
    await expect(enter({ ...request, party: 'e' }, inTwoSeconds())).resolves.toBeTypeOf('function')
  })
})

describe('shares under random load', () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
    test(`no share is exceeded, every call ends, and all slots are free afterwards (seed ${seed})`, async () => {
      const draw = seededRandom(seed)
      const { enter, slots } = createBulkheads(16)
      const inUse = new Map<string, number>()
      const count = (name: string, change: number): number => {
        const now = (inUse.get(name) ?? 0) + change
        inUse.set(name, now)
        return now
      }
      const most: Record<string, number> = {}
      const note = (name: string, now: number): void => void (most[name] = Math.max(most[name] ?? 0, now))
      const calls = Array.from({ length: 400 }, async () => {
        const party = `p${Math.floor(draw() * 6)}`
        const isLong = draw() < 0.3
        await sleep(draw() * 1_000)
        const leave = await enter({ ...request, party, long: isLong }, performance.now() + 2_000).catch(() => null)
        if (leave === null) return
        const names = [party, 'all', ...(isLong ? ['long', `long ${party}`] : [])]
        for (const name of names) note(name, count(name, 1))
        await sleep(draw() * 200)
        for (const name of names) count(name, -1)
        leave()
      })
      await vi.advanceTimersByTimeAsync(60_000)
      await Promise.all(calls)
      const limitOf = (name: string): number => (name === 'all' ? 12 : name.startsWith('long ') ? 2 : 4)
      expect(Object.entries(most).filter(([name, now]) => now > limitOf(name))).toEqual([])
      expect(most['all']).toBe(12)
      const again = Array.from({ length: 6 }, (_, index) =>
        Array.from({ length: 4 }, () => slots.tryEnter(`p${index}`)),
      )
      expect(again.flat().every((leave) => leave !== null)).toBe(true)
    })
})
