import { afterAll, expect, test } from 'vitest'
import { shortTiming, startBench } from './bench.ts'
import { rows } from './rows.ts'

const bench = await startBench()
afterAll(() => bench.stop())

for (const row of rows)
  test(`bounds: ${row.name} costs the other tenant nothing it would notice`, async () => {
    const { measured, violations } = await bench.run(row, shortTiming)
    expect(violations, JSON.stringify(measured, null, 2)).toEqual([])
    // Where the machine is disturbed a row is measured three times.
  }, 120_000)
