import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchService, withService } from './bench-service.ts'
import { keepResults, median, quantile, rounded, table } from './figures.ts'
import { forgetQueued, forgetScheduled, scheduleEmails } from './fill.ts'
import { ask } from './http-client.ts'

type Figures = { pushesPerSecond: number; delayMedian: number; delayP95: number }
type Measured = { waiting: number; figures: Figures }

const scheduled = 1_000_000
const loads = 3
const delays = 100
/** How often an idle worker looks for work. */
const lookMilliseconds = 500

/**
 * Pushes a second, and the delay from a 201 to the provider's acceptance, without and with a million nudges that wait for next
 * month. Each time with them is compared with the times before and after it, since the machine's speed drifts.
 */
export function benchScheduled(rounds: number, seconds: number): Promise<void> {
  return withService(async (service) => {
    const businessIds = service.shops.map(({ uuid }) => uuid)
    await service.load({ connections: 64, seconds, pushesPerRequest: 1 })
    const measured: Measured[] = [{ waiting: 0, figures: await measure(service, seconds) }]
    for (let round = 0; round < rounds; round++) {
      await scheduleEmails(service.databaseUrl, businessIds, scheduled)
      measured.push({ waiting: scheduled, figures: await measure(service, seconds) })
      await forgetScheduled(service.databaseUrl)
      measured.push({ waiting: 0, figures: await measure(service, seconds) })
    }
    tell(measured, rounds, seconds)
  })
}

async function measure(service: BenchService, seconds: number): Promise<Figures> {
  const rates: number[] = []
  for (let load = 0; load < loads; load++) {
    const { pushes, seconds: taken } = await service.load({ connections: 64, seconds, pushesPerRequest: 1 })
    rates.push(pushes / taken)
  }
  await forgetQueued(service.databaseUrl)
  const delay = await measureDelays(service)
  process.stderr.write('.')
  return {
    pushesPerSecond: Math.round(median(rates)),
    delayMedian: Math.round(median(delay)),
    delayP95: Math.round(quantile(delay, 0.95)),
  }
}

/** One push at a time, on a service that does nothing else. The first ones are not counted: the worker is new. */
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
 * Most of a delay is the wait until the worker looks again, and its looks follow on the mail before. So the pauses after that are
 * spread evenly over the time between two looks: left to chance, the median of a hundred would differ by a tenth from
 * run to run.
 */
const pauses = (count: number): number[] =>
  Array.from({ length: count }, (_, place) => ((place * 0.618034) % 1) * lookMilliseconds)

async function measureDelay({ url, shops, simulated }: BenchService): Promise<number> {
  const { id } = await ask<{ id: string }>('POST', `${url}/api/v1/messages`, {
    token: shops[0]!.apiKey,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { recipient_email: `${randomUUID()}@example.com`, subject: 'Your order', body: 'It is on its way.' },
  })
  const pushedAt = Date.now()
  for (;;) {
    await sleep(50)
    const { items } = await ask<{ items: { at: string }[] }>('GET', `${simulated[0]!.url}/outbox?message_id=${id}`)
    if (items[0] !== undefined) return Date.parse(items[0].at) - pushedAt
  }
}

function tell(measured: Measured[], rounds: number, seconds: number): void {
  const names: (keyof Figures)[] = ['pushesPerSecond', 'delayMedian', 'delayP95']
  const lines = measured.map(({ waiting, figures }) => [waiting, ...names.map((name) => figures[name])])
  const changes = Object.fromEntries(names.map((name) => [name, rounded(meanChange(measured, name), 3)]))
  const changed = names.map((name) => `${(changes[name]! * 100).toFixed(1)} %`)
  process.stderr.write('\n')
  process.stdout.write(
    table(['nudges that wait', 'pushes/s', 'delay ms, median', 'p95'], [...lines, ['change by them', ...changed]]),
  )
  keepResults('scheduled', { rounds, seconds, scheduled, delays, measured, changes })
}

/** With them, beside the mean of the times before and after; the mean over the rounds. */
function meanChange(measured: Measured[], name: keyof Figures): number {
  const changes = measured.flatMap(({ waiting, figures }, place) => {
    if (waiting === 0) return []
    const without = (measured[place - 1]!.figures[name] + measured[place + 1]!.figures[name]) / 2
    return [figures[name] / without - 1]
  })
  return changes.reduce((sum, change) => sum + change, 0) / changes.length
}
