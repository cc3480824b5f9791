import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop } from '../../support/client.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import type { SupervisedDeployment } from '../deployment.ts'
import type { History } from '../history.ts'
import { drawWeighted } from '../random.ts'
import { changeRecipientInDashboard, resendInDashboard, retractInDashboard } from './dashboard.ts'
import { followLink } from './links.ts'
import type { Action, Pushed } from './load-client.ts'
import { erase, read, resend, retractAtOnce, retractOne, sendWrongRequest } from './merchants.ts'
import {
  pushBatch,
  pushEscalation,
  pushPlain,
  pushScheduled,
  pushText,
  pushUpdates,
  pushWhatsApp,
  repeatKey,
  reuseKey,
} from './pushes.ts'
import { open, reportAgain, stopByOperator, stopByText } from './recipients.ts'
import { openShops, type Receiver } from './shops.ts'
import type { SubmissionBehaviour } from './submission-behaviours.ts'
import { advanceTestSide, pushOnTestSide } from './test-sides.ts'

export type Load = {
  shops: Shop[]
  testSides: Shop[]
  receivers: Receiver[]
  /** Links of emails and texts. */
  links: string[]
  /** The latest pushes, at most `count`. */
  recent: (count: number) => Pushed[]
  /** Waits until each client has finished its current action. */
  stop: () => Promise<void>
}
/** `pauseMilliseconds` is the average pause of a client between two actions. */
export type LoadSettings = { seed: number; pauseMilliseconds: number; behaviours: SubmissionBehaviour[] }

const clientCount = 12

/** Runs the actions of merchants, recipients and providers until it is stopped. */
export async function startLoad(
  deployment: SupervisedDeployment,
  history: History,
  { seed, pauseMilliseconds, behaviours }: LoadSettings,
): Promise<Load> {
  const { shops, testSides, receivers } = await openShops(deployment)
  const [pushed, links]: [Pushed[], string[]] = [[], []]
  const stopping = new AbortController()
  const clients = Array.from({ length: clientCount }, async (_, index) => {
    const next = seededRandom(seed * 1_000 + index)
    const label = `${seed}-${index}`
    const client = {
      apis: deployment.apis,
      history,
      next,
      deployment,
      shops,
      testSides,
      pushed,
      links,
      behaviours,
      label,
    }
    while (!stopping.signal.aborted) {
      await sleep(next() * 2 * pauseMilliseconds)
      await drawWeighted(actions, next).action(client)
    }
  })
  // A client fails only through a bug of the harness. `stop` rethrows the error; until then it must not end the process.
  const running = Promise.all(clients)
  running.catch(() => undefined)
  return {
    shops,
    testSides,
    receivers,
    links,
    recent: (count) => pushed.slice(-count),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const actions: { weight: number; action: Action }[] = [
  { weight: 34, action: pushPlain },
  { weight: 8, action: pushText },
  { weight: 6, action: pushWhatsApp },
  { weight: 5, action: pushEscalation },
  { weight: 6, action: pushScheduled },
  { weight: 4, action: pushBatch },
  { weight: 4, action: pushUpdates },
  { weight: 8, action: repeatKey },
  { weight: 2, action: reuseKey },
  { weight: 6, action: retractOne },
  { weight: 2, action: retractAtOnce },
  { weight: 3, action: retractInDashboard },
  { weight: 3, action: resendInDashboard },
  { weight: 2, action: changeRecipientInDashboard },
  { weight: 3, action: resend },
  { weight: 4, action: open },
  { weight: 4, action: followLink },
  { weight: 3, action: stopByOperator },
  { weight: 2, action: stopByText },
  { weight: 3, action: erase },
  { weight: 4, action: reportAgain },
  { weight: 4, action: read },
  { weight: 4, action: sendWrongRequest },
  { weight: 5, action: pushOnTestSide },
  { weight: 5, action: advanceTestSide },
]
