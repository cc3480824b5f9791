import { Agent, request } from 'node:http'
import { type Sample, tenantWindow } from './tenant-window.ts'

/**
 * The well-behaved tenant, in a process of its own: it pushes and reads at a steady rate, whatever the answers take. Its parent
 * asks for windows; the answer waits until every request of the window has ended.
 */
const orders = JSON.parse(process.argv[2]!) as { port: number; apiKey: string }

const betweenMilliseconds = 50
const patienceMilliseconds = 10_000
/** What is older is no longer asked for. */
const keptMilliseconds = 300_000

// Few idle connections: those that a stall made it open must not be taken for the attacker's.
const agent = new Agent({ keepAlive: true, maxFreeSockets: 4 })
let samples: Sample[] = []
let lastMessageId: string | null = null
let count = 0

const now = (): number => performance.timeOrigin + performance.now()

/** The body of a good answer. */
function ask(method: string, path: string, body: string | null): Promise<string> {
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
      Authorization: `Bearer ${orders.apiKey}`,
      ...(body === null
        ? {}
        : {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'Idempotency-Key': `${process.pid}-${count}`,
          }),
    }
    const asked = request({ host: '127.0.0.1', port: orders.port, agent, method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.once('error', () => end(0, ''))
      answer.once('end', () => end(answer.statusCode ?? 0, text))
    })
    const timer = setTimeout(() => {
      end(0, '')
      asked.destroy()
    }, patienceMilliseconds)
    asked.once('error', () => end(0, ''))
    asked.end(body ?? undefined)
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
  const id = /"id":"(msg_\w+)"/.exec(await ask('POST', '/api/v1/messages', body))?.[1]
  if (id !== undefined) lastMessageId = id
}

function read(): void {
  const paths = ['/api/v1/messages', '/api/v1/credits', `/api/v1/messages/${lastMessageId}`]
  void ask('GET', paths[count % (lastMessageId === null ? 2 : 3)]!, null)
}

setInterval(() => void push(), betweenMilliseconds)
setTimeout(() => setInterval(read, betweenMilliseconds), betweenMilliseconds / 2)
setInterval(() => {
  const oldest = now() - keptMilliseconds
  samples = samples.filter(({ sentAt }) => sentAt > oldest)
}, 10_000)

/** `settled`: wait until every request of the window has ended. */
export type WindowQuestion = { from: number; to: number; settled: boolean }

process.on('message', ({ from, to, settled }: WindowQuestion) => {
  const isOpen = (): boolean => samples.some(({ sentAt, endedAt }) => sentAt >= from && sentAt < to && endedAt === null)
  const answer = (): void => {
    if (settled && isOpen()) setTimeout(answer, 20)
    else process.send!(tenantWindow(samples, from, to, now()))
  }
  answer()
})
process.on('disconnect', () => process.exit())
