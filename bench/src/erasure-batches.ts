import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchService, withService } from './bench-service.ts'
import { eraseNow } from './erasure.ts'
import { rounded, table, writeResults } from './figures.ts'
import { fillRecipient } from './fill-recipient.ts'
import type { Report } from './load.ts'

/** Well below the machine's limit: the question is whether other businesses can sustain this rate. */
const requestsPerSecond = 200
const seconds = 20
const concurrentBatches = 16

/**
 * One business erases a recipient with many messages and meanwhile pushes batches to the same address, sixteen at a time.
 * Measures the rate and the latency of the other businesses, and the statuses that the batches receive.
 */
export function benchErasureBatches(rounds: number, messages: number): Promise<void> {
  return withService(async (service) => {
    const [erasingShop, ...otherShops] = service.shops
    const steady = (): Promise<Report> =>
      service.load({ connections: 16, seconds, pushesPerRequest: 1, requestsPerSecond }, otherShops)
    await steady()
    const rows: (string | number)[][] = []
    for (let round = 0; round < rounds; round++) {
      const recipient = await fillRecipient(service.databaseUrl, erasingShop!.uuid, messages)
      const baseline = await steady()
      const stop = new AbortController()
      const [during, eraseSeconds, statuses] = await Promise.all([
        steady(),
        eraseNow(service, erasingShop!.apiKey, recipient).finally(() => stop.abort()),
        // By then the erasure has locked the address, so no push adds to the rows it must report.
        sleep(500).then(() => pushBatches(service, erasingShop!.apiKey, recipient.email, stop.signal)),
      ])
      const rate = (report: Report): number => report.pushes / report.seconds
      rows.push([
        rounded(rate(during) / rate(baseline), 2),
        baseline.p99,
        during.p99,
        rounded(eraseSeconds, 1),
        JSON.stringify(statuses),
      ])
    }
    const head = ['rate during / baseline', 'p99 ms baseline', 'p99 ms during', 'erased in s', 'batches by status']
    process.stdout.write(table(head, rows))
    writeResults('erasure-batches', { rounds, messages, requestsPerSecond, head, rows })
  })
}

/** Pushes batches until the erasure is done. Returns the number of responses by status. */
async function pushBatches(
  { url }: BenchService,
  apiKey: string,
  email: string,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const message = { recipient_email: email, subject: 'Your order', body: 'It is on its way.', notify: false }
  const pushUntilAborted = async (): Promise<void> => {
    while (!signal.aborted) {
      const { status } = await fetch(`${url}/api/v1/messages/batch`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${apiKey}`,
          'Idempotency-Key': randomUUID(),
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ messages: Array.from({ length: 20 }, () => message) }),
      })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: concurrentBatches }, pushUntilAborted))
  return statuses
}
