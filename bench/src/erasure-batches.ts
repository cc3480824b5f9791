import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchService, withService } from './bench-service.ts'
import { eraseNow } from './erasure.ts'
import { keepResults, rounded, table } from './figures.ts'
import { fillRecipient } from './fill-recipient.ts'
import type { Report } from './load.ts'

/** Well below what the machine can do: what is asked is whether others keep it. */
const requestsPerSecond = 200
const seconds = 20
const batches = 16

/**
 * One business erases a recipient with very many messages, and pushes batches to the same address all the while, sixteen at a time.
 * Others push at a steady rate: what do they get of it, how quickly, and how many of the batches are told to come again?
 */
export function benchErasureBatches(rounds: number, messages: number): Promise<void> {
  return withService(async (service) => {
    const [crowded, ...others] = service.shops
    const steady = (): Promise<Report> =>
      service.load({ connections: 16, seconds, pushesPerRequest: 1, requestsPerSecond }, others)
    await steady()
    const rows: (string | number)[][] = []
    for (let round = 0; round < rounds; round++) {
      const recipient = await fillRecipient(service.databaseUrl, crowded!.uuid, messages)
      const alone = await steady()
      const stop = new AbortController()
      const [beside, eraseSeconds, answered] = await Promise.all([
        steady(),
        eraseNow(service, crowded!.apiKey, recipient).finally(() => stop.abort()),
        // The erasure has the address by then, so nothing is added to what it must report.
        sleep(500).then(() => pushBatches(service, crowded!.apiKey, recipient.email, stop.signal)),
      ])
      const rate = (report: Report): number => report.pushes / report.seconds
      rows.push([
        rounded(rate(beside) / rate(alone), 2),
        alone.p99,
        beside.p99,
        rounded(eraseSeconds, 1),
        JSON.stringify(answered),
      ])
    }
    const head = ['rate beside / alone', 'p99 ms alone', 'p99 ms beside', 'erased in s', 'batches answered']
    process.stdout.write(table(head, rows))
    keepResults('erasure-batches', { rounds, messages, requestsPerSecond, head, rows })
  })
}

/** Until the erasure is over. Answers how many were answered with which status. */
async function pushBatches(
  { url }: BenchService,
  apiKey: string,
  email: string,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const message = { recipient_email: email, subject: 'Your order', body: 'It is on its way.', notify: false }
  const pushOn = async (): Promise<void> => {
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
  await Promise.all(Array.from({ length: batches }, pushOn))
  return statuses
}
