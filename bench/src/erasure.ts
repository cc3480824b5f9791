import { randomUUID } from 'node:crypto'
import { type BenchService, withService } from './bench-service.ts'
import { keepResults, median, rounded, table } from './figures.ts'
import { type Crowded, fillRecipient } from './fill-recipient.ts'
import { ask } from './http-client.ts'

type Round = { alone: number; beside: number; eraseSeconds: number }

/**
 * Pushes of others a second, alone and while a recipient with so many messages is erased. The erasure of a first one tells how long
 * that takes, and the load lasts as long, so that all of it is measured beside the erasure.
 */
export function benchErasure(rounds: number, messages: number): Promise<void> {
  return withService(async (service) => {
    const [crowded, ...others] = service.shops
    const erase = async (): Promise<number> => {
      const recipient = await fillRecipient(service.databaseUrl, crowded!.uuid, messages)
      return eraseNow(service, crowded!.apiKey, recipient)
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
      const recipient = await fillRecipient(service.databaseUrl, crowded!.uuid, messages)
      const [beside, eraseSeconds] = await Promise.all([load(), eraseNow(service, crowded!.apiKey, recipient)])
      measured.push({ alone: (before + (await load())) / 2, beside, eraseSeconds })
      process.stderr.write('.')
    }
    tell(measured, { rounds, messages, seconds, others: others.length + 1 })
  })
}

/** How long it took. It must have erased everything. */
export async function eraseNow({ url }: BenchService, apiKey: string, { email, rows }: Crowded): Promise<number> {
  const before = performance.now()
  const { deleted } = await ask<{ deleted: Record<string, number> }>(
    'POST',
    `${url}/api/v1/recipients/${encodeURIComponent(email)}/erase`,
    { token: apiKey, headers: { 'Idempotency-Key': randomUUID() } },
  )
  for (const [name, count] of Object.entries(rows))
    if (deleted[name] !== count) throw new Error(`${name}: ${deleted[name]} of ${count} were erased`)
  return (performance.now() - before) / 1000
}

function tell(measured: Round[], circumstances: Record<string, number>): void {
  const ratio = rounded(median(measured.map(({ alone, beside }) => beside / alone)), 2)
  process.stderr.write('\n')
  process.stdout.write(
    `${table(
      ['pushes/s alone', 'beside an erasure', 'ratio', 'erased in s'],
      measured.map(({ alone, beside, eraseSeconds }) => [
        Math.round(alone),
        Math.round(beside),
        rounded(beside / alone, 2),
        rounded(eraseSeconds, 1),
      ]),
    )}\n${circumstances['messages']} messages; median of the ratios: ${ratio}\n`,
  )
  keepResults('erasure', { ...circumstances, measured, ratio })
}
