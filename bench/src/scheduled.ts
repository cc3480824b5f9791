import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchService, withService } from './bench-service.ts'
import { median, quantile, rounded, table, writeResults } from './figures.ts'
import { deleteQueued, deleteScheduled, scheduleEmails } from './fill.ts'
import { requestJson } from './http-client.ts'

type Figures = { pushesPerSecond: number; delayMedian: number; delayP95: number }
type Measured = { waiting: number; figures: Figures }

const scheduled = 1_000_000
const loads = 3
const delays = 100
/** The interval at which an idle worker polls for jobs. */
const pollMilliseconds = 500

/**
 * Pushes per second, and the delay from a 201 to the provider's acceptance, without and with a million scheduled nudges. Each
 * measurement with them is compared with those before and after it, because the machine's speed drifts.
 */
export function benchScheduled(rounds: number, seconds: number): Promise<void> {
  return withService(async (service) => {
    const businessIds = service.shops.map(({ uuid }) => uuid)
    await service.load({ connections: 64, seconds, pushesPerRequest: 1 })
    const measured: Measured[] = [{ waiting: 0, figures: await measure(service, seconds) }]
    for (let round = 0; round < rounds; round++) {
      await scheduleEmails(service.databaseUrl, businessIds, scheduled)
      measured.push({ waiting: scheduled, figures: await measure(service, seconds) })
      await deleteScheduled(service.databaseUrl)
      measured.push({ waiting: 0, figures: await measure(service, seconds) })
    }
    printResults(measured, rounds, seconds)
  })
}

async function measure(service: BenchService, seconds: number): Promise<Figures> {
  const rates: number[] = []
  for (let load = 0; load < loads; load++) {
    const { pushes, seconds: elapsed } = await service.load({ connections: 64, seconds, pushesPerRequest: 1 })
    rates.push(pushes / elapsed)
  }
  await deleteQueued(service.databaseUrl)
  const delay = await measureDelays(service)
  process.stderr.write('.')
  return {
    pushesPerSecond: Math.round(median(rates)),
    delayMedian: Math.round(median(delay)),
    delayP95: Math.round(quantile(delay, 0.95)),
  }
}

/** Sends one push at a time while the service is otherwise idle. The first ten warm up the worker and are not counted. */
async function measureDelays(service: BenchService): Promise<number[]> {
  const worker = await service.startWorker()
  const measured: number[] = []
  for (const pause of [...pauses(10), ...pauses(delays)]) {
    await sleep(pause)
    measured.push(await measureDelay(service))
  }
  await worker.stop()
  return measured.slice(-delays)
}

/**
 * Most of a delay is the wait for the worker's next poll, and polls are timed from the previous email. The pauses are therefore
 * spread evenly over the poll interval: with random pauses the median of a hundred would vary by a tenth between runs.
 */
const pauses = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => ((index * 0.618034) % 1) * pollMilliseconds)

async function measureDelay({ url, shops, simulators }: BenchService): Promise<number> {
  const { id } = await requestJson<{ id: string }>('POST', `${url}/api/v1/messages`, {
    token: shops[0]!.apiKey,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { recipient_email: `${randomUUID()}@example.com`, subject: 'Your order', body: 'It is on its way.' },
  })
  const pushedAt = Date.now()
  for (;;) {
    await sleep(50)
    const { items } = await requestJson<{ items: { at: string }[] }>(
      'GET',
      `${simulators[0]!.url}/outbox?message_id=${id}`,
    )
    if (items[0] !== undefined) return Date.parse(items[0].at) - pushedAt
  }
}

function printResults(measured: Measured[], rounds: number, seconds: number): void {
  const names: (keyof Figures)[] = ['pushesPerSecond', 'delayMedian', 'delayP95']
  const lines = measured.map(({ waiting, figures }) => [waiting, ...names.map((name) => figures[name])])
  const changes = Object.fromEntries(names.map((name) => [name, rounded(meanChange(measured, name), 3)]))
  const changed = names.map((name) => `${(changes[name]! * 100).toFixed(1)} %`)
  process.stderr.write('\n')
  process.stdout.write(
    table(['scheduled nudges', 'pushes/s', 'delay ms, median', 'p95'], [...lines, ['change', ...changed]]),
  )
  writeResults('scheduled', { rounds, seconds, scheduled, delays, measured, changes })
}

/** The mean over the rounds of the change from the mean of the measurements before and after. */
function meanChange(measured: Measured[], name: keyof Figures): number {
  const changes = measured.flatMap(({ waiting, figures }, index) => {
    if (waiting === 0) return []
    const without = (measured[index - 1]!.figures[name] + measured[index + 1]!.figures[name]) / 2
    return [figures[name] / without - 1]
  })
  return changes.reduce((sum, change) => sum + change, 0) / changes.length
}
