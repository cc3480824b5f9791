import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { plantedAttacks } from './attacks/planted.ts'
import { maxRunMilliseconds, shortTiming, startBench } from './bench.ts'
import type { PlantedWeakness } from './planted-weakness.ts'

const bench = await startBench({}, [join(import.meta.dirname, 'planted-weakness.ts')])
afterAll(() => bench.stop())

const measure = async (weakness: PlantedWeakness): Promise<string[]> => {
  const attack = plantedAttacks.find(({ name }) => name === `planted-${weakness}`)!
  return (await bench.run(attack, { ...shortTiming, maxMeasurements: 1, maxDisturbed: 0 })).violations
}

const expectedViolations: [PlantedWeakness, RegExp][] = [
  ['stall', /^p99 \d+ ms, allowed/],
  ['leak', /^\d+ MiB over idle, allowed 512 MiB$/],
  ['end', /^the service ended$/],
]
for (const [weakness, violation] of expectedViolations)
  test(
    `the bench detects a planted ${weakness}`,
    async () => {
      expect(await measure(weakness)).toContainEqual(expect.stringMatching(violation))
    },
    maxRunMilliseconds,
  )
