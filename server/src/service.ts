import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EmailProvider } from './channels/email/callbacks/callback.ts'
import { fetchText, visitOnce } from './channels/email/callbacks/fetch.ts'
import { createEmailProvider } from './channels/email/callbacks/providers.ts'
import { createEmailChannel } from './channels/email/email.ts'
import type { Config } from './config.ts'
import { type Context, createContext } from './context.ts'
import { openDatabase } from './db/database.ts'
import { describeError } from './db/faults.ts'
import { emailCallbackPage } from './http/callbacks.ts'
import { inboxPages } from './http/inbox-pages.ts'
import type { Operation } from './http/operation.ts'
import { merchantOperations } from './http/operations.ts'
import { operatorOperations } from './http/operator-operations.ts'
import { healthPages, interfacePages } from './http/pages.ts'
import { createEdge } from './http/server.ts'
import { createQueue, superviseQueue } from './queue/queue.ts'
import type { Resolve } from './webhooks/address-guard-lookup.ts'
import { createOutbound } from './webhooks/outbound.ts'
import { startDueTimer } from './worker/due-timer.ts'
import { startSendingEmails } from './worker/emails.ts'
import { startTelling } from './worker/notices.ts'
import { startUpkeep } from './worker/upkeep-timer.ts'
import { startDelivering } from './worker/webhooks.ts'

export type Role = 'all' | 'api' | 'worker'
export type Service = {
  url: string
  /** Finishes what is under way, then lets go of everything. */
  stop: () => Promise<void>
}

/** What development and tests add: rows of the table, webhook receivers on this machine with an authority of their own, and a book of names. */
export type Development = {
  operations: Operation[]
  receivers: { host: string; port: number; certificateAuthority: string } | null
  /** Absent: the name servers are asked. */
  resolve?: Resolve
}

/** One process of the service. A worker listens too, but only its health is asked there. */
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
  const { receivers } = development
  const outbound = createOutbound({
    policy: { allowCidrs: config.webhookAllowCidrs, exact: receivers === null ? [] : [receivers] },
    certificateAuthority: receivers?.certificateAuthority ?? null,
    ...(development.resolve && { resolve: development.resolve }),
  })
  const context = createContext(db, createQueue(db), outbound, config)
  const upkeep = await startUpkeep(db, log, role !== 'api')
  const provider = config.emailProvider && emailProviderOf(config.emailProvider)
  const work = role === 'api' ? null : await startWork(context, config, provider, log)

  let stopping = false
  const operations = role === 'worker' ? [] : [...merchantOperations, ...operatorOperations, ...development.operations]
  const pages = [
    ...healthPages(db, () => stopping),
    ...(role === 'worker'
      ? []
      : [
          ...interfacePages(operations),
          ...inboxPages(context),
          ...(provider === null ? [] : [emailCallbackPage(context, provider, visitOnce)]),
        ]),
  ]
  const edge = createEdge({ context, log, operatorToken: config.operatorToken, operations, pages })
  await new Promise<void>((resolve, reject) => edge.once('error', reject).listen(config.port, config.host, resolve))

  return {
    url: `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${(edge.address() as AddressInfo).port}`,
    async stop() {
      stopping = true
      const drained = new Promise<void>((resolve) => edge.close(() => resolve()))
      const hard = setTimeout(() => edge.closeAllConnections(), config.drainSeconds * 1000)
      // What takes longer is left to whoever takes over: its jobs are given on.
      await Promise.all([
        drained,
        Promise.race([work?.stop(), sleep(config.drainSeconds * 1000, undefined, { ref: false })]),
      ])
      clearTimeout(hard)
      await upkeep.stop()
      await outbound.close()
      await db.close()
    },
  }
}

/** What a worker does beside upkeep: it promotes what is due, sends, and looks after the queue. */
async function startWork(
  context: Context,
  config: Config,
  provider: EmailProvider | null,
  log: Logger,
): Promise<{ stop: () => Promise<void> }> {
  const { deriveKey, publicUrl } = context
  const { emailFrom: from, smtpUrl: url, smtpConnections: connections } = config
  const dkim = config.dkim && { ...config.dkim, domain: from.slice(from.lastIndexOf('@') + 1) }
  const email = createEmailChannel({ smtp: { url, connections, dkim }, from, publicUrl, provider, deriveKey })
  const supervisor = await superviseQueue(config.databaseUrl, (error) =>
    log.error({ error: describeError(error) }, 'the queue could not be looked after'),
  )
  const due = startDueTimer(context, log)
  const takings = [
    startSendingEmails(context, email, log),
    startDelivering(context, log),
    startTelling(context, email, log),
  ]
  return {
    async stop() {
      await due.stop()
      await Promise.all(takings.map((taking) => taking.stop()))
      await email.close()
      await supervisor.stop()
    },
  }
}

function emailProviderOf({ name, secret }: { name: string; secret: string }): EmailProvider {
  const provider = createEmailProvider(name, secret, fetchText)
  if ('problem' in provider) throw new Error(provider.problem)
  return provider
}
