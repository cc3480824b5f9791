import { tally } from '../support/tally.ts'
import type { Evidence } from './evidence.ts'

/** The run in numbers, as a Markdown table. */
export function summarise(seed: number, minutes: number, evidence: Evidence): string {
  const { history, rows, attempts, arrivals } = evidence
  const [calls, faults] = [history.all('call'), history.all('fault')]
  const visits = history.all('visit')
  const operations = tally(calls.map(({ operation }) => operation))
  const responses = tally(calls.map(({ status }) => (status === null ? 'none' : `${String(status)[0]}xx`)))
  const recoveries = faults.map(({ recoverySeconds }) => recoverySeconds).toSorted((one, other) => one - other)
  const started = new Set(
    history.all('sample').flatMap(({ processName, pid }) => (pid === null ? [] : [`${processName} ${pid}`])),
  )
  const list = (counts: Map<string, number>): string =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
  return table([
    ['seed', String(seed)],
    ['minutes', String(minutes)],
    ['requests', `${calls.length}: ${list(operations)}`],
    ['responses', list(responses)],
    ['messages', String(rows.messages.length)],
    ['submissions', `${attempts.length}: ${list(tally(attempts.map(({ channel }) => channel)))}`],
    ['final nudge states', list(tally(rows.nudges.map(({ state }) => state)))],
    ['webhooks', `${rows.deliveries.length}, arrivals ${arrivals.length}`],
    ['links followed', `${visits.length}: ${list(tally(visits.map(({ status }) => String(status ?? 'none'))))}`],
    ['key rotations', String(history.all('reseal').length)],
    ['barriers', list(tally(history.all('barrier').map(({ cause }) => cause)))],
    ['erasures', String(history.all('erasure').length)],
    ['processes started', String(started.size)],
    ['faults', String(faults.length)],
    ...[...tally(faults.map(({ name }) => name))]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, count]): [string, string] => [`· ${name}`, String(count)]),
    ['recovery', `median ${seconds(recoveries[recoveries.length >> 1])}, at most ${seconds(recoveries.at(-1))}`],
  ])
}

const seconds = (value = 0): string => `${value.toFixed(1)} s`

function table(rows: [string, string][]): string {
  return `| | |\n|---|---|\n${rows.map(([name, value]) => `| ${name} | ${value} |\n`).join('')}`
}
