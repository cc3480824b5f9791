import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Database } from './db/database.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const counter = <Label extends string>(name: string, labelNames: Label[], help: string) =>
  new Counter({ name, help, labelNames, registers: [registry] })
const gauge = <Label extends string>(name: string, labelNames: Label[], help: string) =>
  new Gauge({ name, help, labelNames, registers: [registry] })

/** What the service counts. Labels name operations and outcomes, never a business or a person. */
export const metrics = {
  requests: counter(
    'tidings_http_requests_total',
    ['operation', 'status'],
    'Requests answered, by operation and status',
  ),
  requestSeconds: new Histogram({
    name: 'tidings_http_request_seconds',
    help: 'Time from the head of a request to its answer',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  }),
  upkeepRuns: counter('tidings_upkeep_runs_total', ['task', 'outcome'], 'Upkeep tasks run, by task and outcome'),
  submissions: counter(
    'tidings_submissions_total',
    ['channel', 'outcome'],
    'Nudges given to a provider, by channel and what it answered',
  ),
  reports: counter(
    'tidings_reports_total',
    ['provider', 'kind'],
    'Callbacks of providers, by provider and what they say; unverified ones changed nothing',
  ),
  quotaRefusals: counter(
    'tidings_quota_refusals_total',
    ['quota'],
    'Pushes refused because the business has used up a quota, by quota; items of batches too',
  ),
  deliveries: counter('tidings_webhook_attempts_total', ['outcome'], 'Webhook deliveries tried, by outcome'),
  sendingHeld: gauge(
    'tidings_sending_held',
    ['reason'],
    'Present, and 1, while this worker sends nothing until the operator releases it, by reason',
  ),
  limited: counter(
    'tidings_http_limited_total',
    ['limit'],
    'Requests and connections refused because a limit of this process was reached, by limit',
  ),
  bodiesEnded: counter(
    'tidings_http_bodies_ended_total',
    ['reason'],
    'Bodies that were not read to their end: evicted for others while they waited for their client, or too slow',
  ),
  readersCutOff: counter(
    'tidings_http_readers_cut_off_total',
    ['reason'],
    'Answers that their reader did not take: over their deadline, or cut off because the budget was used up',
  ),
  bytesInFlight: gauge(
    'tidings_http_bytes_in_flight',
    ['kind'],
    'Bytes of bodies until they are answered, and of answers until they are taken',
  ),
  httpConnections: gauge('tidings_http_connections', [], 'Open connections, idle ones too'),
  connections: gauge('tidings_database_connections', ['state'], 'Connections of the pool, and those waiting for one'),
}

export async function writeMetrics(db: Database): Promise<string> {
  for (const [state, count] of Object.entries(db.connections())) metrics.connections.set({ state }, count)
  return registry.metrics()
}
