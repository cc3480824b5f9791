import { randomUUIDv7 } from 'node:crypto'
import { Agent } from 'undici'
import { formatId } from '../../server/src/ids.ts'
import { writeEnvelope } from '../../server/src/webhooks/envelope.ts'
import { signature } from '../../server/src/webhooks/request.ts'
import { deliveredEvent } from './delivered-event.ts'
import { cpuClock, startCpuClocks } from './processor-time.ts'

/**
 * Measures the HTTP client without the database: posts the bodies, headers and signatures of the service's deliveries. A
 * program that takes its options as JSON in the first argument and prints its report as one line of JSON.
 */
export type Options = {
  endpoints: { url: string; secret: string }[]
  certificateAuthority: string
  simulator: number
  warmUp: number
  count: number
}
export type Report = { seconds: number; milliseconds: { undici: number; simulator: number } }

/** The service's limit for connections to one origin. */
const connections = 32
/** More than the connections, so that none is ever idle. */
const concurrency = 2 * connections
const { endpoints, certificateAuthority, simulator, warmUp, count } = JSON.parse(process.argv[2]!) as Options
const agent = new Agent({ connections, allowH2: false, connect: { ca: certificateAuthority } })

await postAll(prepare(warmUp))
const prepared = prepare(count)
const cpuPerItem = startCpuClocks({ undici: cpuClock(process.pid), simulator: cpuClock(simulator) })
const started = performance.now()
await postAll(prepared)
const report: Report = { seconds: (performance.now() - started) / 1000, milliseconds: cpuPerItem(count) }
await agent.close()
process.stdout.write(`${JSON.stringify(report)}\n`)

type Prepared = { url: URL; secret: string; id: string; type: string; body: string }

/** Built before the measurement, because the service also reads the finished body of an event. */
function prepare(posts: number): Prepared[] {
  return Array.from({ length: posts }, (_, index) => {
    const { url, secret } = endpoints[index % endpoints.length]!
    const [id, { type, data }] = [formatId('evt', randomUUIDv7()), deliveredEvent(randomUUIDv7())]
    return { url: new URL(url), secret, id, type, body: writeEnvelope({ id, type, occurredAt: new Date(), data }) }
  })
}

async function postAll(posts: Prepared[]): Promise<void> {
  let next = 0
  const postRemaining = async (): Promise<void> => {
    for (let post = posts[next++]; post !== undefined; post = posts[next++]) await postRemaininge(post)
  }
  await Promise.all(Array.from({ length: concurrency }, postRemaining))
}

async function postRemaininge({ url, secret, id, type, body }: Prepared): Promise<void> {
  const response = await agent.request({
    origin: url.origin,
    path: url.pathname,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Tidings-Webhooks/1',
      'X-Service-Signature': signature([secret], Math.floor(Date.now() / 1000), body),
      'X-Service-Event': type,
      'X-Service-Delivery': id,
    },
    body,
  })
  await response.body.dump()
  if (response.statusCode !== 204) throw new Error(`a receiver responded with ${response.statusCode}`)
}
