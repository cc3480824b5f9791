import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { endWork, flushTraces, startWork, type TraceContext } from '../../server/src/tracing.ts'

/**
 * Publishes the work of pushes and emails without doing any, and measures the processor time of this process until all is exported.
 * A program that takes its options as JSON in the first argument and prints its report as one line of JSON.
 */
export type Options = { warmUp: number; count: number }
/** For one push and its email together. */
export type Report = { microseconds: number }

/** The spans of one push and its email: the same names and fields as those of the service. */
function publish(): void {
  const request = startWork('request', 'request')
  if (request === null) return
  const ids = { business_id: `biz_${randomUUID()}`, message_id: `msg_${randomUUID()}` }
  const transaction = startWork('transaction', 'transaction pushMessage', request.context)!
  endWork(transaction, { operation: 'pushMessage', calls: 1 })
  request.name = 'POST /api/v1/messages'
  endWork(request, {
    operation: 'pushMessage',
    request_id: `req_${randomUUID()}`,
    business_id: ids.business_id,
    key_id: `key_${randomUUID()}`,
    replayed: false,
    'http.request.method': 'POST',
    'http.route': '/api/v1/messages',
    'http.response.status_code': 201,
  })
  publishJob(request.context, ids)
}

function publishJob(parent: TraceContext | undefined, ids: Record<string, string>): void {
  const job = startWork('job', 'job nudges.email', parent)!
  job.attributes = { queue: 'nudges.email', job_id: randomUUID(), recovered: false }
  const submission = startWork('submission', 'submit nudges.email', job.context)!
  endWork(submission, { outcome: 'accepted' })
  endWork(job, { ...ids, nudge_id: randomUUID(), channel: 'email', attempt: 1, outcome: 'accepted' })
}

async function publishMany(count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    publish()
    // The exporter works between the requests of the service too.
    if (done % 20 === 0) await turn()
  }
}

const { warmUp, count } = JSON.parse(process.argv[2]!) as Options
await publishMany(warmUp)
const before = process.cpuUsage()
await publishMany(count)
await flushTraces()
const { user, system } = process.cpuUsage(before)
process.stdout.write(`${JSON.stringify({ microseconds: (user + system) / count } satisfies Report)}\n`)
