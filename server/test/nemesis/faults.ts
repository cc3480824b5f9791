import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { InTurn } from '../../src/worker/turns.ts'
import { settings } from '../harness/environment.ts'
import { isReady } from '../harness/readiness.ts'
import type { SupervisedProcess } from '../harness/supervised-process.ts'
import type { OwnPostgres } from './database.ts'
import type { SupervisedDeployment } from './deployment.ts'
import type { History } from './history.ts'
import { holdSending, releaseSending } from './hold-sending.ts'
import type { Load } from './load/load.ts'
import { pick } from './random.ts'

/** What a fault acts on, and the random number generator that draws its details. */
export type FaultContext = {
  deployment: SupervisedDeployment
  postgres: OwnPostgres
  load: Load
  inTurn: InTurn
  history: History
  next: () => number
}
type ActiveFault = { detail: string; lastsMilliseconds: number; end: () => Promise<void> }
/** An exclusive fault is never combined with another, which could prevent its beginning or its end. */
export type Fault = {
  name: string
  weight: number
  isExclusive?: boolean
  begin: (context: FaultContext) => Promise<ActiveFault>
}

const run = promisify(execFile)
/** After this time without renewal the lease of a job expires, and another worker takes it. */
const leaseMilliseconds = 10_000
const noop = async (): Promise<void> => undefined

/** Every fault and how often it is drawn. Without a separate disk for the database the full disk is left out. */
export const faultsOf = ({ fillDisk }: OwnPostgres): Fault[] =>
  fillDisk === null ? common : [...common, fullDisk(fillDisk)]

const common: Fault[] = [
  { name: 'process killed', weight: 5, begin: killOne },
  { name: 'all workers killed', weight: 2, begin: ({ deployment }) => killAll(deployment.workers) },
  { name: 'all processes killed', weight: 1, begin: ({ deployment }) => killAll(deployment.processes) },
  { name: 'process frozen past the lease', weight: 4, begin: freezeOne },
  { name: 'PostgreSQL crashed', weight: 3, begin: crashPostgres },
  { name: 'database cut off', weight: 3, begin: cutDatabase },
  { name: 'database slow', weight: 2, begin: slowDatabase },
  { name: 'database responses lost', weight: 3, begin: dropDatabaseResponses },
  { name: 'providers cut off', weight: 2, begin: cutProviders },
  { name: 'providers slow', weight: 2, begin: slowProviders },
  { name: 'provider responses lost', weight: 2, begin: dropProviderResponses },
  { name: 'reports delayed, then sent twice and out of order', weight: 2, isExclusive: true, begin: delayReports },
  { name: 'clock stepped', weight: 3, begin: stepClock },
  { name: 'endpoints hang', weight: 2, begin: (context) => breakEndpoints(context, 'hang') },
  { name: 'endpoints fail', weight: 1, begin: (context) => breakEndpoints(context, 'fail') },
  { name: 'sending paused by an operator', weight: 2, isExclusive: true, begin: hold },
  { name: 'rolling deploy with a migration', weight: 2, isExclusive: true, begin: deploy },
]

const randomMilliseconds = ({ next }: FaultContext, minSeconds: number, maxSeconds: number): number =>
  1_000 * (minSeconds + next() * (maxSeconds - minSeconds))

async function killOne(context: FaultContext): Promise<ActiveFault> {
  const target = pick(context.deployment.processes, context.next)!
  const pause = randomMilliseconds(context, 0, 4)
  await target.kill(pause)
  return { detail: `${target.name}, away for ${Math.round(pause)} ms`, lastsMilliseconds: pause, end: noop }
}

async function killAll(targets: SupervisedProcess[]): Promise<ActiveFault> {
  await Promise.all(targets.map((target) => target.kill()))
  return { detail: targets.map(({ name }) => name).join(' '), lastsMilliseconds: 0, end: noop }
}

async function freezeOne(context: FaultContext): Promise<ActiveFault> {
  const target = pick(context.deployment.processes, context.next)!
  target.freeze()
  return {
    detail: target.name,
    lastsMilliseconds: leaseMilliseconds + randomMilliseconds(context, 1, 5),
    end: async () => target.resume(),
  }
}

async function crashPostgres({ postgres }: FaultContext): Promise<ActiveFault> {
  await postgres.crash()
  return { detail: 'immediate, started again', lastsMilliseconds: 0, end: noop }
}

/** One process, or all of them. */
function pickTargets({ deployment: { processes }, next }: FaultContext): SupervisedProcess[] {
  return next() < 0.4 ? processes : [pick(processes, next)!]
}
const namesOf = (targets: SupervisedProcess[]): string => (targets.length === 1 ? targets[0]!.name : 'all')

async function cutDatabase(context: FaultContext): Promise<ActiveFault> {
  const targets = pickTargets(context)
  for (const { database } of targets) database.close()
  return {
    detail: namesOf(targets),
    lastsMilliseconds: randomMilliseconds(context, 0, 8),
    end: async () => targets.forEach(({ database }) => database.open()),
  }
}

async function slowDatabase(context: FaultContext): Promise<ActiveFault> {
  const targets = pickTargets(context)
  const milliseconds = Math.round(20 + context.next() * 300)
  for (const { database } of targets) database.delay(milliseconds)
  return {
    detail: `${namesOf(targets)}, ${milliseconds} ms`,
    lastsMilliseconds: randomMilliseconds(context, 3, 10),
    end: async () => targets.forEach(({ database }) => database.delay(0)),
  }
}

/** The database still commits, but the service does not receive the confirmation. */
async function dropDatabaseResponses(context: FaultContext): Promise<ActiveFault> {
  const targets = pickTargets(context)
  for (const { database } of targets) database.dropResponses()
  return {
    detail: namesOf(targets),
    lastsMilliseconds: randomMilliseconds(context, 0.1, 6),
    end: async () => targets.forEach(({ database }) => database.cut()),
  }
}

async function cutProviders(context: FaultContext): Promise<ActiveFault> {
  const { smtp, http } = context.deployment.providers
  for (const proxy of [smtp, http]) proxy.close()
  return {
    detail: 'all channels',
    lastsMilliseconds: randomMilliseconds(context, 0, 8),
    end: async () => [smtp, http].forEach((proxy) => proxy.open()),
  }
}

async function slowProviders(context: FaultContext): Promise<ActiveFault> {
  const { smtp, http } = context.deployment.providers
  const milliseconds = Math.round(50 + context.next() * 1_000)
  for (const proxy of [smtp, http]) proxy.delay(milliseconds)
  return {
    detail: `${milliseconds} ms`,
    lastsMilliseconds: randomMilliseconds(context, 3, 10),
    end: async () => [smtp, http].forEach((proxy) => proxy.delay(0)),
  }
}

/** Providers still accept submissions, but the service does not receive the confirmation. */
async function dropProviderResponses(context: FaultContext): Promise<ActiveFault> {
  const { smtp, http } = context.deployment.providers
  for (const proxy of [smtp, http]) proxy.dropResponses()
  return {
    detail: 'all channels',
    lastsMilliseconds: randomMilliseconds(context, 0.1, 5),
    end: async () => [smtp, http].forEach((proxy) => proxy.cut()),
  }
}

async function delayReports(context: FaultContext): Promise<ActiveFault> {
  const { simulator } = context.deployment
  await simulator.reports('manual')
  return {
    detail: '',
    lastsMilliseconds: randomMilliseconds(context, 2, 8),
    async end() {
      await simulator.reports('auto')
      await reportLate(context)
    },
  }
}

async function reportLate({ deployment: { simulator }, load, next }: FaultContext): Promise<void> {
  const shuffled = load.recent(60).map((pushed) => ({ pushed, rank: next() }))
  for (const { pushed } of shuffled.toSorted((one, other) => one.rank - other.rank)) {
    const [item] = await simulator.outbox({ message_id: pushed.id })
    if (item === undefined) continue
    const times = next() < 0.3 ? 2 : 1
    for (let time = 0; time < times; time++) await simulator.report(item.id, 'delivered').catch(() => null)
  }
}

/** Less than the lifetime of an idempotency key, so that a replay always finds its stored response (4.1.6). */
const maxAheadSeconds = 12 * 3_600

async function stepClock({ deployment: { clock }, next }: FaultContext): Promise<ActiveFault> {
  const drawn = Math.round(10 ** (1 + next() * 2.4))
  const step = Math.min(drawn, Math.round(maxAheadSeconds - clock.aheadMilliseconds() / 1_000))
  await clock.step(step)
  return { detail: `${step} s`, lastsMilliseconds: 0, end: noop }
}

async function breakEndpoints(context: FaultContext, behaviour: 'hang' | 'fail'): Promise<ActiveFault> {
  const { load, deployment } = context
  const setAll = (value: string) =>
    Promise.all(load.receivers.map((receiver) => deployment.simulator.setReceiverBehaviour(receiver.id, value)))
  await setAll(behaviour)
  return {
    detail: '',
    lastsMilliseconds: randomMilliseconds(context, 3, 15),
    end: async () => void (await setAll('ok')),
  }
}

async function hold(context: FaultContext): Promise<ActiveFault> {
  const { deployment, history, next } = context
  await holdSending(deployment, next)
  const from = Date.now()
  return {
    detail: '',
    lastsMilliseconds: randomMilliseconds(context, 2, 8),
    async end() {
      history.record({ kind: 'hold', from, until: Date.now() })
      await releaseSending(deployment, next)
    },
  }
}

/**
 * Adds a column and an index while the old release runs, then lets each process in turn finish its work and replaces it. This
 * shows that prepared statements survive a change of their tables and that an upgrade needs no downtime.
 */
async function deploy({ deployment, next }: FaultContext): Promise<ActiveFault> {
  const table = pick(['messages', 'nudges', 'recipients', 'webhook_deliveries'], next)!
  const program = deployment.upgrade(
    (name) =>
      `alter table ${table} add column ${name} text;\ncreate index ${name} on ${table} (${name}) where ${name} is not null;\n`,
  )
  await run(process.execPath, [program, 'migrate'], { env: { ...settings, DATABASE_URL: deployment.databaseUrl } })
  for (const target of deployment.processes) {
    await target.replace({ program })
    const before = Date.now()
    while (!(await isReady(target.url)) && Date.now() - before < 30_000) await sleep(50)
  }
  return { detail: `a column and an index on ${table}`, lastsMilliseconds: 0, end: noop }
}

const fullDisk = (fillDisk: () => void): Fault => ({
  name: 'disk of the database full',
  weight: 2,
  isExclusive: true,
  async begin(context) {
    fillDisk()
    return { detail: '', lastsMilliseconds: randomMilliseconds(context, 2, 8), end: context.postgres.emptyDisk }
  },
})
