import { PgBoss } from 'pg-boss'
import type { Database, Transaction } from '../db/database.ts'
import type { Statement } from '../db/statement.ts'

/** The engine's tables stand in a schema of their own. */
const schema = 'queue'
const nudgeQueue = 'nudges'

/** A job holds ids and nothing else. Its own id is the nudge's, so a second enqueue of the same nudge is no second job. */
type NudgeJob = { id: string; businessId: string; priority: number }
export type Queue = {
  /** In the caller's transaction: if that is rolled back, so is the job. */
  enqueueNudges: (tx: Transaction, jobs: NudgeJob[]) => Promise<void>
}

const settings = {
  retryLimit: 5,
  retryBackoff: true,
  expireInSeconds: 300,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 3600,
}

/** Brings the engine's schema and our queues up to date. Run after our own migrations; safe to run twice and from two places. */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, supervise: false, schedule: false, max: 2 })
  await boss.start()
  await boss.createQueue(nudgeQueue, settings)
  await boss.updateQueue(nudgeQueue, settings)
  await boss.stop({ graceful: false })
}

export function createQueue(db: Database): Queue {
  const boss = new PgBoss({
    db: reader(db),
    schema,
    supervise: false,
    schedule: false,
    migrate: false,
    createSchema: false,
  })
  return {
    async enqueueNudges(tx, jobs) {
      if (jobs.length === 0) return
      const rows = jobs.map(({ id, businessId, priority }) => ({
        id,
        data: { businessId },
        priority,
        group: { id: businessId },
      }))
      await boss.insert(nudgeQueue, rows, { db: writer(tx) })
    },
  }
}

/** The engine's own look-ups. */
const reader = (db: Database) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.all(named(text), values) }),
})

/** What it writes for us goes with the transaction's other writes: sent, and waited for by the commit. */
const writer = (tx: Transaction) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    tx.write(named(text), values)
    return { rows: [] }
  },
})

/** The engine hands us text; we name it, because a named statement is planned once a connection and not once a call. */
const names = new Map<string, Statement<never>>()
function named(text: string): Statement<never> {
  const known = names.get(text)
  if (known !== undefined) return known
  const statement = { name: `queue.${names.size}`, text }
  names.set(text, statement)
  return statement
}
