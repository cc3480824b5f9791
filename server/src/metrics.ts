import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Database } from './db/database.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

/** What the service counts. Labels name operations and outcomes, never a business or a person. */
export const metrics = {
  requests: new Counter({
    name: 'tidings_http_requests_total',
    help: 'Requests answered, by operation and status',
    labelNames: ['operation', 'status'],
    registers: [registry],
  }),
  requestSeconds: new Histogram({
    name: 'tidings_http_request_seconds',
    help: 'Time from the head of a request to its answer',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  }),
  upkeepRuns: new Counter({
    name: 'tidings_upkeep_runs_total',
    help: 'Upkeep tasks run, by task and outcome',
    labelNames: ['task', 'outcome'],
    registers: [registry],
  }),
  submissions: new Counter({
    name: 'tidings_submissions_total',
    help: 'Nudges given to a provider, by channel and what it answered',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  }),
  reports: new Counter({
    name: 'tidings_reports_total',
    help: 'Callbacks of providers, by provider and what they say; unverified ones changed nothing',
    labelNames: ['provider', 'kind'],
    registers: [registry],
  }),
  quotaRefusals: new Counter({
    name: 'tidings_quota_refusals_total',
    help: 'Pushes refused because the business has used up a quota, by quota; items of batches too',
    labelNames: ['quota'],
    registers: [registry],
  }),
  deliveries: new Counter({
    name: 'tidings_webhook_attempts_total',
    help: 'Webhook deliveries tried, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  }),
  sendingHeld: new Gauge({
    name: 'tidings_sending_held',
    help: 'Present, and 1, while this worker sends nothing until the operator releases it, by reason',
    labelNames: ['reason'],
    registers: [registry],
  }),
  limited: new Counter({
    name: 'tidings_http_limited_total',
    help: 'Requests and connections refused because a limit of this process was reached, by limit',
    labelNames: ['limit'],
    registers: [registry],
  }),
  bodiesEnded: new Counter({
    name: 'tidings_http_bodies_ended_total',
    help: 'Bodies that were not read to their end: evicted for others while they waited for their client, or too slow',
    labelNames: ['reason'],
    registers: [registry],
  }),
  readersCutOff: new Counter({
    name: 'tidings_http_readers_cut_off_total',
    help: 'Answers that their reader did not take: over their deadline, or cut off because the budget was used up',
    labelNames: ['reason'],
    registers: [registry],
  }),
  bytesInFlight: new Gauge({
    name: 'tidings_http_bytes_in_flight',
    help: 'Bytes of bodies until they are answered, and of answers until they are taken',
    labelNames: ['kind'],
    registers: [registry],
  }),
  httpConnections: new Gauge({
    name: 'tidings_http_connections',
    help: 'Open connections, idle ones too',
    registers: [registry],
  }),
  connections: new Gauge({
    name: 'tidings_database_connections',
    help: 'Connections of the pool, and those waiting for one',
    labelNames: ['state'],
    registers: [registry],
  }),
}

export async function writeMetrics(db: Database): Promise<string> {
  for (const [state, count] of Object.entries(db.connections())) metrics.connections.set({ state }, count)
  return registry.metrics()
}
