import { PgBoss } from 'pg-boss'
import { channels } from '../channels/registry.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Statement } from '../db/statement.ts'
import { currentTrace, isTraced, type TraceContext, type Traced } from '../tracing.ts'
import { countJobs, countTestJobs, queueDepths } from './sql.ts'

/** pg-boss has its tables in this schema. */
const schema = 'queue'
/**
 * One queue per channel, for webhooks, notices, acknowledgements, forwards and the emails of the dashboard, so that a slow
 * provider delays only its own jobs.
 */
const nudgeQueues = channels.map((channel) => `nudges.${channel}` as const)
const otherQueues = ['webhooks', 'notices', 'acknowledgements', 'forwards', 'dashboard_mails'] as const
const queues = [...nudgeQueues, ...otherQueues]
export type QueueName = (typeof queues)[number]
/** Test sides have the same queues of their own, so that they never delay a live business. */
const sides = ['', 'test.'] as const
type Side = (typeof sides)[number]
/** Queues whose retries wait in the queue. Other retries wait in rows, because a queue with many deferred jobs is slow. */
const retriedQueues = ['notices', 'acknowledgements', 'forwards', 'dashboard_mails'] as const
type RetriedQueue = (typeof retriedQueues)[number]
const isRetried = (name: QueueName): boolean => retriedQueues.some((one) => one === name)

/**
 * A job contains only ids. Its id is that of the row to process, so enqueueing the same row twice makes one job. A traced job also has
 * the context of what enqueued it.
 */
type Job = Traced & { id: string; businessId: string; group: string; priority: number }
type JobData = Traced & { businessId: string }
type Identified = Pick<Job, 'id'>
/** A job leased by this process. `recovered` is true when the lease of an earlier worker expired. */
export type TakenJob = Traced & { id: string; businessId: string; recovered: boolean }
/** The queues of live businesses or those of test sides. */
export type Queue = ReturnType<typeof queuesOf>

export const largestTake = 100
/**
 * How many jobs of one group run at once, in all processes together, so that a large backlog does not block other groups.
 * Nudges are grouped by business, and webhooks by endpoint, because a single receiver may hang.
 */
const shareOf = (name: QueueName): number => (nudgeQueues.some((one) => one === name) ? 100 : 10)

const retryAtOnce = { retryDelay: 0, retryBackoff: false }
const retryWithBackOff = { retryDelay: 5, retryBackoff: true, retryDelayMax: 600 }
const settings = {
  // The queue never abandons a job: the outcome is recorded in the nudge's row, and the job is deleted in the same transaction.
  retryLimit: 1_000_000,
  expireInSeconds: 300,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 3600,
}

/** Migrates the schema of pg-boss and creates or updates the queues. Runs after our own migrations; safe to repeat. */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, supervise: false, schedule: false, max: 2 })
  await boss.start()
  for (const side of sides)
    for (const queue of queues) {
      const [name, options] = [side + queue, { ...settings, ...(isRetried(queue) ? retryWithBackOff : retryAtOnce) }]
      await boss.createQueue(name, options)
      await boss.updateQueue(name, options)
    }
  await boss.stop({ graceful: false })
}

/** The schema exists already; only `installQueue` migrates it. */
const installed = { schema, migrate: false, createSchema: false, schedule: false }

/**
 * Makes jobs with an expired lease available again, and deletes old ones. Every worker starts it; pg-boss ensures that only
 * one runs at a time. It has its own connections, so that it is not delayed when those of the service are all busy.
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
  return {
    ...queuesOf(boss, ''),
    testSides: queuesOf(boss, 'test.'),
    /**
     * Fills the cache of pg-boss, which reads the settings of a queue before its first use. Inside a transaction that would
     * need a second connection, and a pool of one would deadlock.
     */
    async warm(): Promise<void> {
      for (const side of sides)
        for (const queue of queues) await boss.touch(side + queue, [nilUuid], { db: noDatabase })
    },
  }
}

/** The nudges of a test side that are queued or being submitted. */
export const countTestNudges = async (db: Database, businessId: string): Promise<number> =>
  (await db.one(countTestJobs, { businessId, queues: nudgeQueues.map((queue) => `test.${queue}`) }))!.count

/** Counts the jobs that could be taken now, and all nudge jobs. */
export const countQueued = async (db: Database) => (await db.one(countJobs, { share: shareOf('webhooks') }))!

/** The most jobs that are counted while no worker runs. */
const countedJobs = 10_000
type QueueDepth = { name: QueueName; waiting: number; running: number; oldestSeconds: number }
/** The depth of each queue of live businesses, from a bounded number of rows. */
export const readDepths = async (db: Pick<Database, 'all'>): Promise<QueueDepth[]> =>
  (await db.all(queueDepths, { names: [...queues], limit: countedJobs })) as QueueDepth[]

/** The queues of live businesses or of test sides. */
function queuesOf(boss: PgBoss, side: Side) {
  const idle = new Set<() => void>()
  /** In the transaction that records their outcome. */
  const finish = async (tx: Transaction, queue: QueueName, jobs: Identified[]): Promise<void> => {
    if (jobs.length > 0) await boss.deleteJob(side + queue, idsOf(jobs), { db: writer(tx) })
  }
  return {
    /** Runs in the caller's transaction: a rollback also removes the job. */
    async enqueue(tx: Transaction, queue: QueueName, jobs: Job[]): Promise<void> {
      if (jobs.length === 0) return
      const rows = jobs.map(({ id, businessId, group, priority, trace = currentTrace() }) => ({
        id,
        data: jobData(businessId, trace),
        priority,
        group: { id: group },
      }))
      await boss.insert(side + queue, rows, { db: writer(tx) })
    },
    /** Takes at most `largestTake` jobs, those with a high priority first, and from no group more than its share. */
    async take(queue: QueueName): Promise<TakenJob[]> {
      const jobs = await boss.fetch<JobData>(side + queue, {
        batchSize: largestTake,
        groupConcurrency: shareOf(queue),
      })
      return jobs.map(({ id, data, retryCount }) => ({
        id,
        businessId: data.businessId,
        recovered: retryCount > 0,
        trace: isTraced() ? data.trace : undefined,
      }))
    },
    /** Renews the leases of these jobs. A lease expires after ten seconds, and then another worker takes the job. */
    async renew(queue: QueueName, ids: string[]): Promise<void> {
      if (ids.length > 0) await boss.touch(side + queue, ids)
    },
    finish,
    /** Finishes all of `jobs` except those in `continued`. */
    async finishOthers(tx: Transaction, queue: QueueName, jobs: Identified[], continued: Identified[]): Promise<void> {
      const continuedIds = new Set(idsOf(continued))
      const others = jobs.filter(({ id }) => !continuedIds.has(id))
      await finish(tx, queue, others)
    },
    /** Returns these jobs to the queue, with a delay of five to ten seconds that grows with each retry. */
    async retry(tx: Transaction, queue: RetriedQueue, jobs: Identified[]): Promise<void> {
      if (jobs.length > 0) await boss.fail(side + queue, idsOf(jobs), undefined, { db: writer(tx) })
    },
    /** Wakes the job loops of this process, so that they do not wait until their next poll. */
    announce(): void {
      for (const wake of idle) wake()
    },
    /** Resolves at the next `announce`, or after this time. */
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
  }
}

const jobData = (businessId: string, trace: TraceContext | undefined): JobData =>
  trace === undefined ? { businessId } : { businessId, trace }

const idsOf = (jobs: Identified[]): string[] => jobs.map(({ id }) => id)

/** Runs the queries that pg-boss makes for itself. */
const reader = (db: Database) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.all(named(text), values) }),
})

/** For `warm`: only the query that pg-boss makes before the call is wanted. */
const noDatabase = { executeSql: async () => ({ rows: [{ count: 0, ids: [] }] }) }
const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Sends the statements of pg-boss like the other writes of the transaction: only the commit waits for them. */
const writer = (tx: Transaction) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    tx.write(named(text), values)
    // The result is not known yet. pg-boss uses it only for a count, which is not read.
    return { rows: [{ count: 0, ids: [] }] }
  },
})

/**
 * pg-boss passes plain SQL. It gets a name here, because a named statement is planned once per connection and not once per
 * call.
 */
const names = new Map<string, Statement<unknown[], never>>()
function named(text: string): Statement<unknown[], never> {
  const known = names.get(text)
  if (known !== undefined) return known
  const statement = { name: `queue.${names.size}`, text, bind: (values: unknown[]) => values }
  names.set(text, statement)
  return statement
}
