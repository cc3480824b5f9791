import { PgBoss } from 'pg-boss'
import { channels } from '../channels/registry.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Statement } from '../db/statement.ts'
import { countJobs } from './sql.ts'

/** The engine's tables stand in a schema of their own. */
const schema = 'queue'
/**
 * A queue for each channel, one for webhooks, one for mails to owners, two for what is done about a reply: who is slow holds up
 * their own work and no other.
 */
const nudgeQueues = channels.map((channel) => `nudges.${channel}` as const)
const otherQueues = ['webhooks', 'notices', 'acknowledgements', 'forwards'] as const
const queues = [...nudgeQueues, ...otherQueues]
export type QueueName = (typeof queues)[number]
/** Those whose retries wait in the queue. The retries of the others wait in rows, because a queue with many deferred jobs is slow. */
const retriedQueues = ['notices', 'acknowledgements', 'forwards'] as const
type RetriedQueue = (typeof retriedQueues)[number]
const isRetried = (name: QueueName): boolean => retriedQueues.some((one) => one === name)

/** A job holds ids and nothing else. Its own id is that of what is to be done, so a second enqueue of the same is no second job. */
type Job = { id: string; businessId: string; group: string; priority: number }
type Identified = Pick<Job, 'id'>
/** A job in this process's hands. `recovered` tells that somebody took it before, and was not heard of again. */
export type TakenJob = { id: string; businessId: string; recovered: boolean }
export type Queue = ReturnType<typeof createQueue>

export const largestTake = 100
/**
 * How much of one group is under way at once, in all processes, so that a large backlog leaves room for the others. Nudges are
 * grouped by business, and webhooks by endpoint, because it is one receiver that hangs.
 */
const shareOf = (name: QueueName): number => (nudgeQueues.some((one) => one === name) ? 100 : 10)

const retryAtOnce = { retryDelay: 0, retryBackoff: false }
const retryWithBackOff = { retryDelay: 5, retryBackoff: true, retryDelayMax: 600 }
const settings = {
  // A job is never given up: what becomes of a nudge is written in its row, and the job goes with that.
  retryLimit: 1_000_000,
  expireInSeconds: 300,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 3600,
}

/** Brings the engine's schema and our queues up to date. Run after our own migrations; safe to run twice and from two places. */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, supervise: false, schedule: false, max: 2 })
  await boss.start()
  for (const name of queues) {
    const options = { ...settings, ...(isRetried(name) ? retryWithBackOff : retryAtOnce) }
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
  await boss.stop({ graceful: false })
}

/** Whoever uses the engine finds its schema there. */
const installed = { schema, migrate: false, createSchema: false, schedule: false }

/**
 * Takes back what nobody keeps any more, and tidies up. Every worker does this, and the engine sees to it that one at a time
 * does. It has connections of its own, so that it is not held up when all of the service's are busy.
 */
export async function superviseQueue(url: string, onError: (error: unknown) => void) {
  const boss = new PgBoss({
    connectionString: url,
    ...installed,
    application_name: 'tidings queue',
    max: 2,
    options: '-c jit=off',
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 60,
  })
  boss.on('error', onError)
  await boss.start()
  return { stop: () => boss.stop({ graceful: false }) }
}

export function createQueue(db: Database) {
  const boss = new PgBoss({ ...installed, db: reader(db), supervise: false })
  const idle = new Set<() => void>()
  /** In the transaction that records their outcome. */
  const finish = async (tx: Transaction, queue: QueueName, jobs: Identified[]): Promise<void> => {
    if (jobs.length > 0) await boss.deleteJob(queue, idsOf(jobs), { db: writer(tx) })
  }
  return {
    /** The engine looks a queue up before its first use. Inside a transaction that would take a second connection, which a pool of one has not. */
    async warm(): Promise<void> {
      for (const name of queues) await boss.touch(name, [nobody], { db: nowhere })
    },
    /** In the caller's transaction: if that is rolled back, so is the job. */
    async enqueue(tx: Transaction, queue: QueueName, jobs: Job[]): Promise<void> {
      if (jobs.length === 0) return
      const rows = jobs.map(({ id, businessId, group, priority }) => ({
        id,
        data: { businessId },
        priority,
        group: { id: group },
      }))
      await boss.insert(queue, rows, { db: writer(tx) })
    },
    /** At most `largestTake` of them, those a person waits for first, and of no group more than its share. */
    async take(queue: QueueName): Promise<TakenJob[]> {
      const jobs = await boss.fetch<{ businessId: string }>(queue, {
        batchSize: largestTake,
        groupConcurrency: shareOf(queue),
      })
      return jobs.map(({ id, data, retryCount }) => ({ id, businessId: data.businessId, recovered: retryCount > 0 }))
    },
    /** Renews the leases of these, which expire after ten seconds: then another worker takes them. */
    async renew(queue: QueueName, ids: string[]): Promise<void> {
      if (ids.length > 0) await boss.touch(queue, ids)
    },
    finish,
    /** Finishes those of the jobs that are not kept. */
    async finishOthers(tx: Transaction, queue: QueueName, jobs: Identified[], kept: Identified[]): Promise<void> {
      const stay = new Set(idsOf(kept))
      const others = jobs.filter(({ id }) => !stay.has(id))
      await finish(tx, queue, others)
    },
    /** Puts these back, to be taken again after five to ten seconds, and later each time. */
    async retry(tx: Transaction, queue: RetriedQueue, jobs: Identified[]): Promise<void> {
      if (jobs.length > 0) await boss.fail(queue, idsOf(jobs), undefined, { db: writer(tx) })
    },
    /** Tells the takers of this process that there is work, so that they need not wait until they look again. */
    announce(): void {
      for (const wake of idle) wake()
    },
    /** Until that is told, or the time is over. */
    untilAnnounced: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer)
          idle.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, milliseconds)
        idle.add(wake)
      }),
    /** How many jobs could be taken and are not yet, and how many nudges are in somebody's hands. */
    count: async () => (await db.one(countJobs, { share: shareOf('webhooks') }))!,
  }
}

const idsOf = (jobs: Identified[]): string[] => jobs.map(({ id }) => id)

/** The engine's own look-ups. */
const reader = (db: Database) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.all(named(text), values) }),
})

/** For a call that is made for what the engine looks up before it. */
const nowhere = { executeSql: async () => ({ rows: [{ count: 0, ids: [] }] }) }
const nobody = '00000000-0000-0000-0000-000000000000'

/** What it writes for us goes with the transaction's other writes: sent, and waited for by the commit. */
const writer = (tx: Transaction) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    tx.write(named(text), values)
    // It is not waited for, so nothing is known of it yet; the engine only counts with it, and we do not ask for the count.
    return { rows: [{ count: 0, ids: [] }] }
  },
})

/** The engine hands us text; we name it, because a named statement is planned once a connection and not once a call. */
const names = new Map<string, Statement<unknown[], never>>()
function named(text: string): Statement<unknown[], never> {
  const known = names.get(text)
  if (known !== undefined) return known
  const statement = { name: `queue.${names.size}`, text, bind: (values: unknown[]) => values }
  names.set(text, statement)
  return statement
}
