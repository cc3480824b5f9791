import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { sendRequest } from './client.ts'
import type { SupervisedDeployment } from './deployment.ts'
import { countUnadded } from './evidence.ts'
import type { Call, History } from './history.ts'
import { followAll } from './load/links.ts'
import type { Load } from './load/load.ts'

/** After the last fault due work must be done within this time (I8). */
const dueSeconds = 60
const maxReplays = 400
/** The strides add up to more than three days: a text without a delivery report is abandoned after 72 hours (2.13). */
const strideSeconds = [60, 300, 1_800, 7_200, 14_400, 28_800, 36_000, 36_000, 86_400, 86_400]
const strideTimeoutMilliseconds = 120_000
const addMilliseconds = 30_000

/**
 * After the last fault: records how much due work is not done yet, replays completed requests, follows stored links, and moves the clock until no
 * nudge or webhook delivery is in progress.
 */
export async function drain(
  deployment: SupervisedDeployment,
  history: History,
  { shops, testSides, links }: Pick<Load, 'shops' | 'testSides' | 'links'>,
  seed: number,
): Promise<void> {
  await watchOverdue(deployment, history)
  await replaySome(deployment, history, [...shops, ...testSides], seed)
  await followAll(history, links)
  for (const stride of strideSeconds) {
    await deployment.clock.step(stride)
    await untilIdle(deployment)
  }
  await untilAdded(deployment)
}

/** Workers add to the figures every two seconds. If they do not, the evidence has what is left (I17). */
async function untilAdded({ db }: SupervisedDeployment): Promise<void> {
  const before = Date.now()
  while ((await db.one(countUnadded))!.count > 0 && Date.now() - before < addMilliseconds) await sleep(200)
}

async function watchOverdue({ db }: SupervisedDeployment, history: History): Promise<void> {
  const before = Date.now()
  const since = (await db.one(clock))!.now
  for (;;) {
    const { nudges, deliveries } = (await db.one(countOverdue, { since }))!
    const secondsAfterRecovery = (Date.now() - before) / 1_000
    history.record({ kind: 'overdue', at: Date.now(), secondsAfterRecovery, nudges, deliveries })
    if ((nudges === 0 && deliveries === 0) || secondsAfterRecovery > dueSeconds + 5) return
    await sleep(500)
  }
}

/** Repeats some successful requests with the same key, so that the checker can compare the responses (I6). */
async function replaySome(
  { apis }: SupervisedDeployment,
  history: History,
  shops: Shop[],
  seed: number,
): Promise<void> {
  const next = seededRandom(seed)
  const shopOf = new Map(shops.map((shop) => [shop.id, shop]))
  const replayable = history.all('call').filter(isReplayable)
  for (let replay = 0; replay < Math.min(maxReplays, replayable.length); replay++) {
    const { shop, operation, path, key, body } = replayable[Math.floor(next() * replayable.length)]!
    const request = { shop: shopOf.get(shop)!, operation, path, key: key!, ...(body !== null && { body }) }
    await sendRequest({ apis, history, next }, request)
  }
}
const isReplayable = ({ status, key, operation }: Call): boolean =>
  key !== null && (status === 200 || status === 201) && operation !== 'wrong'

/** Waits until nothing is due, queued or in progress. */
async function untilIdle({ db }: SupervisedDeployment): Promise<void> {
  const before = Date.now()
  for (;;) {
    const { count } = (await db.one(countInProgress))!
    if (count === 0) return
    if (Date.now() - before > strideTimeoutMilliseconds) throw new Error(`${count} nudges and deliveries never ended`)
    await sleep(100)
  }
}

const clock = statement<null, { now: Date }>('nemesis.clock', 'select clock_now() as now')
const countOverdue = statement<{ since: Date }, { nudges: number; deliveries: number }>(
  'nemesis.count_overdue',
  `select (select count(*) from nudges where (state = 'waiting' and due_at < $since) or (state = 'queued' and created_at < $since))::integer as nudges,
          (select count(*) from webhook_deliveries where state = 'waiting' and due_at < $since)::integer as deliveries`,
)
const countInProgress = statement<null, { count: number }>(
  'nemesis.count_in_progress',
  `select (select count(*) from nudges where state in ('queued', 'submitting') or due_at <= clock_now() or check_at <= clock_now())::integer
        + (select count(*) from webhook_deliveries where state = 'queued' or due_at <= clock_now())::integer
        + (select count(*) from queue.job where name not in ('notices', 'test.notices'))::integer as count`,
)
