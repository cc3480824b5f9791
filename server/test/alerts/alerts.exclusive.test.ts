import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../dev/free-port.ts'
import { address, push } from '../chaos/pushes.ts'
import { startDeployment } from '../harness/deployment.ts'
import { startProcess } from '../harness/process.ts'
import { startSite } from '../harness/site.ts'
import { until } from '../support/simulator-client.ts'
import { createDatabase } from '../support/test-service.ts'
import { startAlertReceiver } from './alert-receiver.ts'
import { dashboardQueries, dashboardVariables } from './deploy-files.ts'
import { type Monitoring, startMonitoring } from './monitoring.ts'
import { parseQuery } from './promql.ts'

const databaseUrl = await createDatabase()
const site = await startSite()
afterAll(() => site.stop())
const { startApi, startWorker, environment, stop } = startDeployment(databaseUrl, site)
afterAll(stop)
// The restarted worker has the address of the one before, as under a supervisor.
const workerSettings = { PORT: String(await freePort()) }
const [api, web, worker] = await Promise.all([
  startApi(),
  startProcess({ role: 'web', environment }),
  startWorker(workerSettings),
])
afterAll(() => web.kill())
const receiver = await startAlertReceiver()
afterAll(() => receiver.stop())
const { query, stop: stopMonitoring } = await startMonitoring(
  { api: api.url, web: web.url, worker: worker.url },
  receiver.url,
)
afterAll(stopMonitoring)

test('Prometheus reaches a process of each role, and no alert fires while the service works', async () => {
  await until('all roles', async () => (await query('count by (role) (tidings_build_info)')).length === 3)
  const { pushed } = await push(await api.business(), [address()])
  await site.simulator.waitForEmail(pushed[0]!.id)
  // Longer than the shortened `for` of most alerts.
  await until('rules that ran', async () => (await query('min_over_time(up{role="worker"}[10s])')).length > 0)
  expect(await query('ALERTS{alertstate="firing"}')).toEqual([])
})

test('every query of the dashboard runs, and returns series where the metric exists', async () => {
  for (const { name, selector, label } of dashboardVariables) {
    const values = (await query(`count by (${label}) (${selector})`)).map(({ metric }) => metric[label])
    expect(values, name).toHaveLength(3)
  }
  let [withSeries, withoutEvents] = [0, 0]
  for (const { title, expr } of dashboardQueries) {
    const missing = await until(`the metrics of ${title}`, async () => {
      const names = await missingMetrics(query, expr)
      return names.every(mayBeMissing) && names
    })
    const hasEvents = missing.length === 0
    await until(`a series of ${title}: ${expr}`, async () => (await query(expr)).length > 0 || !hasEvents)
    if (hasEvents) withSeries++
    else withoutEvents++
  }
  process.stdout.write(
    `alerts: ${withSeries} queries of the dashboard return series, ${withoutEvents} are about events that did not happen\n`,
  )
  expect(withSeries).toBeGreaterThan(withoutEvents)
})

test('a worker that is killed with -9 is reported at the webhook with its runbook, and resolved when another runs', async () => {
  const killedAt = performance.now()
  process.kill(worker.child.pid!, 'SIGKILL')
  const isAboutWorker = (status: string) => () =>
    Promise.resolve(
      receiver.received.find((one) => one.status === status && one.labels['alertname'] === 'TidingsNoWorker'),
    )
  const firing = await until('the alert', isAboutWorker('firing'))
  process.stdout.write(`alerts: the webhook got the alert ${seconds(killedAt)} s after the kill\n`)
  expect(firing).toEqual({
    receiver: 'page',
    status: 'firing',
    labels: { alertname: 'TidingsNoWorker', severity: 'page' },
    annotations: {
      summary: 'No worker has responded for 1 minute, so nothing is sent and no webhook is delivered.',
      runbook: 'docs/runbooks/no-worker.md',
    },
  })
  expect(existsSync(join(import.meta.dirname, '../../..', firing.annotations['runbook']!))).toBe(true)
  // The process is also reported as down, which Alertmanager does not send beside its cause.
  const down = 'ALERTS{alertname="TidingsProcessDown",alertstate="firing",role="worker"}'
  await until('the alert about the process', async () => (await query(down)).length === 1)

  const startedAt = performance.now()
  await startWorker(workerSettings)
  await until('the resolution', isAboutWorker('resolved'))
  process.stdout.write(`alerts: the webhook got its resolution ${seconds(startedAt)} s after the next start\n`)
  expect(receiver.received.map(({ labels }) => labels['alertname'])).toEqual(['TidingsNoWorker', 'TidingsNoWorker'])
})

/** A counter has no series before its first event, and neither has a gauge of what is not the case. */
const mayBeMissing = (metric: string): boolean =>
  metric.endsWith('_total') || ['tidings_sending_paused', 'tidings_http_bytes_in_flight', 'ALERTS'].includes(metric)

/** The metrics of a query of which no series is selected. */
async function missingMetrics(run: Monitoring['query'], expression: string): Promise<string[]> {
  const { selectors } = parseQuery(expression)
  const counts = await Promise.all(selectors.map(({ text }) => run(`count(${text})`)))
  return selectors.filter((_, index) => counts[index]!.length === 0).map(({ metric }) => metric)
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)
