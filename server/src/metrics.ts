import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { ProviderResponse } from './channels/provider-response.decide.ts'
import type { Channel } from './channels/registry.ts'
import type { Database } from './db/database.ts'
import type { QueueName } from './queue/queue.ts'
import type { SkipReason } from './reasons.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

/** The values of the labels are closed unions where the code knows them all, so that a metric cannot get a series per business. */
type Labels = Record<string, string>
type Counted<L extends Labels> = { inc(labels: L, value?: number): void } & Pick<Counter<string>, 'get'>
type Measured<L extends Labels> = {
  set(labels: L, value: number): void
  inc(labels: L, value: number): void
  reset(): void
}
type Observed<L extends Labels> = { observe(labels: L, value: number): void }

const counter = <L extends Labels>(name: string, labelNames: (keyof L & string)[], help: string): Counted<L> =>
  new Counter<string>({ name, help, labelNames, registers: [registry] })
const gauge = <L extends Labels>(name: string, labelNames: (keyof L & string)[], help: string): Measured<L> =>
  new Gauge<string>({ name, help, labelNames, registers: [registry] })
const plainGauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
const histogram = <L extends Labels>(
  name: string,
  labelNames: (keyof L & string)[],
  buckets: number[],
  help: string,
): Observed<L> => new Histogram<string>({ name, help, labelNames, buckets, registers: [registry] })

/** Work that waits in rows until the scheduler queues it or does it. */
export type OverdueWork = 'nudges' | 'webhook_retries' | 'report_timeouts'

/** All metrics. Labels name operations and outcomes, never a business or a person. */
export const metrics = {
  buildInfo: gauge<{ version: string; commit: string; node: string; role: string }>(
    'tidings_build_info',
    ['version', 'commit', 'node', 'role'],
    'Always 1: the version, the commit, the version of Node and the role of this process',
  ),
  requests: counter<{ operation: string; status: string }>(
    'tidings_http_requests_total',
    ['operation', 'status'],
    'Requests that got a response, by operation and status',
  ),
  requestSeconds: histogram<{ operation: string }>(
    'tidings_http_request_seconds',
    ['operation'],
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    'Time from the head of a request to its response',
  ),
  maintenanceRuns: counter<{ task: string; outcome: 'done' | 'failed' }>(
    'tidings_maintenance_runs_total',
    ['task', 'outcome'],
    'Maintenance tasks run, by task and outcome',
  ),
  queueJobs: gauge<{ queue: QueueName; state: 'waiting' | 'running' }>(
    'tidings_queue_jobs',
    ['queue', 'state'],
    'Jobs of live businesses by queue: waiting ones, those that are delayed for a retry included, and running ones',
  ),
  queueOldestSeconds: gauge<{ queue: QueueName }>(
    'tidings_queue_oldest_seconds',
    ['queue'],
    'Age of the oldest job of the queue that could be taken; 0 if there is none',
  ),
  overdueSeconds: gauge<{ work: OverdueWork }>(
    'tidings_overdue_seconds',
    ['work'],
    'How late the oldest due row is that the scheduler has not processed; 0 if there is none',
  ),
  submissions: counter<{ channel: Channel; outcome: 'accepted' | 'refused' | 'unknown' }>(
    'tidings_submissions_total',
    ['channel', 'outcome'],
    'Nudges submitted to a provider, by channel and outcome',
  ),
  nudgesSkipped: counter<{ channel: Channel; reason: SkipReason }>(
    'tidings_nudges_skipped_total',
    ['channel', 'reason'],
    'Nudges that a gate or a limit refused, at the push or when they were due, by channel and reason',
  ),
  unknownOutcomes: counter<{ channel: Channel; cause: 'no_response' | 'worker_lost' }>(
    'tidings_unknown_outcomes_total',
    ['channel', 'cause'],
    'Nudges that may or may not have been sent: the provider did not respond clearly, or the worker died meanwhile',
  ),
  nudgeRetries: counter<{ channel: Channel }>(
    'tidings_nudge_retries_total',
    ['channel'],
    'Nudges that a provider refused for now and that are retried later, by channel',
  ),
  providerSeconds: histogram<{ channel: Channel; provider: string }>(
    'tidings_provider_seconds',
    ['channel', 'provider'],
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    'Time from a submission to its result, the wait for a connection to the provider included',
  ),
  providerResponses: counter<{ channel: Channel; provider: string; response: ProviderResponse }>(
    'tidings_provider_responses_total',
    ['channel', 'provider', 'response'],
    'Responses of providers to submissions of nudges, of the service’s own emails and of acknowledgements',
  ),
  deliveryReports: counter<{ provider: string; kind: string }>(
    'tidings_delivery_reports_total',
    ['provider', 'kind'],
    'Delivery reports, by provider and kind; callbacks without one count as unverified, inbound or nothing',
  ),
  deliveries: counter<{ outcome: string }>(
    'tidings_webhook_attempts_total',
    ['outcome'],
    'Webhook deliveries tried, by outcome',
  ),
  webhookRetriesWaiting: plainGauge(
    'tidings_webhook_retries_waiting',
    'Webhook deliveries that wait for their retry, counted up to 10,000',
  ),
  webhookEndpoints: gauge<{ state: 'failing' | 'disabled' }>(
    'tidings_webhook_endpoints',
    ['state'],
    'Endpoints of active businesses whose last event could not be delivered, and those disabled in the last seven days, counted up to 1,000',
  ),
  credits: counter<{ movement: 'charge' | 'refund' | 'grant' }>(
    'tidings_credits_total',
    ['movement'],
    'Credits moved in the ledgers of live businesses by this process; credits that an operator takes away are not counted',
  ),
  ledgerDifference: plainGauge(
    'tidings_ledger_difference_credits',
    'Sum over the checked businesses of the difference between the balance and the sum of the ledger; above 0 is an error',
  ),
  ledgerChecked: plainGauge(
    'tidings_ledger_checked_timestamp_seconds',
    'When the ledger was last compared with the balance for the business whose comparison is the oldest',
  ),
  erasures: counter<{ outcome: 'recipient_erased' | 'whatsapp_erased' | 'not_found' }>(
    'tidings_erasures_total',
    ['outcome'],
    'Erasures committed by this process, by what was erased',
  ),
  quotaRefusals: counter<{ quota: string }>(
    'tidings_quota_refusals_total',
    ['quota'],
    'Pushes and batch items refused because the business has used up a quota, by quota',
  ),
  sendingPaused: gauge<{ reason: string }>(
    'tidings_sending_paused',
    ['reason'],
    'Present, with value 1, while sending is paused in this worker until the operator releases it, by reason',
  ),
  limited: counter<{ limit: string }>(
    'tidings_http_limited_total',
    ['limit'],
    'Requests and connections refused because this process reached a limit, by limit',
  ),
  bodiesEnded: counter<{ reason: 'evicted' | 'slow' | 'small_chunks' }>(
    'tidings_http_bodies_ended_total',
    ['reason'],
    'Request bodies that were not read to their end, by reason: evicted for another body, too slow, or in small chunks',
  ),
  readersCutOff: counter<{ reason: 'deadline' | 'budget' }>(
    'tidings_http_readers_cut_off_total',
    ['reason'],
    'Responses that the client did not read: past their deadline, or cut off because the byte budget was used up',
  ),
  bytesInFlight: gauge<{ kind: 'body' | 'response' }>(
    'tidings_http_bytes_in_flight',
    ['kind'],
    'Bytes of request bodies until their response is sent, and of responses until the client has read them',
  ),
  httpConnections: plainGauge('tidings_http_connections', 'Open connections, including idle ones'),
  batchSize: histogram<{ batch: string }>(
    'tidings_batch_size',
    ['batch'],
    [1, 2, 5, 10, 20, 50, 100, 200],
    'Concurrent calls that were joined to one batch, by the work of the batch',
  ),
  connections: gauge<{ state: string }>(
    'tidings_database_connections',
    ['state'],
    'Connections of the pool, and callers waiting for one',
  ),
  poolSize: plainGauge('tidings_database_pool_size', 'The most connections that the pool of this process opens'),
  sampled: plainGauge(
    'tidings_sampled_timestamp_seconds',
    'When this process last read the gauges that come from the database',
  ),
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
