import { tally } from '../support/tally.ts'
import type { Evidence } from './evidence.ts'

/** What happened, in numbers, as a table that can stand in a document. */
export function summarise(seed: number, minutes: number, evidence: Evidence): string {
  const { history, rows, attempts, arrivals } = evidence
  const [calls, faults] = [history.all('call'), history.all('fault')]
  const operations = tally(calls.map(({ operation }) => operation))
  const answers = tally(calls.map(({ status }) => (status === null ? 'none' : `${String(status)[0]}xx`)))
  const recoveries = faults.map(({ recoverySeconds }) => recoverySeconds).toSorted((one, other) => one - other)
  const lives = new Set(history.all('sample').flatMap(({ place, pid }) => (pid === null ? [] : [`${place} ${pid}`])))
  const list = (counts: Map<string, number>): string =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
  return table([
    ['seed', String(seed)],
    ['minutes', String(minutes)],
    ['requests', `${calls.length}: ${list(operations)}`],
    ['answers', list(answers)],
    ['messages', String(rows.messages.length)],
    ['submissions', `${attempts.length}: ${list(tally(attempts.map(({ channel }) => channel)))}`],
    ['ends of sends', list(tally(rows.sends.map(({ state }) => state)))],
    ['webhooks', `${rows.deliveries.length}, arrivals ${arrivals.length}`],
    ['barriers', list(tally(history.all('barrier').map(({ cause }) => cause)))],
    ['erasures', String(history.all('erasure').length)],
    ['processes started', String(lives.size)],
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
