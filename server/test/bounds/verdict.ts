import type { TenantWindow } from './tenant-window.ts'

/** The counts of the attacker. */
export type AttackReport = {
  requests: number
  statuses: Record<string, number>
  /** Connections that closed without a response. */
  closed: number
  largestResponseBytes: number
  largestRefusalBytes: number
}

/** The state of the service at the end of a window of the tenant. */
export type ServiceState = {
  tenant: TenantWindow
  residentBytes: number
  connections: number
  database: DatabaseUse
}
/** Database connections of the service: all, those not idle, and those that wait for a lock. */
export type DatabaseUse = { open: number; busy: number; waiting: number }

export type Measured = {
  baseline: ServiceState
  tenant: TenantWindow
  attacker: AttackReport
  /** Null if the service had ended or did not respond to the probe within ten seconds after the attack. */
  stallMilliseconds: number | null
  processorMilliseconds: number | null
  peakResidentBytes: number
  /** The maximum of each count. */
  database: DatabaseUse
  ended: boolean
  /** The last window after the attack: how long after the attack it began, and how it differs from the baseline. */
  recovery: { seconds: number; differences: string[] }
  /** The share of processor time stolen by the host, from the baseline to the end. */
  stolenShare: number
}

export const limits = {
  tenantErrors: 0,
  p99Factor: 5,
  /** A lower baseline counts as this: five times a smaller value is within the noise of a busy machine with two cores. */
  leastBaselineP99Milliseconds: 20,
  p99Milliseconds: 500,
  /** With fewer requests the p99 is one of the two slowest, so the ratio means little and only the 500 ms count. */
  minRequestsForFactor: 300,
  memoryOverIdleBytes: 512 * 1024 * 1024,
  refusalBytes: 64 * 1024,
  recoverySeconds: 10,
} as const

const recoveredLimits = {
  p99Factor: 2,
  p99Milliseconds: 50,
  residentBytes: 150 * 1024 * 1024,
  connections: 10,
  databaseBusy: 4,
} as const

/** The violated bounds as text; empty if all hold. `minRateShare` is the share of its rate that the tenant must keep. */
export function violationsOf(measured: Measured, minRateShare = 0): string[] {
  const { baseline, tenant, attacker, ended, recovery } = measured
  const p99Limit =
    tenant.sent < limits.minRequestsForFactor
      ? limits.p99Milliseconds
      : Math.min(
          limits.p99Milliseconds,
          limits.p99Factor * Math.max(baseline.tenant.p99Milliseconds, limits.leastBaselineP99Milliseconds),
        )
  const memory = measured.peakResidentBytes - baseline.residentBytes
  const rateShare = tenant.responsesPerSecond / baseline.tenant.responsesPerSecond
  const broken = Object.keys(attacker.statuses).filter((status) => status.startsWith('5') && status !== '503')
  const rules: [boolean, string][] = [
    [baseline.tenant.errors > 0, `no baseline: ${baseline.tenant.errors} errors of the tenant without an attack`],
    [ended, 'the service ended'],
    [tenant.errors > limits.tenantErrors, `${tenant.errors} of ${tenant.sent} requests of the tenant failed`],
    [tenant.p99Milliseconds > p99Limit, `p99 ${ms(tenant.p99Milliseconds)}, allowed ${ms(p99Limit)}`],
    [
      rateShare < minRateShare,
      `the tenant reached ${percent(rateShare)} of its rate, required ${percent(minRateShare)}`,
    ],
    [memory > limits.memoryOverIdleBytes, `${mib(memory)} over idle, allowed ${mib(limits.memoryOverIdleBytes)}`],
    [
      attacker.largestRefusalBytes > limits.refusalBytes,
      `a refusal of ${attacker.largestRefusalBytes} bytes, allowed ${limits.refusalBytes}`,
    ],
    [broken.length > 0, `the attacker received ${broken.join(', ')}`],
    [attacker.requests === 0, 'no attack: the attacker sent nothing'],
    ...recovery.differences.map((difference): [boolean, string] => [
      true,
      `${limits.recoverySeconds} s after the attack: ${difference}`,
    ]),
  ]
  return rules.flatMap(([isBroken, text]) => (isBroken ? [text] : []))
}

/** The differences from the baseline as text; empty if there are none. */
export function differencesOf(before: ServiceState, now: ServiceState): string[] {
  const p99Limit = Math.max(recoveredLimits.p99Milliseconds, recoveredLimits.p99Factor * before.tenant.p99Milliseconds)
  const memory = now.residentBytes - before.residentBytes
  const rules: [boolean, string][] = [
    [now.tenant.errors > 0, `${now.tenant.errors} of ${now.tenant.sent} requests of the tenant failed`],
    [now.tenant.p99Milliseconds > p99Limit, `p99 ${ms(now.tenant.p99Milliseconds)}`],
    [memory > recoveredLimits.residentBytes, `${mib(memory)} over idle`],
    [now.connections > before.connections + recoveredLimits.connections, `${now.connections} connections`],
    [
      now.database.busy > before.database.busy + recoveredLimits.databaseBusy,
      `${now.database.busy} database connections busy`,
    ],
    [now.database.waiting > before.database.waiting, `${now.database.waiting} database connections wait for a lock`],
  ]
  return rules.flatMap(([differs, text]) => (differs ? [text] : []))
}

export const ms = (value: number): string => (value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`)
export const mib = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
const percent = (share: number): string => `${Math.round(share * 100)} %`
