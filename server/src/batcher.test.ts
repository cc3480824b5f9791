import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs what it is told to, and says which sets went together. */
function recorded(largestSet: number, run: (item: string) => Promise<string>) {
  const sets: string[][] = []
  const call = createBatcher(largestSet, (items: string[]) => {
    sets.push(items)
    return Promise.all(items.map(run))
  })
  return { sets, call }
}
const upper = (item: string): Promise<string> => Promise.resolve(item.toUpperCase())
/** Goes on when it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { letGo: resolve, run: (item: string) => (item === 'held' ? promise.then(() => 'HELD') : upper(item)) }
}

test('who finds it idle leaves at once; who arrives meanwhile goes together, as many as a set holds', async () => {
  const { sets, call } = recorded(2, upper)
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(call))).toEqual(['A', 'B', 'C', 'D'])
  expect(sets).toEqual([['a'], ['b', 'c'], ['d']])
})

test('a set that fails fails its own calls, and the next one goes', async () => {
  const call = createBatcher(9, (items: string[]) =>
    items.includes('bad') ? Promise.reject(new Error('no')) : Promise.resolve(items),
  )
  const [bad, good] = await Promise.allSettled([call('bad'), call('good')])
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
})

test('a set that takes less than a second is waited for', async () => {
  const { letGo, run } = held()
  const { sets, call } = recorded(9, run)
  const calls = [call('held'), call('a')]
  await vi.advanceTimersByTimeAsync(999)
  expect(sets).toEqual([['held']])
  letGo()
  expect(await Promise.all(calls)).toEqual(['HELD', 'A'])
})

test('a set that is late is overtaken, and still answers', async () => {
  const { letGo, run } = held()
  const { sets, call } = recorded(9, run)
  const [late, behind] = [call('held'), call('a')]
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await behind).toBe('A')
  // From now on nobody waits for it.
  expect(await call('b')).toBe('B')
  expect(sets).toEqual([['held'], ['a'], ['b']])
  letGo()
  expect(await late).toBe('HELD')
})

test('no more than four are under way at once, however many are late', async () => {
  const { letGo, run } = held()
  const { sets, call } = recorded(1, run)
  const calls = Array.from({ length: 6 }, () => call('held'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sets).toHaveLength(4)
  letGo()
  expect(await Promise.all(calls)).toHaveLength(6)
})

test('a party with one call is in the next set, however many calls another has waiting', async () => {
  const sets: string[][] = []
  const call = createBatcher(
    4,
    async (items: string[]) => {
      sets.push(items)
      return items
    },
    (item) => item[0]!,
  )
  await Promise.all([...Array.from({ length: 10 }, (_, n) => `a${n}`), 'b0', 'b1', 'c0'].map(call))
  expect(sets).toEqual([['a0'], ['a1', 'b0', 'c0', 'a2'], ['b1', 'a3', 'a4', 'a5'], ['a6', 'a7', 'a8', 'a9']])
})
