import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import { metrics } from '../../src/metrics.ts'

type Metrics = typeof metrics
type LabelsOf<Metric> = Metric extends { inc: (labels: infer L, value?: number) => void }
  ? L
  : Metric extends { set: (labels: infer L, value: number) => void }
    ? L
    : Metric extends { observe: (labels: infer L, value: number) => void }
      ? L
      : never
type Values = {
  [Name in keyof Metrics]?: { [Label in keyof LabelsOf<Metrics[Name]>]?: LabelsOf<Metrics[Name]>[Label][] }
}

const operations = [...merchantOperations, ...operatorOperations].map(({ name }) => name)

/** The values with which rules and dashboard may compare a label. The types of metrics.ts reject a value that never occurs. */
const values: Values = {
  buildInfo: { role: ['all', 'api', 'web', 'worker'] },
  requests: { operation: [...operations, 'livez', 'readyz', 'metrics'] },
  requestSeconds: { operation: operations },
  limited: { limit: ['body_budget', 'connections'] },
  connections: { state: ['open', 'idle', 'waiting'] },
  queueJobs: { state: ['waiting', 'running'] },
  submissions: { outcome: ['accepted', 'refused', 'unknown'] },
  unknownOutcomes: { cause: ['no_response', 'worker_lost'] },
  nudgesSkipped: { channel: ['email', 'sms', 'whatsapp'], reason: ['platform_limited'] },
  providerResponses: { response: ['accepted', 'refused', 'throttled', 'unavailable', 'timeout', 'unreachable'] },
  deliveryReports: { kind: ['unverified'] },
  deliveries: { outcome: ['delivered'] },
  webhookEndpoints: { state: ['failing', 'disabled'] },
  credits: { movement: ['charge', 'refund', 'grant'] },
  sendingPaused: { reason: ['operator'] },
  maintenanceRuns: { outcome: ['done', 'failed'] },
}

/** A metric as a query sees it. `values` has the labels that a query may compare with one of a list. */
export type DeclaredMetric = { labels: string[]; values: Record<string, string[]> }

/** The series of a metric: a histogram has three. */
const seriesOf = (metric: unknown): [name: string, labels: string[]][] => {
  const { name, labelNames } = metric as { name: string; labelNames: string[] }
  if (metric instanceof Histogram)
    return [
      [`${name}_bucket`, [...labelNames, 'le']],
      [`${name}_sum`, labelNames],
      [`${name}_count`, labelNames],
    ]
  if (metric instanceof Counter || metric instanceof Gauge) return [[name, labelNames]]
  return []
}

const defaults = new Registry()
collectDefaultMetrics({ register: defaults })

/** All metrics of the service by the name of their series, and those that Prometheus adds. */
export const declaredMetrics = new Map<string, DeclaredMetric>([
  ['up', { labels: [], values: {} }],
  ['ALERTS', { labels: ['alertname', 'alertstate', 'severity'], values: { alertstate: ['pending', 'firing'] } }],
  ...defaults
    .getMetricsAsArray()
    .flatMap(seriesOf)
    .map(([name, labels]) => [name, { labels, values: {} }] as const),
  ...Object.entries(metrics).flatMap(([key, metric]) =>
    seriesOf(metric).map(([name, labels]) => [name, { labels, values: values[key as keyof Metrics] ?? {} }] as const),
  ),
])
