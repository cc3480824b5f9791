import type { Result } from './bench.ts'
import { mib, ms } from './verdict.ts'

/** The table of docs/reliability.md. */
export function tableOf(results: Result[]): string {
  const header = [
    'Attack',
    'Its requests',
    'Tenant p50 / p99 before',
    'during',
    'Errors',
    'Rate',
    'Longest stall',
    'Memory over idle',
    'Database connections (waiting)',
    'Largest refusal',
    'Processor time',
    'As before after',
    'Stolen by the host',
    'Verdict',
  ]
  const lines = [header, header.map(() => '---'), ...results.map(cellsOf)]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

function cellsOf({ attack, measured, violations }: Result): string[] {
  const { baseline, tenant, attacker, database, recovery } = measured
  const statuses = Object.entries(attacker.statuses).map(([status, count]) => `${status} × ${count}`)
  return [
    attack.title,
    [String(attacker.requests), ...statuses].join(', '),
    `${ms(baseline.tenant.p50Milliseconds)} / ${ms(baseline.tenant.p99Milliseconds)}`,
    `${ms(tenant.p50Milliseconds)} / ${ms(tenant.p99Milliseconds)}`,
    `${tenant.errors} of ${tenant.sent}`,
    `${Math.round((100 * tenant.responsesPerSecond) / baseline.tenant.responsesPerSecond)} %`,
    measured.stallMilliseconds === null ? 'no response' : ms(measured.stallMilliseconds),
    mib(Math.max(0, measured.peakResidentBytes - baseline.residentBytes)),
    `${database.open} (${database.waiting})`,
    `${attacker.largestRefusalBytes} B`,
    measured.processorMilliseconds === null ? 'unknown' : `${(measured.processorMilliseconds / 1000).toFixed(1)} s`,
    recovery.differences.length === 0 ? `${recovery.seconds.toFixed(0)} s` : 'not within 10 s',
    `${Math.round(100 * measured.stolenShare)} %`,
    violations.length === 0 ? 'holds' : `**${violations.length} broken**`,
  ]
}

export const violationsText = (results: Result[]): string =>
  results
    .map(({ attack, violations }) => violations.map((violation) => `${attack.name}: ${violation}\n`).join(''))
    .join('')
