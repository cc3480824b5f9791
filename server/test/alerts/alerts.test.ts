import { describe, expect, test } from 'vitest'
import { grafanaDashboard } from '../../dev/grafana-dashboard.ts'
import { type DeclaredMetric, declaredMetrics } from './declared-metrics.ts'
import {
  alertRules,
  alertTests,
  dashboard,
  dashboardQueries,
  dashboardVariables,
  readRunbook,
  recordingRules,
  runbookFiles,
  runbookQueries,
  slugOf,
} from './deploy-files.ts'
import { parseQuery } from './promql.ts'

/** `deploy/prometheus/prometheus.yml` adds them to every series. */
const targetLabels = ['job', 'instance', 'role']

const recorded = new Map<string, DeclaredMetric>(
  recordingRules.map(({ record, expr }) => {
    const { selectors, labels } = parseQuery(expr)
    const values = Object.assign({}, ...selectors.map(({ metric }) => declaredMetrics.get(metric)?.values))
    return [record, { labels: [...new Set(labels)], values }]
  }),
)
const metricOf = (name: string): DeclaredMetric | undefined => declaredMetrics.get(name) ?? recorded.get(name)

/** What a query uses that the service does not expose. */
function unknownParts(expression: string): string[] {
  const { selectors, labels } = parseQuery(expression)
  const available = [...targetLabels, ...selectors.flatMap(({ metric }) => metricOf(metric)?.labels ?? [])]
  return [
    ...labels.filter((label) => !available.includes(label)).map((label) => `the label ${label}`),
    ...selectors.flatMap(({ metric, matchers }) => {
      const declared = metricOf(metric)
      if (declared === undefined) return [`the metric ${metric}`]
      return matchers.flatMap(({ label, values, isPattern }) => {
        if (![...targetLabels, ...declared.labels].includes(label)) return [`the label ${label} of ${metric}`]
        // A pattern such as 5.. has no list of values; the labels of targets are the operator's.
        if (isPattern || (targetLabels.includes(label) && !(label in declared.values))) return []
        return values
          .filter((value) => label !== 'status' && declared.values[label]?.includes(value) !== true)
          .map((value) => `the value ${value} of ${label} of ${metric}`)
      })
    }),
  ]
}

const queries: { name: string; expr: string }[] = [
  ...alertRules.map(({ alert, expr }) => ({ name: alert, expr })),
  ...recordingRules.map(({ record, expr }) => ({ name: record, expr })),
  ...dashboardQueries.map(({ title, expr }) => ({ name: `${title}: ${expr}`, expr })),
  ...runbookQueries.map(({ file, expr }) => ({ name: `${file}: ${expr}`, expr })),
  ...dashboardVariables.map(({ name, selector, label }) => ({ name, expr: `count by (${label}) (${selector})` })),
]

describe('what rules, dashboard and runbooks query is in metrics.ts: metrics, labels and values', () => {
  for (const { name, expr } of queries) test(name, () => expect(unknownParts(expr)).toEqual([]))

  test('an unknown metric, label, grouping or value is found, and so is a syntax error', () => {
    expect(
      unknownParts(
        'sum by (queue, shop) (tidings_queue_jobs{state="stuck"}) + tidings_gone + tidings_queue_jobs{business="1"}',
      ),
    ).toEqual([
      'the label shop',
      'the value stuck of state of tidings_queue_jobs',
      'the metric tidings_gone',
      'the label business of tidings_queue_jobs',
    ])
    expect(() => unknownParts('sum(rate(up[5m])')).toThrow('a syntax error')
  })
})

describe('the dashboard', () => {
  test('the file is what npm run dashboard writes', () => {
    expect(dashboard).toEqual(grafanaDashboard())
  })
  test('role and instance can be chosen', () => {
    expect(dashboardVariables.map(({ name }) => name)).toEqual(['role', 'instance'])
  })
  test('every metric of the service has a panel', () => {
    const shown = new Set(
      dashboardQueries.flatMap(({ expr }) => parseQuery(expr).selectors.map(({ metric }) => metric)),
    )
    const missing = [...declaredMetrics.keys()].filter((name) => name.startsWith('tidings_') && !shown.has(name))
    // A panel about a histogram uses some of its three series.
    expect(missing.filter((name) => !/_(bucket|sum|count)$/.test(name))).toEqual([])
  })
})

describe('each alert has a severity, a summary and a runbook of its own', () => {
  for (const { alert, labels, annotations } of alertRules)
    test(alert, () => {
      const slug = slugOf(alert)
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary).toMatch(/^[A-Z0-9{].*\.$/)
      expect(annotations.runbook).toBe(`docs/runbooks/${slug}.md`)
      expect(runbookFiles).toContain(`${slug}.md`)
      expect(readRunbook(`${slug}.md`), 'the page names its alert').toContain(`\`${alert}\``)
    })

  test('no name is used twice', () => {
    const names = alertRules.map(({ alert }) => alert)
    expect(names).toEqual([...new Set(names)])
  })
  for (const file of runbookFiles)
    test(`${file} names only alerts that exist`, () => {
      const named = readRunbook(file).match(/\bTidings[A-Z]\w+/g) ?? []
      expect(named.filter((name) => !alertRules.some(({ alert }) => alert === name))).toEqual([])
    })
  test('the index lists every alert with its severity and its page, in the order of the rules', () => {
    const rows = [
      ...readRunbook('README.md').matchAll(/^\| `(Tidings\w+)` \| (\w+) \| [^|]+ \| \[[^\]]+\]\(([\w-]+)\.md\) \|$/gm),
    ]
    expect(rows.map(([, alert, severity, page]) => ({ alert, severity, page }))).toEqual(
      alertRules.map(({ alert, labels }) => ({ alert, severity: labels.severity, page: slugOf(alert) })),
    )
  })
})

describe('promtool tests that each alert fires, and that no other does', () => {
  /** Whatever fired at any time of the test. */
  const everFired = 'count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[1d]))'

  test('each alert has one file, and one file is about normal operation', () => {
    const files = [...alertRules.map(({ alert }) => `${slugOf(alert)}.yml`), 'healthy.yml']
    expect(alertTests.map(({ file }) => file).toSorted()).toEqual(files.toSorted())
  })
  for (const { alert } of alertRules)
    test(`${alert}: one case in which it alone fires, with all labels and annotations, and one in which nothing does`, () => {
      const cases = alertTests.find(({ file }) => file === `${slugOf(alert)}.yml`)?.tests ?? []
      expect(
        cases.map(({ alert_rule_test: alerts = [], promql_expr_test: expressions = [] }) => ({
          alerts: alerts.map(({ alertname, exp_alerts: expected, eval_time }) => [
            alertname,
            expected.length,
            eval_time,
          ]),
          fired: expressions.map(({ expr, exp_samples }) => [expr, ...exp_samples.map(({ labels }) => labels)]),
          sameTime: alerts.every(({ eval_time }) => expressions.every((one) => one.eval_time === eval_time)),
        })),
      ).toEqual([
        {
          alerts: [[alert, 1, expect.any(String)]],
          fired: [[everFired, `{alertname="${alert}"}`]],
          sameTime: true,
        },
        { alerts: [], fired: [[everFired]], sameTime: true },
      ])
    })
  test('in normal operation nothing fires', () => {
    const [healthy] = alertTests.find(({ file }) => file === 'healthy.yml')!.tests
    expect(healthy?.promql_expr_test).toEqual([{ expr: everFired, eval_time: '4h', exp_samples: [] }])
  })
})
