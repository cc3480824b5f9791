import type { Attack } from '../attack.ts'
import { repeat, requestOf } from '../exchange.ts'
import type { PlantedWeakness } from '../planted-weakness.ts'

const attackOn = (weakness: PlantedWeakness): Attack => ({
  name: `planted-${weakness}`,
  title: `a planted weakness: ${weakness}`,
  start: (target) =>
    repeat(target, [requestOf('GET', `/planted/${weakness}`, {})], { connections: 2, pauseMilliseconds: 100 }),
})

/** These need a service into which `planted-weakness.ts` is loaded. */
export const plantedAttacks: Attack[] = (['stall', 'leak', 'end'] as const).map(attackOn)
