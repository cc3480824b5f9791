import { randomUUIDv7 } from 'node:crypto'
import { Agent } from 'undici'
import { formatId } from '../../server/src/ids.ts'
import { writeEnvelope } from '../../server/src/webhooks/envelope.ts'
import { signature } from '../../server/src/webhooks/request.ts'
import { deliveredEvent } from './delivered-event.ts'
import { clockOf, startClocks } from './processor-time.ts'

/**
 * The HTTP client alone: the bodies, headers and signatures of the service's deliveries, and nothing read before or written
 * down after. Spawned with its orders as JSON in the first argument; prints one line of JSON.
 */
export type Orders = {
  endpoints: { url: string; secret: string }[]
  certificateAuthority: string
  simulator: number
  warmUp: number
  count: number
}
export type Report = { seconds: number; milliseconds: { undici: number; simulator: number } }

/** As many as the service's poster keeps to one origin. */
const connections = 32
/** More than those, so that none of them is ever idle. */
const atOnce = 2 * connections
const { endpoints, certificateAuthority, simulator, warmUp, count } = JSON.parse(process.argv[2]!) as Orders
const agent = new Agent({ connections, allowH2: false, connect: { ca: certificateAuthority } })

await postAll(prepare(warmUp))
const prepared = prepare(count)
const processors = startClocks({ undici: clockOf(process.pid), simulator: clockOf(simulator) })
const started = performance.now()
await postAll(prepared)
const report: Report = { seconds: (performance.now() - started) / 1000, milliseconds: processors(count) }
await agent.close()
process.stdout.write(`${JSON.stringify(report)}\n`)

type Prepared = { url: URL; secret: string; id: string; type: string; body: string }

/** The service finds the body of an event ready made, too. */
function prepare(posts: number): Prepared[] {
  return Array.from({ length: posts }, (_, place) => {
    const { url, secret } = endpoints[place % endpoints.length]!
    const [id, { type, data }] = [formatId('evt', randomUUIDv7()), deliveredEvent(randomUUIDv7())]
    return { url: new URL(url), secret, id, type, body: writeEnvelope({ id, type, occurredAt: new Date(), data }) }
  })
}

async function postAll(posts: Prepared[]): Promise<void> {
  let next = 0
  const postOn = async (): Promise<void> => {
    for (let post = posts[next++]; post !== undefined; post = posts[next++]) await postOne(post)
  }
  await Promise.all(Array.from({ length: atOnce }, postOn))
}

async function postOne({ url, secret, id, type, body }: Prepared): Promise<void> {
  const answer = await agent.request({
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
  await answer.body.dump()
  if (answer.statusCode !== 204) throw new Error(`a receiver answered ${answer.statusCode}`)
}
