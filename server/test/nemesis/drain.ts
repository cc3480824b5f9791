import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '../../src/db/statement.ts'
import type { Shop } from '../support/client.ts'
import { seeded } from '../support/seeded.ts'
import { ask } from './client.ts'
import type { Deployment } from './deployment.ts'
import type { Call, History } from './history.ts'

/** What is due after the last fault must be done within this time (I8). */
const dueSeconds = 60
const mostReplays = 400
/** The last attempts at anything are made within three days: a text nobody reports on is given up after 72 hours (2.13). */
const strideSeconds = [60, 300, 1_800, 7_200, 14_400, 28_800, 36_000, 36_000, 86_400, 86_400]
const stridePatienceMilliseconds = 120_000

/** After the last fault: what is due must happen, what was answered must be answered the same, and in the end nothing is under way. */
export async function drain(deployment: Deployment, history: History, shops: Shop[], seed: number): Promise<void> {
  await watchWhatIsDue(deployment, history)
  await replaySome(deployment, history, shops, seed)
  for (const stride of strideSeconds) {
    await deployment.clock.step(stride)
    await untilQuiet(deployment)
  }
}

async function watchWhatIsDue({ db }: Deployment, history: History): Promise<void> {
  const before = Date.now()
  const since = (await db.one(clock))!.now
  for (;;) {
    const { sends, deliveries } = (await db.one(countOverdue, { since }))!
    const secondsAfterRecovery = (Date.now() - before) / 1_000
    history.record({ kind: 'overdue', at: Date.now(), secondsAfterRecovery, sends, deliveries })
    if ((sends === 0 && deliveries === 0) || secondsAfterRecovery > dueSeconds + 5) return
    await sleep(500)
  }
}

/** Keys that were spent, once more. */
async function replaySome({ apis }: Deployment, history: History, shops: Shop[], seed: number): Promise<void> {
  const next = seeded(seed)
  const shopOf = new Map(shops.map((shop) => [shop.id, shop]))
  const spent = history.all('call').filter(isSpent)
  for (let replay = 0; replay < Math.min(mostReplays, spent.length); replay++) {
    const { shop, operation, path, key, body } = spent[Math.floor(next() * spent.length)]!
    const asked = { shop: shopOf.get(shop)!, operation, path, key: key!, ...(body !== null && { body }) }
    await ask({ apis, history, next }, asked)
  }
}
const isSpent = ({ status, key, operation }: Call): boolean =>
  key !== null && (status === 200 || status === 201) && operation !== 'wrong'

/** Nothing is due, queued or in somebody's hands. */
async function untilQuiet({ db }: Deployment): Promise<void> {
  const before = Date.now()
  for (;;) {
    const { count } = (await db.one(countUnderWay))!
    if (count === 0) return
    if (Date.now() - before > stridePatienceMilliseconds) throw new Error(`${count} sends and deliveries never ended`)
    await sleep(100)
  }
}

const clock = statement<null, { now: Date }>('nemesis.clock', 'select clock_now() as now')
const countOverdue = statement<{ since: Date }, { sends: number; deliveries: number }>(
  'nemesis.count_overdue',
  `select (select count(*) from nudges where (state = 'waiting' and due_at < $since) or (state = 'queued' and created_at < $since))::integer as sends,
          (select count(*) from webhook_deliveries where state = 'waiting' and due_at < $since)::integer as deliveries`,
)
const countUnderWay = statement<null, { count: number }>(
  'nemesis.count_under_way',
  `select (select count(*) from nudges where state in ('queued', 'submitting') or due_at <= clock_now() or check_at <= clock_now())::integer
        + (select count(*) from webhook_deliveries where state = 'queued' or due_at <= clock_now())::integer
        + (select count(*) from queue.job where name <> 'notices')::integer as count`,
)
