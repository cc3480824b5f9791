import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCommandLine } from '../src/command-line.ts'
import { readReady } from './home.ts'
import { describeProblem } from './problem.ts'
import { demoOrders, type Order, type Step } from './seed-orders.ts'

const usage = `npm run seed

Fills the demo business of a running npm run dev with orders in every state. A second run changes nothing.

Environment:

  TIDINGS_HOME  the folder of the running npm run dev, if it is not the default
`
const arrivalTimeoutMilliseconds = 10_000

/** npm run seed: fills the demo business of a running `npm run dev` over its own interface. A second run changes nothing. */
async function main(): Promise<void> {
  const read = parseCommandLine({ options: { help: { type: 'boolean', default: false } } })
  if ('problem' in read) throw new Error(`${read.problem}. npm run seed has no options except --help.`)
  if (read.values.help) return void process.stdout.write(usage)
  const ready = readReady(process.env['TIDINGS_HOME'])
  if (ready === null) throw new Error('Start the service first, in another terminal: npm run dev')
  const shop = createCaller(`${ready.url}/api/v1`, ready.api_key)
  const simulator = createCaller(ready.simulator_url, null)

  await ensureEndpoint(shop, simulator)
  const orders = demoOrders()
  for (const order of orders)
    for (const [index, step] of order.steps.entries()) await play(shop, simulator, order, step, index)
  process.stdout.write(`${orders.length} orders of ${new Set(orders.map(({ recipient }) => recipient)).size} recipients are there.

  ${ready.url}/docs            every operation
  ${ready.simulator_url}       the emails, texts and webhooks they caused
  curl -s '${ready.url}/api/v1/messages?limit=5' -H 'Authorization: Bearer ${ready.api_key}'
`)
}

/** The type of the response is the caller's expectation. */
type Caller = <T>(method: string, path: string, body?: unknown, key?: string) => Promise<T>

function createCaller(base: string, token: string | null): Caller {
  return async (method, path, body, key) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text || 'null')
  }
}

/** A receiver of the simulator, so that webhooks are delivered somewhere. */
async function ensureEndpoint(shop: Caller, simulator: Caller): Promise<void> {
  const { items } = await shop<{ items: unknown[] }>('GET', '/webhook-endpoints')
  if (items.length > 0) return
  const { url } = await simulator<{ url: string }>('POST', '/receivers', { behaviour: 'ok' })
  await shop('POST', '/webhook-endpoints', { url, description: 'Demo receiver' })
}

async function play(shop: Caller, simulator: Caller, order: Order, step: Step, index: number): Promise<void> {
  const body = { recipient_email: order.recipient, ...step.push }
  const message = await shop<{ id: string; created_at: string }>('POST', '/messages', body, keyOf(order, index, body))
  const { id } = message
  if (step.isRetracted) await shop('POST', `/messages/${id}/retract`, undefined, keyOf(order, index, 'retract'))
  if (Date.now() - Date.parse(message.created_at) > arrivalTimeoutMilliseconds) return
  if (step.isOpened) await simulator('POST', '/open', { id: (await arrived(simulator, 'email', id)).id })
  if (step.reply !== undefined) {
    const { to } = await arrived(simulator, 'sms', id)
    await simulator('POST', '/inbound', { channel: 'sms', from: to, text: step.reply })
  }
}

/** The key depends on the content, so that a second run replays what the first one pushed. */
const keyOf = (order: Order, index: number, content: unknown): string =>
  `seed-${order.reference}-${index}-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12)}`

type Arrival = { id: string; to: string }

async function arrived(simulator: Caller, channel: string, messageId: string): Promise<Arrival> {
  for (let waited = 0; waited < arrivalTimeoutMilliseconds; waited += 100) {
    const { items } = await simulator<{ items: Arrival[] }>('GET', `/outbox?channel=${channel}&message_id=${messageId}`)
    if (items[0] !== undefined) return items[0]
    await sleep(100)
  }
  throw new Error(`no ${channel} for ${messageId} has arrived at the simulator`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${describeProblem(error)}\n`)
  process.exitCode = 1
}
