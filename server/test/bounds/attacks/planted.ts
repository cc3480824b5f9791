import { repeat, requestOf } from '../exchange.ts'
import type { PlantedWeakness } from '../planted-weakness.ts'
import type { Row } from '../row.ts'

const rowOf = (weakness: PlantedWeakness): Row => ({
  name: `planted-${weakness}`,
  title: `a planted weakness: ${weakness}`,
  attack: (target) =>
    repeat(target, [requestOf('GET', `/planted/${weakness}`, {})], { connections: 2, pauseMilliseconds: 100 }),
})

/** Against a service into which `planted-weakness.ts` was loaded. */
export const plantedRows: Row[] = (['none', 'stall', 'leak', 'end'] as const).map(rowOf)
