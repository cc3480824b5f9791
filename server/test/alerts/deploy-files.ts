import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../../..')
export const prometheusFolder = join(root, 'deploy/prometheus')
const alertTestFolder = join(prometheusFolder, 'tests')
const runbookFolder = join(root, 'docs/runbooks')

export type AlertRule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
type RecordingRule = { record: string; expr: string }
export type Rules = { groups: { name: string; rules: (AlertRule | RecordingRule)[] }[] }
/** A file for `promtool test rules`, in the parts that the checks read. */
export type AlertTests = {
  tests: {
    name: string
    alert_rule_test?: { eval_time: string; alertname: string; exp_alerts: unknown[] }[]
    promql_expr_test?: { expr: string; eval_time: string; exp_samples: { labels: string }[] }[]
  }[]
}

export const readDeployFile = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')
export const readRules = (): Rules => parse(readDeployFile('prometheus/rules.yml')) as Rules

const rules = readRules().groups.flatMap((group) => group.rules)
export const alertRules = rules.filter((rule): rule is AlertRule => 'alert' in rule)
export const recordingRules = rules.filter((rule): rule is RecordingRule => 'record' in rule)

/** The name of the runbook and of the test file: `no-worker` for `TidingsNoWorker`. */
export const slugOf = (alert: string): string =>
  alert
    .replace(/^Tidings/, '')
    .replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase()

export const runbookFiles = readdirSync(runbookFolder).filter((file) => file.endsWith('.md'))
export const readRunbook = (file: string): string => readFileSync(join(runbookFolder, file), 'utf8')

/** Each query of a runbook, in its fenced blocks. */
export const runbookQueries = runbookFiles.flatMap((file) =>
  [...readRunbook(file).matchAll(/```promql\n([\s\S]*?)```/g)].map(([, expr]) => ({ file, expr: expr!.trim() })),
)

export const alertTests = readdirSync(alertTestFolder).map((file) => ({
  file,
  tests: (parse(readFileSync(join(alertTestFolder, file), 'utf8')) as AlertTests).tests,
}))

type Panel = { title: string; targets?: { expr: string }[] }
type Dashboard = { panels: Panel[]; templating: { list: { name: string; query: string | { query: string } }[] } }
export const dashboard = JSON.parse(readDeployFile('grafana/tidings.json')) as Dashboard

/** What Grafana replaces before it sends a query to Prometheus. */
const expandVariables = (expression: string): string =>
  expression.replaceAll('$__rate_interval', '1m').replaceAll(/\$(role|instance)\b/g, '.*')

/** Every query of the dashboard, as Prometheus gets it with all roles and instances chosen. */
export const dashboardQueries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr: expandVariables(expr) })),
)
/** The selectors from which Grafana offers the values of a variable: `label_values(selector, label)`. */
export const dashboardVariables = dashboard.templating.list.flatMap(({ name, query }) => {
  const text = typeof query === 'string' ? query : query.query
  const [, selector, label] = /^label_values\((.+), (\w+)\)$/.exec(text) ?? []
  return selector === undefined ? [] : [{ name, selector: expandVariables(selector), label: label! }]
})
