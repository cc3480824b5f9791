import type { Context } from '../../../context.ts'
import { describeServer } from '../../../doctor/sql.ts'
import type { NoticeKind } from '../../../notices/kinds.ts'
import {
  failingEndpoints,
  installationState,
  overdueWork,
  pausedBusinesses,
  queueStates,
  refusedSubmissions,
  textNotices,
} from './facts.sql.ts'
import { type HealthFacts, overdueSeconds, queueNames } from './health.decide.ts'
import { type WaitingWork, waitingWork } from './waiting.decide.ts'

/** The most rows that one statement counts. */
export const countLimit = 10_000
/** The most rows of a list. */
const listLimit = 20
const newestAttempts = 1_000
const newestNotices = 500
const textKinds: NoticeKind[] = ['sms_prefix_limited', 'sms_spend_reached', 'sms_spend_nearly_reached']

/** Measures what the pages of operators show. Every statement reads a bounded number of rows. */
export async function loadHealth({ db }: Pick<Context, 'db'>): Promise<HealthFacts> {
  // In one transaction, so that it uses one connection.
  const [installation, queues, overdue, refusals, endpoints, paused, texts, server] = await db.transaction((tx) =>
    Promise.all([
      tx.one(installationState),
      tx.all(queueStates, { names: Object.keys(queueNames), limit: countLimit }),
      tx.all(overdueWork, { limit: countLimit, seconds: overdueSeconds }),
      tx.all(refusedSubmissions, { limit: newestAttempts }),
      tx.all(failingEndpoints, { limit: listLimit }),
      tx.all(pausedBusinesses, { limit: listLimit }),
      tx.all(textNotices, { limit: newestNotices, kinds: textKinds }),
      tx.one(describeServer),
    ]),
  )
  const { now, seenAt, pauseReason, pausedSince, note } = installation!
  const { usedConnections, maxConnections, reservedConnections } = server!
  return {
    now,
    countLimit,
    seenAt,
    pause: pauseReason === null || pausedSince === null ? null : { reason: pauseReason, since: pausedSince, note },
    queues,
    overdue,
    refusals,
    endpoints,
    pausedBusinesses: paused,
    textNotices: texts,
    connections: {
      used: usedConnections,
      permitted: maxConnections - reservedConnections,
      waiting: db.connections().waiting,
    },
  }
}

/** What is due and not sent, while sending is paused too. */
export const loadWaiting = ({ db }: Pick<Context, 'db'>): Promise<WaitingWork[]> =>
  db.transaction(async (tx) => {
    const [queues, overdue] = await Promise.all([
      tx.all(queueStates, { names: Object.keys(queueNames), limit: countLimit }),
      tx.all(overdueWork, { limit: countLimit, seconds: 0 }),
    ])
    return waitingWork(queues, overdue)
  })
