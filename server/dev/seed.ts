import { setTimeout as sleep } from 'node:timers/promises'
import { Tidings } from '@tidings/client'
import { parseCommandLine } from '../src/command-line.ts'
import { emailIdentity } from '../src/email.ts'
import { formatId, parseId } from '../src/ids.ts'
import { createDigestKey } from '../src/keyring.ts'
import { addressDigests, numberDigest } from '../src/recipients/digest.ts'
import { defaultFolderOf, loadState, type Ready, readReady } from './home.ts'
import { describeProblem } from './problem.ts'
import { type Act, demoOrders, type Order, settingActs } from './seed-orders.ts'
import { type Move, openSeedDatabase, type SeedDatabase, type StoredDigests } from './seed-times.ts'

const usage = `npm run seed

Fills the demo business of a running npm run dev with a month of orders. A second run changes nothing.

Environment:

  TIDINGS_HOME  the folder of the running npm run dev, if it is not the default
`
const concurrentSteps = 8
const outcomeTimeoutMilliseconds = 20_000

/** npm run seed: the shop pushes a month of orders over its own interface, and their times are moved back over the month. */
async function main(): Promise<void> {
  const read = parseCommandLine({ options: { help: { type: 'boolean', default: false } } })
  if ('problem' in read) throw new Error(`${read.problem}. npm run seed has no options except --help.`)
  if (read.values.help) return void process.stdout.write(usage)
  const ready = readReady(process.env['TIDINGS_HOME'])
  if (ready === null) throw new Error('Start the service first, in another terminal: npm run dev')
  const shop = new Tidings({ apiKey: ready.api_key, url: ready.url })

  const orders = demoOrders()
  if (!(await isSeeded(shop, orders))) await seed(ready, shop, orders)
  process.stdout.write(`${orders.length} orders of ${new Set(orders.map(({ recipient }) => recipient)).size} recipients are there.

  ${ready.url}/dashboard       every message and recipient, after you have signed in
  ${ready.simulator_url}       the emails, texts and webhooks they caused
  curl -s '${ready.url}/api/v1/messages?limit=5' -H 'Authorization: Bearer ${ready.api_key}'
`)
}

/** The oldest order is pushed first. */
async function isSeeded(shop: Tidings, orders: Order[]): Promise<boolean> {
  const { items } = await shop.messages.list({ reference: orders[0]!.reference, limit: 1 }).page()
  return items.length > 0
}

type Running = {
  shop: Tidings
  db: SeedDatabase
  simulator: Call
  operator: Call
  /** The messages of each order, oldest first. */
  messages: Map<string, string[]>
  moves: Move[]
  /** The credits that were used up, to be added again. */
  balance: number
}
type PlannedStep = { order: Order; act: Act; at: Date; index: number }

async function seed(ready: Ready, shop: Tidings, orders: Order[]): Promise<void> {
  const businessId = parseId('biz', ready.business_id)!
  const db = await openSeedDatabase(ready.database_url, businessId)
  const running: Running = {
    shop,
    db,
    simulator: createCall(ready.simulator_url),
    operator: createCall(`${ready.url}/operator/v1`, ready.operator_token),
    messages: new Map(),
    moves: [],
    balance: 0,
  }
  try {
    await ensureEndpoint(shop, running.simulator)
    await pushTestSide(new Tidings({ apiKey: ready.test_api_key, url: ready.url }))
    try {
      for (const segment of segments(plan(orders, Date.parse(await db.now()))))
        await playAll(running, ready.business_id, segment)
      await waitForOutcomes(db, [...running.messages.values()].flat())
    } finally {
      // Also after an interruption: otherwise what was pushed would remain at the time of the run.
      await db.moveTimes(running.moves, digestsOf(businessId, orders))
    }
    await moveMissingReports(running)
  } finally {
    await db.close()
  }
}

/** In the order of time. What would be in the future has not happened. */
const plan = (orders: Order[], now: number): PlannedStep[] =>
  orders
    .flatMap((order) =>
      order.steps.map(({ minutes, act }, index) => ({
        order,
        act,
        index,
        at: new Date(now - (order.placedMinutesAgo - minutes) * 60_000),
      })),
    )
    .filter(({ at }) => at.getTime() <= now)
    .toSorted((one, two) => one.at.getTime() - two.at.getTime() || one.index - two.index)

/** A change of the business comes after everything before it. */
function segments(steps: PlannedStep[]): PlannedStep[][] {
  const parts: PlannedStep[][] = [[]]
  for (const step of steps) {
    if (settingActs.some((kind) => kind === step.act.kind)) parts.push([step], [])
    else parts.at(-1)!.push(step)
  }
  return parts
}

/** Several at once, and those of one recipient one after the other. */
async function playAll(running: Running, businessId: string, steps: PlannedStep[]): Promise<void> {
  const last = new Map<string, Promise<void>>()
  const active = new Set<Promise<void>>()
  for (const step of steps) {
    while (active.size >= concurrentSteps) await Promise.race(active)
    const { recipient } = step.order
    const task = (last.get(recipient) ?? Promise.resolve())
      .then(() => play(running, businessId, step))
      .finally(() => active.delete(task))
    last.set(recipient, task)
    active.add(task)
  }
  await Promise.all(active)
}

async function play(running: Running, businessId: string, { order, act, at, index }: PlannedStep): Promise<void> {
  const { shop, db, simulator, operator, moves } = running
  const { recipient, reference } = order
  const email = emailIdentity(recipient)
  const messages = running.messages.get(reference) ?? []
  running.messages.set(reference, messages)
  const messageId = messages.at(-1) ?? null
  if (act.kind !== 'push' && messageId !== null) await waitForOutcomes(db, [messageId])
  const from = await db.now()
  const idempotencyKey = `seed-${reference}-${index}`

  if (act.kind === 'push') {
    if (act.refusals !== undefined)
      await simulator('POST', '/script', {
        channel: 'email',
        to: recipient,
        behaviour: 'unavailable',
        times: act.refusals,
      })
    const obsoletes = act.isReplacement === true && messageId !== null ? [formatId('msg', messageId)] : []
    const { id } = await shop.messages.push({ ...act.push, recipient_email: recipient, obsoletes }, { idempotencyKey })
    const pushed = parseId('msg', id)!
    if (!messages.includes(pushed)) messages.push(pushed)
    for (const changed of new Set([pushed, ...(obsoletes.length > 0 ? [messageId!] : [])]))
      moves.push({ messageId: changed, recipient: email, from, target: at })
    return
  }
  moves.push({ messageId, recipient: email, from, target: at })
  const id = messageId === null ? '' : formatId('msg', messageId)
  switch (act.kind) {
    case 'open': {
      const mail = await findArrival(simulator, 'email', id)
      return mail === null ? undefined : simulator('POST', '/open', { id: mail.id })
    }
    case 'read': {
      const arrival = await findArrival(simulator, 'whatsapp', id)
      return arrival === null ? undefined : simulator('POST', '/report', { id: arrival.id, status: 'read' })
    }
    case 'reply': {
      const arrival = await findArrival(simulator, act.channel, id)
      if (arrival === null) return
      const { channel, text } = act
      return simulator('POST', '/inbound', { channel, from: arrival.to, text, in_reply_to: arrival.id })
    }
    case 'retract':
      return void (await shop.messages.retract(id, { idempotencyKey }))
    case 'set_phone':
      return void (await shop.recipients.setPhone(recipient, { phone: act.phone }))
    case 'resend_text':
      return void (await shop.messages.resendSms(id, { idempotencyKey }))
    case 'erase':
      return void (await shop.recipients.erase(recipient, { idempotencyKey }))
    case 'unsubscribe':
      return operator('POST', `/businesses/${businessId}/recipients/${encodeURIComponent(recipient)}/unsubscribe`)
    case 'send_waiting':
      await db.sendWaiting(messageId!)
      return waitUntil(() => db.hasOutcomes([messageId!]))
    case 'use_up_credits': {
      const { balance } = await shop.credits.read()
      running.balance = balance
      return changeCredits(operator, businessId, -balance, 'Moved to another account')
    }
    case 'add_credits':
      return changeCredits(operator, businessId, running.balance, 'Moved back')
    case 'limit_countries':
      return operator('PATCH', `/businesses/${businessId}`, { countries: ['GB', 'IE'] })
    case 'allow_countries':
      return operator('PATCH', `/businesses/${businessId}`, { countries: null })
  }
}

const changeCredits = (operator: Call, businessId: string, amount: number, note: string): Promise<void> =>
  operator('POST', `/businesses/${businessId}/credits`, { amount, note })

/** A message without a report fails after three days. It is old only after its times were moved, and fails then. */
async function moveMissingReports({ messages, db, moves }: Running): Promise<void> {
  const ids = [...messages.values()].flat()
  const from = await db.now()
  await waitUntil(() => db.isReported(ids))
  const missing = await db.missingReports(ids)
  await db.moveTimes(
    missing.map(({ messageId, failsAt }) => ({
      messageId,
      recipient: moves.find((move) => move.messageId === messageId)!.recipient,
      from,
      target: failsAt,
    })),
    [],
  )
}

const waitForOutcomes = (db: SeedDatabase, messageIds: string[]): Promise<void> =>
  waitUntil(() => db.hasOutcomes(messageIds))

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < outcomeTimeoutMilliseconds; waited += 50) {
    if (await isDone()) return
    await sleep(50)
  }
}

/** The keys of the hashes are those of the running service. */
function digestsOf(businessId: string, orders: Order[]): StoredDigests[] {
  const { secretKey } = loadState({ folder: defaultFolderOf(process.env['TIDINGS_HOME']) })
  const key = createDigestKey(Buffer.from(secretKey, 'base64'))
  return orders.flatMap(({ recipient, steps }) => {
    const email = emailIdentity(recipient)
    const numbers = steps.flatMap(({ act }) => (act.kind === 'push' ? (act.push.recipient_phone ?? []) : []))
    const digests = [...new Set(numbers)].map((number) => numberDigest(key, businessId, number))
    return [{ recipient: email, digests: [addressDigests(key, businessId, email).addressDigest, ...digests] }]
  })
}

/** A receiver of the simulator, so that webhooks are delivered somewhere. */
async function ensureEndpoint(shop: Tidings, simulator: Call): Promise<void> {
  const { items } = await shop.webhookEndpoints.list()
  if (items.length > 0) return
  const { url } = await simulator<{ url: string }>('POST', '/receivers', { behaviour: 'ok' })
  await shop.webhookEndpoints.create({ url, description: 'Demo receiver' })
}

/** A few orders of a developer who tries the integration. Their times are those of the clock of the test side. */
async function pushTestSide(test: Tidings): Promise<void> {
  for (const [index, order_status] of (['confirmed', 'shipped', 'delivered', 'delayed'] as const).entries())
    await test.messages.push(
      {
        recipient_email: `customer${index + 1}@example.com`,
        recipient_phone: `+44770090060${index}`,
        channels: ['email', 'sms'],
        subject: `Test order T-${index + 1}`,
        body: 'A push with the test key. It reaches no customer.',
        reference: `T-${index + 1}`,
        order_status,
      },
      { idempotencyKey: `seed-T-${index + 1}` },
    )
}

/** The type of the response is the caller's expectation. */
type Call = <T = void>(method: string, path: string, body?: unknown) => Promise<T>

function createCall(base: string, token: string | null = null): Call {
  return async (method, path, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text || 'null')
  }
}

type Arrival = { id: string; to: string }

/** Null when nothing was sent, for example because the customer has unsubscribed. */
async function findArrival(simulator: Call, channel: string, messageId: string): Promise<Arrival | null> {
  const { items } = await simulator<{ items: Arrival[] }>('GET', `/outbox?channel=${channel}&message_id=${messageId}`)
  return items.at(-1) ?? null
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${describeProblem(error)}\n`)
  process.exitCode = 1
}
