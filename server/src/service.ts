import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EmailProvider } from './channels/email/callbacks/callback.ts'
import { fetchText, visitOnce } from './channels/email/callbacks/fetch.ts'
import { createEmailProvider } from './channels/email/callbacks/providers.ts'
import { createEmailChannel, type EmailChannel } from './channels/email/email.ts'
import { createHttpSubmit } from './channels/http-submit.ts'
import type { SmsProvider } from './channels/sms/provider.ts'
import { createSmsProvider } from './channels/sms/providers.ts'
import { createSmsChannel, type SmsChannel } from './channels/sms/sms.ts'
import { createCloudApi } from './channels/whatsapp/cloud-api.ts'
import type { WhatsAppPlatform } from './channels/whatsapp/platform.ts'
import { createWhatsAppChannel, type WhatsAppChannel } from './channels/whatsapp/whatsapp.ts'
import type { Config } from './config.ts'
import { type Context, createContext } from './context.ts'
import { openDatabase } from './db/database.ts'
import { describeError } from './db/faults.ts'
import { emailCallbackPage, smsCallbackPages, whatsappCallbackPages } from './http/callbacks.ts'
import { watchHeap } from './http/heap-watch.ts'
import { inboxPages } from './http/inbox-pages.ts'
import { merchantOperations, operatorOperations } from './http/operations.ts'
import { healthPages, interfacePages, type Page } from './http/pages.ts'
import { createEdge } from './http/server.ts'
import { lookAround } from './installation/look.ts'
import type { Operation } from './operation.ts'
import { createQueue, superviseQueue } from './queue/queue.ts'
import type { Resolve } from './webhooks/address-guard-lookup.ts'
import { createOutbound } from './webhooks/outbound.ts'
import { startDueTimer } from './worker/due-timer.ts'
import { startUnlessHeld } from './worker/holding.ts'
import { startTelling } from './worker/notices.ts'
import { startAcknowledging, startForwarding } from './worker/replies.ts'
import { createSenders } from './worker/senders.ts'
import { startSending } from './worker/sending.ts'
import { startUpkeep } from './worker/upkeep-timer.ts'
import { startDelivering } from './worker/webhooks.ts'

export type Role = 'all' | 'api' | 'web' | 'worker'
export type Service = {
  url: string
  /** Finishes what is under way, then lets go of everything. */
  stop: () => Promise<void>
}

/** What development and tests add: operations, webhook receivers on this machine with an authority of their own, and a book of names. */
export type Development = {
  operations: Operation[]
  receivers: { host: string; port: number; certificateAuthority: string } | null
  /** Absent: the name servers are asked. */
  resolve?: Resolve
}

/** What a process of each role takes on beside telling its health: who may reach it, and whether it sends. */
const duties: Record<Role, { merchants: boolean; recipients: boolean; work: boolean }> = {
  all: { merchants: true, recipients: true, work: true },
  api: { merchants: true, recipients: false, work: false },
  web: { merchants: false, recipients: true, work: false },
  worker: { merchants: false, recipients: false, work: true },
}

/** One process of the service. Every one of them listens, a worker too: its health is asked there. */
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
  const queue = createQueue(db)
  await queue.warm()
  const context = createContext(db, queue, outbound, config)
  const duty = duties[role]
  const upkeep = await startUpkeep(db, log, duty.work)
  const channels = createChannels(config, context)
  // Also where nothing is sent: what is pushed to a restored database is new only if it was looked at before.
  await lookAround(context, null)
  const work = duty.work ? await startUnlessHeld(context, log, () => startWork(context, config, channels, log)) : null

  let stopping = false
  const heap = watchHeap()
  const operations = duty.merchants ? [...merchantOperations, ...operatorOperations, ...development.operations] : []
  const pages = [
    ...healthPages(db.as('health'), () => stopping, heap),
    ...(duty.merchants ? [...interfacePages(operations), ...callbackPages(context, channels)] : []),
    ...(duty.recipients ? inboxPages(context) : []),
  ]
  const edge = createEdge({ ...config, context, log, operations, pages })
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
      heap.stop()
      await upkeep.stop()
      await channels.close()
      await outbound.close()
      await db.close()
    },
  }
}

function callbackPages(context: Context, { emailProvider, smsProviders, sms, whatsappPlatform }: Channels): Page[] {
  return [
    ...(emailProvider === null ? [] : [emailCallbackPage(context, emailProvider, visitOnce)]),
    ...(sms === null ? [] : [...smsProviders.values()].flatMap((provider) => smsCallbackPages(context, provider, sms))),
    ...(whatsappPlatform === null ? [] : whatsappCallbackPages(context, whatsappPlatform)),
  ]
}

/** Connections to each provider that is spoken to by HTTP. */
const providerConnections = 50

/** What carries nudges out, and hears what became of them. A channel nobody configured is not there. */
type Channels = {
  email: EmailChannel
  emailProvider: EmailProvider | null
  smsProviders: Map<string, SmsProvider>
  sms: SmsChannel | null
  whatsappPlatform: WhatsAppPlatform | null
  whatsapp: WhatsAppChannel | null
  close: () => Promise<void>
}

export function createChannels(config: Config, { deriveKey, publicUrl }: Context): Channels {
  const { emailFrom: from, smtpUrl: url, smtpConnections: connections } = config
  const http = createHttpSubmit({ connections: providerConnections })
  const emailProvider = config.emailProvider && emailProviderOf(config.emailProvider)
  const dkim = config.dkim && { ...config.dkim, domain: from.slice(from.lastIndexOf('@') + 1) }
  const email = createEmailChannel({
    smtp: { url, connections, dkim },
    from,
    publicUrl,
    provider: emailProvider,
    deriveKey,
  })
  const smsProviders = new Map(
    Object.entries(config.sms?.urls ?? {}).map(([name, setting]) => [
      name,
      sound(createSmsProvider(name, setting, { publicUrl, http })),
    ]),
  )
  const routes = config.sms?.routes
  const routeTo = (destination: string): SmsProvider => smsProviders.get(routes!.providerFor(destination))!
  const whatsappPlatform = config.whatsapp && createCloudApi({ ...config.whatsapp, http })
  return {
    email,
    emailProvider,
    smsProviders,
    sms: routes === undefined ? null : createSmsChannel(routeTo, { publicUrl, deriveKey }),
    whatsappPlatform,
    whatsapp: whatsappPlatform && createWhatsAppChannel(whatsappPlatform, { publicUrl, deriveKey }),
    async close() {
      await email.close()
      await http.close()
    },
  }
}

/** What a worker does beside upkeep: it promotes what is due, sends, tells, and looks after the queue. */
async function startWork(
  context: Context,
  config: Config,
  channels: Channels,
  log: Logger,
): Promise<{ stop: () => Promise<void> }> {
  const supervisor = await superviseQueue(config.databaseUrl, (error) =>
    log.error({ error: describeError(error) }, 'the queue could not be looked after'),
  )
  const due = startDueTimer(context, log)
  const takings = [
    ...createSenders(context, log, channels).map((sender) => startSending(context, log, sender)),
    startDelivering(context, log),
    startTelling(context, channels.email, log),
    startForwarding(context, log, channels.email),
    ...(channels.whatsapp === null ? [] : [startAcknowledging(context, log, channels.whatsapp)]),
  ]
  return {
    async stop() {
      await due.stop()
      await Promise.all(takings.map((taking) => taking.stop()))
      await supervisor.stop()
    },
  }
}

const emailProviderOf = ({ name, secret }: { name: string; secret: string }): EmailProvider =>
  sound(createEmailProvider(name, secret, fetchText))

/** Settings were judged before, so a problem here is a bug. */
function sound<T extends object>(made: T | { problem: string }): T {
  if ('problem' in made) throw new Error(made.problem)
  return made
}
