import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A batcher that records its batches. */
function createRecordedBatcher(batchSize: number, run: (item: string) => Promise<string>) {
  const batches: string[][] = []
  const call = createBatcher('test', batchSize, (items: string[]) => {
    batches.push(items)
    return Promise.all(items.map(run))
  })
  return { batches, call }
}
const upper = (item: string): Promise<string> => Promise.resolve(item.toUpperCase())
/** The item 'slow' finishes only after `finish` is called. */
function slowItems() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { finish: resolve, run: (item: string) => (item === 'slow' ? promise.then(() => 'SLOW') : upper(item)) }
}

test('an idle batcher runs a call at once; calls that arrive meanwhile form batches up to the batch size', async () => {
  const { batches, call } = createRecordedBatcher(2, upper)
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(call))).toEqual(['A', 'B', 'C', 'D'])
  expect(batches).toEqual([['a'], ['b', 'c'], ['d']])
})

test('a batch that fails rejects its own calls only, and the next batch runs', async () => {
  const call = createBatcher('test', 9, (items: string[]) =>
    items.includes('bad') ? Promise.reject(new Error('no')) : Promise.resolve(items),
  )
  const [bad, good] = await Promise.allSettled([call('bad'), call('good')])
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
})

test('the next batch waits for a batch that takes less than a second', async () => {
  const { finish, run } = slowItems()
  const { batches, call } = createRecordedBatcher(9, run)
  const calls = [call('slow'), call('a')]
  await vi.advanceTimersByTimeAsync(999)
  expect(batches).toEqual([['slow']])
  finish()
  expect(await Promise.all(calls)).toEqual(['SLOW', 'A'])
})

test('after a second a late batch is overtaken, and its calls still get their results', async () => {
  const { finish, run } = slowItems()
  const { batches, call } = createRecordedBatcher(9, run)
  const [late, behind] = [call('slow'), call('a')]
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await behind).toBe('A')
  // From now on no batch waits for it.
  expect(await call('b')).toBe('B')
  expect(batches).toEqual([['slow'], ['a'], ['b']])
  finish()
  expect(await late).toBe('SLOW')
})

test('at most four batches run at once, however many are late', async () => {
  const { finish, run } = slowItems()
  const { batches, call } = createRecordedBatcher(1, run)
  const calls = Array.from({ length: 6 }, () => call('slow'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(batches).toHaveLength(4)
  finish()
  expect(await Promise.all(calls)).toHaveLength(6)
})

test('a party with one call is in the next batch, however many calls another party has waiting', async () => {
  const batches: string[][] = []
  const call = createBatcher(
    'test',
    4,
    async (items: string[]) => {
      batches.push(items)
      return items
    },
    (item) => item[0]!,
  )
  await Promise.all([...Array.from({ length: 10 }, (_, n) => `a${n}`), 'b0', 'b1', 'c0'].map(call))
  expect(batches).toEqual([['a0'], ['a1', 'b0', 'c0', 'a2'], ['b1', 'a3', 'a4', 'a5'], ['a6', 'a7', 'a8', 'a9']])
})
