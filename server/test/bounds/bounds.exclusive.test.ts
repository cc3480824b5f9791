import { afterAll, expect, test } from 'vitest'
import { attacks } from './attacks.ts'
import { maxRunMilliseconds, shortTiming, startBench } from './bench.ts'

const bench = await startBench()
afterAll(() => bench.stop())

for (const attack of attacks)
  test(
    `${attack.name} does not slow down another tenant beyond the bounds`,
    async () => {
      const { measured, violations } = await bench.run(attack, shortTiming)
      expect(violations, JSON.stringify(measured, null, 2)).toEqual([])
    },
    maxRunMilliseconds,
  )
