import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { freePort } from '../../dev/free-port.ts'
import { type Program, startProgram } from './background-program.ts'
import { readDeployFile, readRules } from './deploy-files.ts'

type Labels = Record<string, string>
type Sample = { metric: Labels; value: [time: number, value: string] }
export type Monitoring = {
  /** The result of an expression now. Throws if Prometheus refuses it. */
  query: (expression: string) => Promise<Sample[]>
  stop: () => Promise<void>
}

type PrometheusConfig = {
  global: object
  alerting: { alertmanagers: { static_configs: object[] }[] }
  scrape_configs: { static_configs: { targets: string[]; labels: { role: string } }[] }[]
}
type AlertmanagerConfig = {
  route: { routes: object[] }
  receivers: { name: string; webhook_configs: { url: string; send_resolved: boolean }[] }[]
}

/**
 * Starts Prometheus and Alertmanager with the files of `deploy/prometheus`. Expressions, labels, routes and inhibitions are
 * theirs. Replaced are the addresses, and the times that a test cannot wait for: Prometheus scrapes and evaluates every second,
 * the minutes of `for` are seconds, and Alertmanager waits for one second before it sends.
 */
export async function startMonitoring(targets: Record<string, string>, receiverUrl: string): Promise<Monitoring> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-alerts-'))
  const write = (name: string, content: object): string => {
    writeFileSync(join(folder, name), stringify(content))
    return join(folder, name)
  }
  const [prometheus, alertmanager] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
  write('rules.yml', shortenRules())
  const prometheusFile = write('prometheus.yml', prometheusConfig(targets, alertmanager))
  const alertmanagerFile = write('alertmanager.yml', alertmanagerConfig(receiverUrl))

  const programs: Program[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const storage = (name: string): string => join(folder, name)
    // Without an address of a cluster it listens on no other address.
    const single = '--cluster.listen-address='
    programs.push(
      await startProgram('prometheus-alertmanager', alertmanager, [
        `--config.file=${alertmanagerFile}`,
        `--storage.path=${storage('alertmanager')}`,
        single,
      ]),
    )
    programs.push(
      await startProgram('prometheus', prometheus, [
        `--config.file=${prometheusFile}`,
        `--storage.tsdb.path=${storage('prometheus')}`,
      ]),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { query: (expression) => runQuery(`http://${prometheus}`, expression), stop }
}

function prometheusConfig(targets: Record<string, string>, alertmanager: string): PrometheusConfig {
  const config = parse(readDeployFile('prometheus/prometheus.yml')) as PrometheusConfig
  const addressOf = (role: string): string => new URL(targets[role]!).host
  return {
    ...config,
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
    scrape_configs: config.scrape_configs.map((job) => ({
      ...job,
      static_configs: job.static_configs.map(({ labels }) => ({ labels, targets: [addressOf(labels.role)] })),
    })),
  }
}

function alertmanagerConfig(receiverUrl: string): AlertmanagerConfig {
  const { route, receivers, ...config } = parse(readDeployFile('prometheus/alertmanager.yml')) as AlertmanagerConfig
  const soon = { group_wait: '1s', group_interval: '1s' }
  return {
    ...config,
    route: { ...route, ...soon, routes: route.routes.map((one) => ({ ...one, ...soon })) },
    receivers: receivers.map(({ name, webhook_configs: webhooks }) => ({
      name,
      webhook_configs: webhooks.map((webhook) => ({
        ...webhook,
        url: `${receiverUrl}${new URL(webhook.url).pathname}`,
      })),
    })),
  }
}

const shortenRules = (): object => ({
  groups: readRules().groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ('for' in rule ? { ...rule, for: shorten(rule.for) } : rule)),
  })),
})

/** Minutes become seconds, and hours minutes. */
const shorten = (duration: string): string => duration.replace('m', 's').replace('h', 'm')

async function runQuery(url: string, expression: string): Promise<Sample[]> {
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression }).toString()}`)
  const result = (await response.json()) as { status: string; error?: string; data: { result: Sample[] } }
  if (result.status !== 'success') throw new Error(`${expression}\n${result.error}`)
  return result.data.result
}
