import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { parseId } from '../../src/ids.ts'
import { type MeasuredService, startMeasuredService } from '../harness/measured-service.ts'
import type { Cost } from '../harness/probe.ts'
import type { Attack, Stage, Target } from './attack.ts'
import { databaseUse, observe } from './observer.ts'
import { startAttacker, startTenant, type Tenant } from './processes.ts'
import { watchStolenTime } from './stolen-time.ts'
import { differencesOf, limits, type Measured, type ServiceState, violationsOf } from './verdict.ts'

export type Timing = {
  baselineSeconds: number
  attackSeconds: number
  /** The share of the stored rows that an attack needs. */
  scale: number
  /** A failing attack is measured again until this many measurements were undisturbed. */
  maxMeasurements: number
  /** Further measurements that may be disturbed by the host. */
  maxDisturbed: number
}
/**
 * Three seconds have about a hundred requests, so one slow request decides their p99. A real violation fails every time, while
 * a moment in which the host is slow does not.
 */
export const shortTiming: Timing = {
  baselineSeconds: 2,
  attackSeconds: 3,
  scale: 0.1,
  maxMeasurements: 3,
  maxDisturbed: 9,
}
/** Time for twelve measurements and restarts of the service between them. */
export const maxRunMilliseconds = 300_000

export type Result = { attack: Attack; measured: Measured; violations: string[] }
export type Bench = { run: (attack: Attack, timing: Timing) => Promise<Result>; stop: () => Promise<void> }

/** If the host took a larger share of the processor time for other machines, a slow response says nothing about the service. */
const maxStolenShare = 0.1
const [warmUpSeconds, maxWarmUps] = [2, 10]
const recoveryWindowSeconds = 2
/** After an attack, a service that does not respond to the probe for this long counts as stalled. */
const probeTimeoutMilliseconds = 10_000

/** Starts a service process, its database, a simulator and a tenant at work. `modules` are loaded into the service. */
export async function startBench(settings: Record<string, string> = {}, modules: string[] = []): Promise<Bench> {
  const server = await startMeasuredService(settings, undefined, modules)
  const { client, config } = server.service
  const shop = await client.business({ name: 'Tenant' })
  const sql = new pg.Client({ connectionString: config.databaseUrl, application_name: 'bounds' })
  await sql.connect()
  const tenant = startTenant(config.port, shop.key)
  const bench = { server, tenant, sql }
  await warmUp(bench)
  return {
    async run(attack, timing) {
      for (let undisturbed = 0, disturbed = 0; ; ) {
        const measured = await runAttack(bench, attack, timing)
        // The next attack needs a service in its initial state.
        if (measured.ended || measured.recovery.differences.length > 0) {
          await server.restart()
          await warmUp(bench)
        }
        const violations = violationsOf(measured, attack.minRateShare)
        if (measured.stolenShare > maxStolenShare) disturbed++
        else undisturbed++
        const isFinal = undisturbed === timing.maxMeasurements || disturbed > timing.maxDisturbed
        if (violations.length === 0 || isFinal) return { attack, measured, violations }
      }
    },
    async stop() {
      await tenant.stop()
      await sql.end()
      await server.stop()
    },
  }
}

/** Runs until the tenant has no more errors. */
async function warmUp(bench: Parts): Promise<void> {
  for (let round = 1; round <= maxWarmUps; round++) {
    const state = await stateAfter(bench, warmUpSeconds, true)
    if (state?.tenant.errors === 0) return
  }
}

type Parts = { server: MeasuredService; tenant: Tenant; sql: pg.Client }

async function runAttack(
  bench: Parts,
  attack: Attack,
  { baselineSeconds, attackSeconds, scale }: Timing,
): Promise<Measured> {
  const { server, tenant, sql } = bench
  const { service } = server
  const shop = await service.client.business({ name: 'Attacker' })
  const stage: Stage = { service, sql, shop, businessId: parseId('biz', shop.id)!, scale }
  const target: Target = {
    ...noTarget,
    port: service.config.port,
    apiKey: shop.key,
    ...(await attack.prepare?.(stage)),
  }

  await server.measure()
  const stolenShare = watchStolenTime()
  const baseline = (await stateAfter(bench, baselineSeconds, true))!
  const release = await attack.lock?.(stage, target)
  const observed = observe(sql, server.child.pid!)
  const endAttack = await startAttacker(attack, target)
  const from = Date.now()
  await sleep(attackSeconds * 1000)
  const attacker = await endAttack()
  const to = Date.now()
  await release?.()

  const cost = await measureWithTimeout(server)
  const recovery = await recover(bench, baseline, to)
  const { database, peakResidentBytes } = await observed()
  return {
    baseline,
    tenant: await tenant.window({ from, to, waitsForEnd: true }),
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

/** Measures windows until the service is as before, or until a window has started ten seconds after the attack. */
async function recover(bench: Parts, baseline: ServiceState, endedAt: number): Promise<Measured['recovery']> {
  for (;;) {
    const seconds = (Date.now() - endedAt) / 1000
    const now = await stateAfter(bench, recoveryWindowSeconds, false)
    const differences = now === null ? ['the service does not respond'] : differencesOf(baseline, now)
    if (differences.length === 0 || hasEnded(bench.server) || seconds >= limits.recoverySeconds)
      return { seconds, differences }
  }
}

/** Null if the service does not respond. If `waitsForEnd` is false, a request without a response after 500 ms is an error. */
async function stateAfter(
  { server, tenant, sql }: Parts,
  seconds: number,
  waitsForEnd: boolean,
): Promise<ServiceState | null> {
  const from = Date.now()
  await sleep(seconds * 1000)
  const to = Date.now()
  if (!waitsForEnd) await sleep(500)
  const cost = await measureWithTimeout(server)
  if (cost === null) return null
  const { residentBytes, connections } = cost
  return {
    tenant: await tenant.window({ from, to, waitsForEnd }),
    residentBytes,
    connections,
    database: await databaseUse(sql),
  }
}

const hasEnded = ({ child }: MeasuredService): boolean => child.exitCode !== null || child.signalCode !== null

const measureWithTimeout = (server: MeasuredService): Promise<Cost | null> =>
  Promise.race([server.measure().catch(() => null), sleep(probeTimeoutMilliseconds, null, { ref: false })])

const noTarget: Omit<Target, 'port' | 'apiKey'> = {
  email: '',
  session: '',
  inboxPath: '',
  formToken: '',
  messageIds: [],
  bodyBytes: 0,
}
