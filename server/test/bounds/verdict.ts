import type { TenantWindow } from './tenant-window.ts'

/** What the attacker sent and got. */
export type AttackReport = {
  requests: number
  statuses: Record<string, number>
  /** Connections that ended without an answer. */
  closed: number
  largestAnswerBytes: number
  largestRefusalBytes: number
}

/** How the service is at one moment, with the tenant's window that ended then. */
export type ServiceState = {
  tenant: TenantWindow
  residentBytes: number
  connections: number
  database: DatabaseUse
}
/** Connections of the service to its database: all, those not idle, and those that wait for a lock. */
export type DatabaseUse = { open: number; busy: number; waiting: number }

export type Measured = {
  baseline: ServiceState
  tenant: TenantWindow
  attacker: AttackReport
  /** Null when the service did not answer within ten seconds after the attack, or had ended. */
  stallMilliseconds: number | null
  processorMilliseconds: number | null
  peakResidentBytes: number
  /** The most of each that was seen at once. */
  database: DatabaseUse
  ended: boolean
  /** The last window after the attack, how long after its end that began, and what of it was not as in the baseline. */
  recovery: { seconds: number; differences: string[] }
  /** What the machine's host gave to others of the processors' time, from the baseline to the end. */
  stolenShare: number
}

export const limits = {
  tenantErrors: 0,
  p99Factor: 5,
  /** A baseline below this counts as this: five times less is within what a busy machine of two cores adds by itself. */
  leastBaselineP99Milliseconds: 20,
  p99Milliseconds: 500,
  /** Of fewer requests the slowest one or two are the p99, and a ratio of two such numbers says nothing: then only the 500 ms count. */
  leastRequestsForFactor: 300,
  memoryOverIdleBytes: 512 * 1024 * 1024,
  refusalBytes: 64 * 1024,
  recoverySeconds: 10,
} as const

/** From here on times say as much about the host as about the service: an idle moment of a quiet one has less than 0.01. */
const disturbingShare = 0.05

export const isDisturbed = ({ stolenShare }: Measured): boolean => stolenShare > disturbingShare

const asBefore = {
  p99Factor: 2,
  p99Milliseconds: 50,
  residentBytes: 150 * 1024 * 1024,
  connections: 10,
  databaseBusy: 4,
} as const

/** What the measured row breaks, in words; empty when it holds. `leastRateShare` is what the tenant must keep of its rate. */
export function violationsOf(measured: Measured, leastRateShare = 0): string[] {
  const { baseline, tenant, attacker, ended, recovery } = measured
  const p99Limit =
    tenant.sent < limits.leastRequestsForFactor
      ? limits.p99Milliseconds
      : Math.min(
          limits.p99Milliseconds,
          limits.p99Factor * Math.max(baseline.tenant.p99Milliseconds, limits.leastBaselineP99Milliseconds),
        )
  const memory = measured.peakResidentBytes - baseline.residentBytes
  const rateShare = tenant.answersPerSecond / baseline.tenant.answersPerSecond
  const broken = Object.keys(attacker.statuses).filter((status) => status.startsWith('5') && status !== '503')
  const rules: [boolean, string][] = [
    [baseline.tenant.errors > 0, `no baseline: ${baseline.tenant.errors} errors of the tenant without an attack`],
    [ended, 'the service ended'],
    [tenant.errors > limits.tenantErrors, `${tenant.errors} of ${tenant.sent} requests of the tenant failed`],
    [tenant.p99Milliseconds > p99Limit, `p99 ${ms(tenant.p99Milliseconds)}, allowed ${ms(p99Limit)}`],
    [rateShare < leastRateShare, `the tenant kept ${percent(rateShare)} of its rate, owed ${percent(leastRateShare)}`],
    [memory > limits.memoryOverIdleBytes, `${mib(memory)} over idle, allowed ${mib(limits.memoryOverIdleBytes)}`],
    [
      attacker.largestRefusalBytes > limits.refusalBytes,
      `a refusal of ${attacker.largestRefusalBytes} bytes, allowed ${limits.refusalBytes}`,
    ],
    [broken.length > 0, `the attacker was answered ${broken.join(', ')}`],
    [attacker.requests === 0, 'no attack: the attacker sent nothing'],
    ...recovery.differences.map((difference): [boolean, string] => [
      true,
      `${limits.recoverySeconds} s after the attack: ${difference}`,
    ]),
  ]
  return rules.flatMap(([isBroken, words]) => (isBroken ? [words] : []))
}

/** What is not as it was in the baseline; empty when the service is as before. */
export function differencesOf(before: ServiceState, now: ServiceState): string[] {
  const p99Limit = Math.max(asBefore.p99Milliseconds, asBefore.p99Factor * before.tenant.p99Milliseconds)
  const memory = now.residentBytes - before.residentBytes
  const rules: [boolean, string][] = [
    [now.tenant.errors > 0, `${now.tenant.errors} of ${now.tenant.sent} requests of the tenant failed`],
    [now.tenant.p99Milliseconds > p99Limit, `p99 ${ms(now.tenant.p99Milliseconds)}`],
    [memory > asBefore.residentBytes, `${mib(memory)} over idle`],
    [now.connections > before.connections + asBefore.connections, `${now.connections} connections`],
    [
      now.database.busy > before.database.busy + asBefore.databaseBusy,
      `${now.database.busy} database connections busy`,
    ],
    [now.database.waiting > before.database.waiting, `${now.database.waiting} database connections wait for a lock`],
  ]
  return rules.flatMap(([differs, words]) => (differs ? [words] : []))
}

export const ms = (value: number): string => (value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`)
export const mib = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
const percent = (share: number): string => `${Math.round(share * 100)} %`
