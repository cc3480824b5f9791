import { randomUUID } from 'node:crypto'
import { type BenchService, withService } from './bench-service.ts'
import { median, rounded, table, writeResults } from './figures.ts'
import { fillRecipient, type LargeRecipient } from './fill-recipient.ts'
import { requestJson } from './http-client.ts'

type Round = { baseline: number; during: number; eraseSeconds: number }

/**
 * Pushes per second without and during the erasure of a recipient with `messages` messages. A first erasure measures how long
 * one takes, and the load lasts that long, so that the erasure runs during the whole load.
 */
export function benchErasure(rounds: number, messages: number): Promise<void> {
  return withService(async (service) => {
    const [erasingShop] = service.shops
    const erase = async (): Promise<number> => {
      const recipient = await fillRecipient(service.databaseUrl, erasingShop!.uuid, messages)
      return eraseNow(service, erasingShop!.apiKey, recipient)
    }
    const firstSeconds = await erase()
    const seconds = Math.max(2, Math.round(firstSeconds))
    const load = async (): Promise<number> => {
      const report = await service.load({ connections: 64, seconds, pushesPerRequest: 1 })
      return report.pushes / report.seconds
    }
    await load()
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const before = await load()
      const recipient = await fillRecipient(service.databaseUrl, erasingShop!.uuid, messages)
      const [during, eraseSeconds] = await Promise.all([load(), eraseNow(service, erasingShop!.apiKey, recipient)])
      measured.push({ baseline: (before + (await load())) / 2, during, eraseSeconds })
      process.stderr.write('.')
    }
    printResults(measured, { rounds, messages, seconds, shops: service.shops.length })
  })
}

/** Returns the duration in seconds. Throws when a row was not erased. */
export async function eraseNow(
  { url }: BenchService,
  apiKey: string,
  { email, rows }: LargeRecipient,
): Promise<number> {
  const before = performance.now()
  const { deleted } = await requestJson<{ deleted: Record<string, number> }>(
    'POST',
    `${url}/api/v1/recipients/${encodeURIComponent(email)}/erase`,
    { token: apiKey, headers: { 'Idempotency-Key': randomUUID() } },
  )
  for (const [name, count] of Object.entries(rows))
    if (deleted[name] !== count) throw new Error(`${name}: ${deleted[name]} of ${count} were erased`)
  return (performance.now() - before) / 1000
}

function printResults(measured: Round[], circumstances: Record<string, number>): void {
  const ratio = rounded(median(measured.map(({ baseline, during }) => during / baseline)), 2)
  process.stderr.write('\n')
  process.stdout.write(
    `${table(
      ['pushes/s baseline', 'during an erasure', 'ratio', 'erased in s'],
      measured.map(({ baseline, during, eraseSeconds }) => [
        Math.round(baseline),
        Math.round(during),
        rounded(during / baseline, 2),
        rounded(eraseSeconds, 1),
      ]),
    )}\n${circumstances['messages']} messages; median of the ratios: ${ratio}\n`,
  )
  writeResults('erasure', { ...circumstances, measured, ratio })
}
