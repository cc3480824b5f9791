import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop } from '../../support/client.ts'
import { seeded } from '../../support/seeded.ts'
import { draw } from '../chance.ts'
import type { Deployment } from '../deployment.ts'
import type { History } from '../history.ts'
import type { Fate } from './fates.ts'
import type { Act, Pushed } from './lane.ts'
import { askWrongly, erase, read, resend, retractAtOnce, retractOne } from './merchants.ts'
import {
  pushBatch,
  pushEscalation,
  pushHeld,
  pushPlain,
  pushText,
  pushUpdates,
  pushWhatsApp,
  repeatKey,
  reuseKey,
} from './pushes.ts'
import { open, reportAgain, stopByOperator, stopByText } from './recipients.ts'
import { openShops } from './shops.ts'

export type Load = {
  shops: Shop[]
  /** The endpoints of the shops, as the simulator knows them. */
  receivers: string[]
  /** Some of what was pushed lately. */
  recent: (count: number) => Pushed[]
  /** Each client finishes what it is about. */
  stop: () => Promise<void>
}
/** `pauseMilliseconds` is how long each client rests between two acts, on average. */
export type LoadSettings = { seed: number; pauseMilliseconds: number; fates: Fate[] }

const clients = 12

/** Merchants, recipients and providers, until they are stopped. */
export async function startLoad(
  deployment: Deployment,
  history: History,
  { seed, pauseMilliseconds, fates }: LoadSettings,
): Promise<Load> {
  const { shops, receivers } = await openShops(deployment)
  const pushed: Pushed[] = []
  const stopping = new AbortController()
  const lanes = Array.from({ length: clients }, async (_, place) => {
    const next = seeded(seed * 1_000 + place)
    const lane = { apis: deployment.apis, history, next, deployment, shops, pushed, fates, mark: `${seed}-${place}` }
    while (!stopping.signal.aborted) {
      await sleep(next() * 2 * pauseMilliseconds)
      await draw(acts, next).act(lane)
    }
  })
  // One that cannot go on is a fault of the harness, and is told when they are stopped.
  const running = Promise.all(lanes)
  running.catch(() => undefined)
  return {
    shops,
    receivers,
    recent: (count) => pushed.slice(-count),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** What they do, and how often. */
const acts: { weight: number; act: Act }[] = [
  { weight: 34, act: pushPlain },
  { weight: 8, act: pushText },
  { weight: 6, act: pushWhatsApp },
  { weight: 5, act: pushEscalation },
  { weight: 6, act: pushHeld },
  { weight: 4, act: pushBatch },
  { weight: 4, act: pushUpdates },
  { weight: 8, act: repeatKey },
  { weight: 2, act: reuseKey },
  { weight: 6, act: retractOne },
  { weight: 2, act: retractAtOnce },
  { weight: 3, act: resend },
  { weight: 4, act: open },
  { weight: 3, act: stopByOperator },
  { weight: 2, act: stopByText },
  { weight: 3, act: erase },
  { weight: 4, act: reportAgain },
  { weight: 4, act: read },
  { weight: 4, act: askWrongly },
]
