import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Database } from './db/database.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const counter = <Label extends string>(name: string, labelNames: Label[], help: string) =>
  new Counter({ name, help, labelNames, registers: [registry] })
const gauge = <Label extends string>(name: string, labelNames: Label[], help: string) =>
  new Gauge({ name, help, labelNames, registers: [registry] })

/** All metrics. Labels name operations and outcomes, never a business or a person. */
export const metrics = {
  requests: counter(
    'tidings_http_requests_total',
    ['operation', 'status'],
    'Requests that got a response, by operation and status',
  ),
  requestSeconds: new Histogram({
    name: 'tidings_http_request_seconds',
    help: 'Time from the head of a request to its response',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  }),
  maintenanceRuns: counter(
    'tidings_maintenance_runs_total',
    ['task', 'outcome'],
    'Maintenance tasks run, by task and outcome',
  ),
  submissions: counter(
    'tidings_submissions_total',
    ['channel', 'outcome'],
    'Nudges submitted to a provider, by channel and outcome',
  ),
  deliveryReports: counter(
    'tidings_delivery_reports_total',
    ['provider', 'kind'],
    'Delivery reports, by provider and kind; callbacks without one count as unverified, inbound or nothing',
  ),
  quotaRefusals: counter(
    'tidings_quota_refusals_total',
    ['quota'],
    'Pushes and batch items refused because the business has used up a quota, by quota',
  ),
  deliveries: counter('tidings_webhook_attempts_total', ['outcome'], 'Webhook deliveries tried, by outcome'),
  sendingPaused: gauge(
    'tidings_sending_paused',
    ['reason'],
    'Present, with value 1, while sending is paused in this worker until the operator releases it, by reason',
  ),
  limited: counter(
    'tidings_http_limited_total',
    ['limit'],
    'Requests and connections refused because this process reached a limit, by limit',
  ),
  bodiesEnded: counter(
    'tidings_http_bodies_ended_total',
    ['reason'],
    'Request bodies that were not read to their end, by reason: evicted for another body, too slow, or in small chunks',
  ),
  readersCutOff: counter(
    'tidings_http_readers_cut_off_total',
    ['reason'],
    'Responses that the client did not read: past their deadline, or cut off because the byte budget was used up',
  ),
  bytesInFlight: gauge(
    'tidings_http_bytes_in_flight',
    ['kind'],
    'Bytes of request bodies until their response is sent, and of responses until the client has read them',
  ),
  httpConnections: gauge('tidings_http_connections', [], 'Open connections, including idle ones'),
  connections: gauge('tidings_database_connections', ['state'], 'Connections of the pool, and callers waiting for one'),
}

/** How many requests and connections this process has refused since it started, by limit. */
export async function refusedByLimit(): Promise<{ limit: string; count: number }[]> {
  const { values } = await metrics.limited.get()
  return values.map(({ labels, value }) => ({ limit: String(labels.limit), count: value }))
}

export async function writeMetrics(db: Database): Promise<string> {
  for (const [state, count] of Object.entries(db.connections())) metrics.connections.set({ state }, count)
  return registry.metrics()
}
