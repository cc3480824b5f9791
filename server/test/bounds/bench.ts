import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { parseId } from '../../src/ids.ts'
import type { Cost } from '../support/probe.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { databaseUse, observe } from './observer.ts'
import { startAttacker, startTenant, type Tenant } from './processes.ts'
import type { Row, Stage, Target } from './row.ts'
import { watchStolen } from './stolen.ts'
import { differencesOf, isDisturbed, limits, type Measured, type ServiceState, violationsOf } from './verdict.ts'

export type Timing = {
  baselineSeconds: number
  attackSeconds: number
  /** The share of the stored rows that an attack needs. */
  scale: number
}
export const shortTiming: Timing = { baselineSeconds: 2, attackSeconds: 3, scale: 0.1 }

export type Result = { row: Row; measured: Measured; violations: string[] }
export type Bench = { run: (row: Row, timing: Timing) => Promise<Result>; stop: () => Promise<void> }

/** A row is measured again when it is broken and the machine was disturbed. What is broken in itself is so every time. */
const mostMeasurements = 3

const [warmUpSeconds, mostWarmUps] = [2, 10]
const recoveryWindowSeconds = 2
/** A service that does not say what it has cost for so long after an attack stands still. */
const patienceMilliseconds = 10_000

/** A service process with its database and outside world, and a tenant at work; `modules` are loaded into the service. */
export async function startBench(settings: Record<string, string> = {}, modules: string[] = []): Promise<Bench> {
  const server = await startServiceProcess(settings, undefined, modules)
  const { client, config } = server.service
  const shop = await client.business({ name: 'Tenant' })
  const sql = new pg.Client({ connectionString: config.databaseUrl, application_name: 'bounds' })
  await sql.connect()
  const tenant = startTenant(config.port, shop.key)
  const bench = { server, tenant, sql }
  await warmUp(bench)
  return {
    async run(row, timing) {
      for (let count = 1; ; count++) {
        const measured = await runRow(bench, row, timing)
        // The next row begins with a service that is as it was.
        if (measured.ended || measured.recovery.differences.length > 0) {
          await server.restart()
          await warmUp(bench)
        }
        const violations = violationsOf(measured, row.leastRateShare)
        if (violations.length === 0 || !isDisturbed(measured) || count === mostMeasurements)
          return { row, measured, violations }
      }
    },
    async stop() {
      await tenant.stop()
      await sql.end()
      await server.stop()
    },
  }
}

/** Until the tenant has no more errors. */
async function warmUp(bench: Parts): Promise<void> {
  for (let round = 1; round <= mostWarmUps; round++) {
    const state = await stateAfter(bench, warmUpSeconds, true)
    if (state?.tenant.errors === 0) return
  }
}

type Parts = { server: ServiceProcess; tenant: Tenant; sql: pg.Client }

async function runRow(bench: Parts, row: Row, { baselineSeconds, attackSeconds, scale }: Timing): Promise<Measured> {
  const { server, tenant, sql } = bench
  const { service } = server
  const shop = await service.client.business({ name: 'Attacker' })
  const stage: Stage = { service, sql, shop, businessId: parseId('biz', shop.id)!, scale }
  const target: Target = { ...noTarget, port: service.config.port, apiKey: shop.key, ...(await row.prepare?.(stage)) }

  await server.measure()
  const stolenShare = watchStolen()
  const baseline = (await stateAfter(bench, baselineSeconds, true))!
  const release = await row.hold?.(stage, target)
  const observed = observe(sql, server.child.pid!)
  const endAttack = await startAttacker(row, target)
  const from = Date.now()
  await sleep(attackSeconds * 1000)
  const attacker = await endAttack()
  const to = Date.now()
  await release?.()

  const cost = await costInTime(server)
  const recovery = await recover(bench, baseline, to)
  const { database, peakResidentBytes } = await observed()
  return {
    baseline,
    tenant: await tenant.window({ from, to, settled: true }),
    attacker,
    stallMilliseconds: cost?.stallMilliseconds ?? null,
    processorMilliseconds: cost?.processorMilliseconds ?? null,
    peakResidentBytes: Math.max(peakResidentBytes, cost?.peakResidentBytes ?? 0),
    database,
    ended: hasEnded(server),
    recovery,
    stolenShare: stolenShare(),
  }
}

/** Looks until the service is as it was, or the last window has begun ten seconds after the attack. */
async function recover(bench: Parts, baseline: ServiceState, endedAt: number): Promise<Measured['recovery']> {
  for (;;) {
    const seconds = (Date.now() - endedAt) / 1000
    const now = await stateAfter(bench, recoveryWindowSeconds, false)
    const differences = now === null ? ['the service does not answer'] : differencesOf(baseline, now)
    if (differences.length === 0 || hasEnded(bench.server) || seconds >= limits.recoverySeconds)
      return { seconds, differences }
  }
}

/** Null when the service does not answer. Without `settled`, what is not answered within half a second is an error. */
async function stateAfter(
  { server, tenant, sql }: Parts,
  seconds: number,
  settled: boolean,
): Promise<ServiceState | null> {
  const from = Date.now()
  await sleep(seconds * 1000)
  const to = Date.now()
  if (!settled) await sleep(500)
  const cost = await costInTime(server)
  if (cost === null) return null
  const { residentBytes, connections } = cost
  return {
    tenant: await tenant.window({ from, to, settled }),
    residentBytes,
    connections,
    database: await databaseUse(sql),
  }
}

const hasEnded = ({ child }: ServiceProcess): boolean => child.exitCode !== null || child.signalCode !== null

const costInTime = (server: ServiceProcess): Promise<Cost | null> =>
  Promise.race([server.measure().catch(() => null), sleep(patienceMilliseconds, null, { ref: false })])

const noTarget: Omit<Target, 'port' | 'apiKey'> = {
  email: '',
  session: '',
  formToken: '',
  messageIds: [],
  bodyBytes: 0,
}
