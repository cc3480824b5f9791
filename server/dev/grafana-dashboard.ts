/** A query and the name of its series, in which `{{label}}` is the value of a label. */
type Query = [expr: string, legend: string]
type Panel = {
  title: string
  /** Why a person reads it, or what is normal. */
  description: string
  /** A unit of Grafana. */
  unit: 'short' | 's' | 'bytes' | 'percentunit' | 'reqps' | 'cps'
  queries: Query[]
  /** A single number, which is red from this value on, or green from it on. */
  number?: { red: number } | { green: number }
}
type Row = { title: string; panels: Panel[] }

/** The series of the chosen processes. The figures of the database are the same in every process, so they need no choice. */
const chosen = (metric: string, matchers = ''): string =>
  `${metric}{role=~"$role",instance=~"$instance"${matchers === '' ? '' : `,${matchers}`}}`
const rate = (metric: string, matchers = ''): string => `rate(${chosen(metric, matchers)}[$__rate_interval])`
const quantile = (share: number, labels: string, metric: string): string =>
  `histogram_quantile(${share}, sum by (${labels}, le) (${rate(`${metric}_bucket`)}))`

/** In the order in which a person on call reads it: are messages sent, what fails and why, and what is the cause. */
const rows: Row[] = [
  {
    title: 'Now',
    panels: [
      {
        title: 'Alerts',
        description: 'Alerts that fire. The runbook of each is in docs/runbooks.',
        unit: 'short',
        queries: [['count(ALERTS{alertstate="firing",alertname=~"Tidings.*"}) or vector(0)', 'alerts']],
        number: { red: 1 },
      },
      {
        title: 'Workers',
        description: 'Processes that send. Without one nothing is sent.',
        unit: 'short',
        queries: [['count(tidings_build_info{role=~"worker|all"}) or vector(0)', 'workers']],
        number: { green: 1 },
      },
      {
        title: 'Processes that do not respond',
        description: 'Processes of prometheus.yml that Prometheus does not reach.',
        unit: 'short',
        queries: [['count(up{job="tidings"} == 0) or vector(0)', 'processes']],
        number: { red: 1 },
      },
      {
        title: 'Sending paused',
        description: '1 while nothing is sent until an operator releases it.',
        unit: 'short',
        queries: [['max(tidings_sending_paused) or vector(0)', 'paused']],
        number: { red: 1 },
      },
      {
        title: 'Oldest job',
        description: 'Of all queues. Seconds are normal.',
        unit: 's',
        queries: [['max(tidings_queue_oldest_seconds)', 'age']],
        number: { red: 300 },
      },
      {
        title: 'Sent in the last hour',
        description: 'Nudges that a provider accepted.',
        unit: 'short',
        queries: [['sum(increase(tidings_submissions_total{outcome="accepted"}[1h]))', 'sent']],
        number: { green: 0 },
      },
    ],
  },
  {
    title: 'Sending',
    panels: [
      {
        title: 'Submissions',
        description: 'Unknown outcomes are never sent again.',
        unit: 'cps',
        queries: [[`sum by (channel, outcome) (${rate('tidings_submissions_total')})`, '{{channel}} {{outcome}}']],
      },
      {
        title: 'Not sent, by reason',
        description: 'Nudges that a gate or a limit refused. Most reasons are decisions of a customer or a shop.',
        unit: 'cps',
        queries: [
          [`topk(12, sum by (channel, reason) (${rate('tidings_nudges_skipped_total')}))`, '{{channel}} {{reason}}'],
        ],
      },
      {
        title: 'Unknown outcomes',
        description: 'The provider did not respond clearly, or the worker ended during the submission.',
        unit: 'cps',
        queries: [[`sum by (channel, cause) (${rate('tidings_unknown_outcomes_total')})`, '{{channel}} {{cause}}']],
      },
      {
        title: 'Retries',
        description: 'Nudges that a provider refused for now.',
        unit: 'cps',
        queries: [[`sum by (channel) (${rate('tidings_nudge_retries_total')})`, '{{channel}}']],
      },
    ],
  },
  {
    title: 'Providers',
    panels: [
      {
        title: 'Responses',
        description: 'What each provider did with submissions.',
        unit: 'cps',
        queries: [
          [
            `sum by (channel, provider, response) (${rate('tidings_provider_responses_total')})`,
            '{{channel}} {{provider}} {{response}}',
          ],
        ],
      },
      {
        title: 'Time of a submission',
        description: 'The wait for a connection to the provider included.',
        unit: 's',
        queries: [
          [quantile(0.5, 'channel, provider', 'tidings_provider_seconds'), '{{channel}} {{provider}} median'],
          [quantile(0.95, 'channel, provider', 'tidings_provider_seconds'), '{{channel}} {{provider}} 95 %'],
        ],
      },
      {
        title: 'Delivery reports',
        description: 'Unverified ones change nothing. None at all means that callbacks do not arrive.',
        unit: 'cps',
        queries: [[`sum by (provider, kind) (${rate('tidings_delivery_reports_total')})`, '{{provider}} {{kind}}']],
      },
    ],
  },
  {
    title: 'Queues and scheduled work',
    panels: [
      {
        title: 'Jobs',
        description: 'Waiting jobs without running ones: no worker takes jobs of this queue.',
        unit: 'short',
        queries: [['max by (queue, state) (tidings_queue_jobs)', '{{queue}} {{state}}']],
      },
      {
        title: 'Oldest job',
        description: 'Age of the oldest job that could be taken.',
        unit: 's',
        queries: [['max by (queue) (tidings_queue_oldest_seconds)', '{{queue}}']],
      },
      {
        title: 'Overdue',
        description: 'How late the oldest due row is that the scheduler has not processed.',
        unit: 's',
        queries: [['max by (work) (tidings_overdue_seconds)', '{{work}}']],
      },
    ],
  },
  {
    title: 'Webhooks',
    panels: [
      {
        title: 'Attempts',
        description: 'Each failed attempt is repeated up to seven times.',
        unit: 'cps',
        queries: [[`sum by (outcome) (${rate('tidings_webhook_attempts_total')})`, '{{outcome}}']],
      },
      {
        title: 'Deliveries that wait for a retry',
        description: 'Counted up to 10,000.',
        unit: 'short',
        queries: [['max(tidings_webhook_retries_waiting)', 'waiting']],
      },
      {
        title: 'Endpoints with problems',
        description: 'Failing, and disabled in the last seven days; counted up to 1,000.',
        unit: 'short',
        queries: [['max by (state) (tidings_webhook_endpoints)', '{{state}}']],
      },
    ],
  },
  {
    title: 'Credits, quotas and erasures',
    panels: [
      {
        title: 'Credits',
        description: 'A refund is for a paid message that was certainly not sent.',
        unit: 'cps',
        queries: [[`sum by (movement) (${rate('tidings_credits_total')})`, '{{movement}}']],
      },
      {
        title: 'Ledger against balance',
        description: 'Any difference is an error.',
        unit: 'short',
        queries: [['max(tidings_ledger_difference_credits)', 'credits']],
      },
      {
        title: 'Age of the comparison',
        description: 'Since the balance of the business was compared that was compared longest ago.',
        unit: 's',
        queries: [['time() - max(tidings_ledger_checked_timestamp_seconds)', 'age']],
      },
      {
        title: 'Quota refusals',
        description: 'Pushes that were refused because a business used up a quota.',
        unit: 'cps',
        queries: [[`sum by (quota) (${rate('tidings_quota_refusals_total')})`, '{{quota}}']],
      },
      {
        title: 'Erasures',
        description: 'Erasures of personal data.',
        unit: 'cps',
        queries: [[`sum by (outcome) (${rate('tidings_erasures_total')})`, '{{outcome}}']],
      },
    ],
  },
  {
    title: 'Requests',
    panels: [
      {
        title: 'Requests',
        description: 'By operation.',
        unit: 'reqps',
        queries: [[`topk(12, sum by (operation) (${rate('tidings_http_requests_total')}))`, '{{operation}}']],
      },
      {
        title: 'Errors',
        description: '503 is the database or a limit, 500 is a bug. A shop repeats both.',
        unit: 'reqps',
        queries: [
          [
            `sum by (operation, status) (${rate('tidings_http_requests_total', 'status=~"4..|5.."')})`,
            '{{operation}} {{status}}',
          ],
        ],
      },
      {
        title: 'Time to the response, 95 %',
        description: 'By operation.',
        unit: 's',
        queries: [[quantile(0.95, 'operation', 'tidings_http_request_seconds'), '{{operation}}']],
      },
      {
        title: 'Refused by a limit',
        description: 'body_budget and connections are limits of the process, the others those of one caller.',
        unit: 'reqps',
        queries: [
          [`sum by (limit) (${rate('tidings_http_limited_total')})`, '{{limit}}'],
          [`sum by (reason) (${rate('tidings_http_bodies_ended_total')})`, 'body {{reason}}'],
          [`sum by (reason) (${rate('tidings_http_readers_cut_off_total')})`, 'reader {{reason}}'],
        ],
      },
      {
        title: 'Bytes in flight',
        description: 'At most 64 MiB of each kind in a process.',
        unit: 'bytes',
        queries: [[chosen('tidings_http_bytes_in_flight'), '{{instance}} {{kind}}']],
      },
      {
        title: 'Connections',
        description: 'At most 10,000 in a process.',
        unit: 'short',
        queries: [[chosen('tidings_http_connections'), '{{instance}}']],
      },
    ],
  },
  {
    title: 'Database',
    panels: [
      {
        title: 'Connections in use',
        description: 'Waiting calls at every scrape mean that the pool or the database is at its limit.',
        unit: 'short',
        queries: [
          [chosen('tidings_database_connections'), '{{instance}} {{state}}'],
          [chosen('tidings_database_pool_size'), '{{instance}} limit'],
        ],
      },
      {
        title: 'Age of the figures of the database',
        description: 'Since a process read its gauges from the database. Seconds are normal.',
        unit: 's',
        queries: [[`time() - ${chosen('tidings_sampled_timestamp_seconds')}`, '{{instance}}']],
      },
      {
        title: 'Calls in a batch, mean',
        description: 'Calls that were joined to one transaction.',
        unit: 'short',
        queries: [
          [
            `sum by (batch) (${rate('tidings_batch_size_sum')}) / sum by (batch) (${rate('tidings_batch_size_count')})`,
            '{{batch}}',
          ],
        ],
      },
      {
        title: 'Maintenance',
        description: 'Each task runs every ten minutes in each worker.',
        unit: 'short',
        queries: [['sum by (task, outcome) (increase(tidings_maintenance_runs_total[1h]))', '{{task}} {{outcome}}']],
      },
    ],
  },
  {
    title: 'Processes',
    panels: [
      {
        title: 'Versions',
        description: 'More than one only during an upgrade.',
        unit: 'short',
        queries: [['count by (version, commit, role) (tidings_build_info)', '{{role}} {{version}} {{commit}}']],
      },
      {
        title: 'Delay of the event loop, 99 %',
        description: 'Below 0.05 s is normal.',
        unit: 's',
        queries: [[chosen('nodejs_eventloop_lag_p99_seconds'), '{{instance}}']],
      },
      {
        title: 'Processor time',
        description: 'Near 1 a process works at its limit.',
        unit: 'percentunit',
        queries: [[rate('process_cpu_seconds_total'), '{{instance}}']],
      },
      {
        title: 'Memory',
        description: 'The heap, and all memory of the process.',
        unit: 'bytes',
        queries: [
          [chosen('nodejs_heap_size_used_bytes'), '{{instance}} heap'],
          [chosen('process_resident_memory_bytes'), '{{instance}} resident'],
        ],
      },
      {
        title: 'Garbage collection',
        description: 'The share of time.',
        unit: 'percentunit',
        queries: [[`sum by (instance) (${rate('nodejs_gc_duration_seconds_sum')})`, '{{instance}}']],
      },
      {
        title: 'Since the last start',
        description: 'A line that falls to 0 again and again is a process that restarts.',
        unit: 's',
        queries: [[`time() - ${chosen('process_start_time_seconds')}`, '{{instance}}']],
      },
    ],
  },
]

const datasource = { type: 'prometheus', uid: '${datasource}' }
/** Grafana divides the width into 24 columns. */
const columns = 24

/** The dashboard in the JSON that Grafana imports. */
export const grafanaDashboard = () => ({
  uid: 'tidings',
  title: 'Tidings',
  description: 'Are messages sent, what fails and why. Written by npm run dashboard.',
  tags: ['tidings'],
  editable: true,
  graphTooltip: 1,
  refresh: '30s',
  schemaVersion: 39,
  time: { from: 'now-3h', to: 'now' },
  timezone: 'browser',
  templating: {
    list: [
      { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
      chooser('role', 'label_values(tidings_build_info, role)'),
      chooser('instance', 'label_values(tidings_build_info{role=~"$role"}, instance)'),
    ],
  },
  annotations: { list: [] },
  panels: layOut(rows),
})

const chooser = (name: string, query: string) => ({
  name,
  type: 'query',
  datasource,
  query: { query, refId: name },
  definition: query,
  refresh: 2,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: ['All'], value: ['$__all'] },
})

function layOut(all: Row[]): object[] {
  const panels: object[] = []
  let y = 0
  for (const { title, panels: inRow } of all) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: columns, h: 1 },
    })
    y += 1
    const [perLine, height] = inRow.some(({ number }) => number !== undefined) ? [6, 4] : [3, 8]
    const width = columns / perLine
    for (const [index, panel] of inRow.entries()) {
      const gridPos = { x: (index % perLine) * width, y: y + Math.floor(index / perLine) * height, w: width, h: height }
      panels.push({ id: panels.length + 1, ...describePanel(panel), gridPos })
    }
    y += Math.ceil(inRow.length / perLine) * height
  }
  return panels
}

function describePanel({ title, description, unit, queries, number }: Panel): object {
  const targets = queries.map(([expr, legendFormat], index) => ({
    refId: String.fromCodePoint(65 + index),
    datasource,
    expr,
    legendFormat,
    ...(number !== undefined && { instant: true, range: false }),
  }))
  const shared = { title, description, datasource, targets }
  if (number === undefined)
    return {
      type: 'timeseries',
      ...shared,
      fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
      options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    }
  const [below, from, value] = 'red' in number ? ['green', 'red', number.red] : ['red', 'green', number.green]
  const steps = [
    { color: below, value: null },
    { color: from, value },
  ]
  return {
    type: 'stat',
    ...shared,
    fieldConfig: { defaults: { unit, thresholds: { mode: 'absolute', steps } }, overrides: [] },
    options: { colorMode: 'background', reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false } },
  }
}
