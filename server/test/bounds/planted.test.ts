import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { plantedRows } from './attacks/planted.ts'
import { shortTiming, startBench } from './bench.ts'
import type { PlantedWeakness } from './planted-weakness.ts'

const bench = await startBench({}, [join(import.meta.dirname, 'planted-weakness.ts')])
afterAll(() => bench.stop())

const measure = async (weakness: PlantedWeakness): Promise<string[]> => {
  const row = plantedRows.find(({ name }) => name === `planted-${weakness}`)!
  return (await bench.run(row, shortTiming)).violations
}

test('the bench finds nothing where nothing is planted', async () => {
  expect(await measure('none')).toEqual([])
}, 120_000)

const caught: [PlantedWeakness, RegExp][] = [
  ['stall', /^p99 \d+ ms, allowed/],
  ['leak', /^\d+ MiB over idle, allowed 512 MiB$/],
  ['end', /^the service ended$/],
]
for (const [weakness, violation] of caught)
  test(`the bench can fail: a planted ${weakness} is caught`, async () => {
    expect(await measure(weakness)).toContainEqual(expect.stringMatching(violation))
  }, 120_000)
