import { Agent, request } from 'node:http'
import { type Sample, tenantWindow } from './tenant-window.ts'

/**
 * The well-behaved tenant, in its own process: it pushes and reads at a steady rate, however long the responses take. Its
 * parent requests windows; the reply waits until every request of the window has ended.
 */
const target = JSON.parse(process.argv[2]!) as { port: number; apiKey: string }

const intervalMilliseconds = 50
const requestTimeoutMilliseconds = 10_000
/** Older samples are never requested. */
const retentionMilliseconds = 300_000

// Few idle connections: connections that the tenant opened during a stall must not be counted as the attacker's.
const agent = new Agent({ keepAlive: true, maxFreeSockets: 4 })
let samples: Sample[] = []
let lastMessageId: string | null = null
let count = 0

const now = (): number => performance.timeOrigin + performance.now()

/** Returns the body of the response, or an empty text on failure. */
function send(method: string, path: string, body: string | null): Promise<string> {
  const sample: Sample = { sentAt: now(), endedAt: null, status: 0 }
  samples.push(sample)
  return new Promise((resolve) => {
    const end = (status: number, text: string): void => {
      if (sample.endedAt !== null) return
      clearTimeout(timer)
      Object.assign(sample, { status, endedAt: now() })
      resolve(text)
    }
    const headers = {
      Authorization: `Bearer ${target.apiKey}`,
      ...(body === null
        ? {}
        : {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'Idempotency-Key': `${process.pid}-${count}`,
          }),
    }
    const outgoing = request({ host: '127.0.0.1', port: target.port, agent, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.once('error', () => end(0, ''))
      response.once('end', () => end(response.statusCode ?? 0, text))
    })
    const timer = setTimeout(() => {
      end(0, '')
      outgoing.destroy()
    }, requestTimeoutMilliseconds)
    outgoing.once('error', () => end(0, ''))
    outgoing.end(body ?? undefined)
  })
}

async function push(): Promise<void> {
  const body = JSON.stringify({
    recipient_email: `customer-${count++ % 500}@example.com`,
    subject: 'Your order is on its way',
    body: 'It left our warehouse this morning and should be with you the day after tomorrow.',
    reference: `A-${count}`,
    order_status: 'shipped',
  })
  const id = /"id":"(msg_\w+)"/.exec(await send('POST', '/api/v1/messages', body))?.[1]
  if (id !== undefined) lastMessageId = id
}

function read(): void {
  const paths = ['/api/v1/messages', '/api/v1/credits', `/api/v1/messages/${lastMessageId}`]
  void send('GET', paths[count % (lastMessageId === null ? 2 : 3)]!, null)
}

setInterval(() => void push(), intervalMilliseconds)
setTimeout(() => setInterval(read, intervalMilliseconds), intervalMilliseconds / 2)
setInterval(() => {
  const oldest = now() - retentionMilliseconds
  samples = samples.filter(({ sentAt }) => sentAt > oldest)
}, 10_000)

/** `waitsForEnd`: reply only after every request of the window has ended. */
export type WindowRequest = { from: number; to: number; waitsForEnd: boolean }

process.on('message', ({ from, to, waitsForEnd }: WindowRequest) => {
  const isOpen = (): boolean => samples.some(({ sentAt, endedAt }) => sentAt >= from && sentAt < to && endedAt === null)
  const reply = (): void => {
    if (waitsForEnd && isOpen()) setTimeout(reply, 20)
    else process.send!(tenantWindow(samples, from, to, now()))
  }
  reply()
})
process.on('disconnect', () => process.exit())
