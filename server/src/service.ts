import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { setBuildInfo } from './build-info.ts'
import { type Channels, createChannels } from './channels/create-channels.ts'
import type { Config } from './config.ts'
import { type Context, createContext } from './context.ts'
import { openDatabase } from './db/database.ts'
import { describeError } from './db/errors.ts'
import { logFailure } from './db/log-failure.ts'
import { callbackPages } from './http/callbacks.ts'
import { dashboardPages, showMissingPage } from './http/dashboard/dashboard-pages.ts'
import { documentationPages } from './http/documentation-pages.ts'
import { watchHeap } from './http/heap-watch.ts'
import { inboxPages } from './http/inbox-pages.ts'
import { installationPage } from './http/installation-page.ts'
import { startListeners } from './http/listeners.ts'
import { merchantOperations, operatorOperations } from './http/operations.ts'
import { healthPages, type Page } from './http/pages.ts'
import type { EdgeSettings } from './http/server.ts'
import { checkInstallation } from './installation/check-installation.ts'
import { createUseRecorder } from './keys/last-use.ts'
import type { Operation } from './operation.ts'
import type { Resolve } from './outbound/address-guard-lookup.ts'
import { createOutbound } from './outbound/outbound.ts'
import { createQueue, superviseQueue } from './queue/queue.ts'
import { mapChannels } from './worker/channel-workers.ts'
import { startFigures } from './worker/figures.ts'
import { liveWork } from './worker/live-work.ts'
import { startMaintenance } from './worker/maintenance-timer.ts'
import { startUnlessPaused } from './worker/pause-guard.ts'
import type { Worker } from './worker/repeat.ts'
import { runQueue } from './worker/run-queue.ts'
import { startSampler } from './worker/sampler.ts'
import { startScheduler } from './worker/scheduler.ts'
import { acknowledgementWork, dashboardMailWork, forwardWork, noticeWork } from './worker/service-mail.ts'
import { startTestSides } from './worker/test-sides.ts'
import { deliveryWork } from './worker/webhooks.ts'

export type Role = 'all' | 'api' | 'web' | 'worker'
export type Service = {
  /** The address of the public port. A worker with an admin port listens only there. */
  url: string
  adminUrl: string | null
  /**
   * Takes no more jobs, and serves requests for the stop delay or until `urgent` is aborted. Then finishes requests and jobs in
   * progress, and closes all connections.
   */
  stop: (urgent?: AbortSignal) => Promise<void>
}

/** Additions for development and tests: operations, a local webhook receiver with its certificate authority, and a resolver. */
export type Development = {
  operations: Operation[]
  receivers: { host: string; port: number; certificateAuthority: string } | null
  /** Absent: names are resolved by DNS. */
  resolve?: Resolve
}

/** What a process of each role does in addition to its health endpoints: serve merchants, serve people in browsers, run jobs. */
const roleCapabilities: Record<Role, { merchants: boolean; people: boolean; work: boolean }> = {
  all: { merchants: true, people: true, work: true },
  api: { merchants: true, people: false, work: false },
  web: { merchants: false, people: true, work: false },
  worker: { merchants: false, people: false, work: true },
}

/** Starts one process of the service. A worker listens too, for its health endpoints. */
export async function startService(
  config: Config,
  role: Role,
  log: Logger,
  development: Development = { operations: [], receivers: null },
): Promise<Service> {
  const db = openDatabase({
    url: config.databaseUrl,
    poolSize: config.poolSize,
    onIdleError: (error) => log.warn({ error: describeError(error) }, 'an idle database connection broke'),
  })
  setBuildInfo(config, role)
  const { receivers } = development
  const outbound = createOutbound({
    policy: { allowCidrs: config.webhookAllowCidrs, exact: receivers === null ? [] : [receivers] },
    certificateAuthority: receivers?.certificateAuthority ?? null,
    ...(development.resolve && { resolve: development.resolve }),
  })
  const queue = createQueue(db)
  await queue.warm()
  const context = createContext(db, queue, outbound, log, config)
  const capabilities = roleCapabilities[role]
  const maintenance = await startMaintenance(db, log, capabilities.work)
  const channels = createChannels(config, context)
  // Every role runs the check before it accepts requests, so that whatever is pushed to a restored database is newer than the
  // check.
  await checkInstallation(context, null)
  const work = capabilities.work
    ? await startUnlessPaused(context, log, () => startWork(context, config, channels, log))
    : null
  // Also while sending is paused: the person who is to release it must be able to sign in.
  const dashboardMails = capabilities.work ? runQueue(context, log, dashboardMailWork(context, channels.email)) : null
  const figures = capabilities.work ? startFigures(db, log) : null
  const sampler = startSampler(db, log)

  let stopping = false
  const heap = watchHeap()
  const operations = capabilities.merchants
    ? [...merchantOperations, ...operatorOperations, ...development.operations]
    : []
  const pages = [
    ...healthPages(db.as('health'), () => stopping, heap),
    ...(capabilities.merchants ? merchantPages(context, channels, operations) : []),
    ...(capabilities.people ? inboxPages(context) : []),
    ...(capabilities.people ? dashboardPages(context, [...merchantOperations, ...operatorOperations]) : []),
  ]
  const uses = createUseRecorder(db, (error) =>
    log.warn({ error: describeError(error) }, 'failed to record the use of keys'),
  )
  const showMissing: EdgeSettings['showMissing'] = capabilities.people ? showMissingPage : (_, refused) => refused
  const { operatorToken } = config
  const { publicListener, adminListener } = await startListeners(
    config,
    { context, log, operatorToken, uses, isStopping: () => stopping },
    { operations, pages, showMissing },
  )

  return {
    url: (publicListener ?? adminListener!).url,
    adminUrl: adminListener?.url ?? null,
    async stop(urgent) {
      stopping = true
      // Other workers take the jobs that follow, so the delay is only for requests.
      const worked = Promise.all([work?.stop(), dashboardMails?.stop(), figures?.stop()])
      // It may fail during the delay. The error is thrown below.
      worked.catch(() => undefined)
      if (capabilities.merchants || capabilities.people) await untilUnused(config.stopDelaySeconds, urgent)
      const drainMilliseconds = config.drainSeconds * 1000
      const drainUntil = performance.now() + drainMilliseconds
      // Jobs that take longer are not waited for: their leases expire and another worker takes them.
      await Promise.all([
        publicListener?.close(drainMilliseconds),
        Promise.race([worked, sleep(drainMilliseconds, undefined, { ref: false })]),
      ])
      // Last, so that the supervisor and the metrics can follow the drain.
      await adminListener?.close(Math.max(0, drainUntil - performance.now()))
      heap.stop()
      await sampler.stop()
      await uses.finish()
      await maintenance.stop()
      await channels.close()
      await outbound.close()
      await db.close()
    },
  }
}

/** /readyz is 503 meanwhile, so the load balancer stops sending requests here before the port closes (0065). */
async function untilUnused(seconds: number, urgent?: AbortSignal): Promise<void> {
  await sleep(seconds * 1000, undefined, urgent && { signal: urgent }).catch(() => undefined)
}

/** The pages beside the operations: the documentation, the proof for the doctor and the callbacks of providers. */
export const merchantPages = (context: Context, { callbacks }: Channels, operations: Operation[]): Page[] => [
  ...documentationPages(context.publicUrl, operations),
  installationPage(context),
  ...callbacks.flatMap(({ source, inbound }) => callbackPages(context, source, inbound)),
]

/** Queues due work, runs the queues and supervises them. */
async function startWork(context: Context, config: Config, channels: Channels, log: Logger): Promise<Worker> {
  const supervisor = await superviseQueue(config.databaseUrl, (error) =>
    logFailure(log, error, 'failed to supervise the queue'),
  )
  const scheduler = startScheduler(context, log)
  const { email, paid } = channels
  const workers = [
    ...mapChannels(context, channels, (_channel, work) => runQueue(context, log, liveWork(context, work))),
    runQueue(context, log, deliveryWork(context)),
    runQueue(context, log, noticeWork(context, 'live', email)),
    runQueue(context, log, liveWork(context, forwardWork(context, email))),
    ...[...paid.values()].flatMap(({ acknowledge }) =>
      acknowledge === undefined
        ? []
        : [runQueue(context, log, liveWork(context, acknowledgementWork(context, acknowledge)))],
    ),
    ...startTestSides(context, log),
  ]
  return {
    async stop() {
      await scheduler.stop()
      await Promise.all(workers.map((worker) => worker.stop()))
      await supervisor.stop()
    },
  }
}
