import { isDeepStrictEqual } from 'node:util'
import { merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import type { Service } from '../harness/measured-service.ts'
import { retryUnavailable } from '../support/client.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { createBystander } from './bystander.ts'
import { malformed } from './corpus.ts'
import { generateCallback } from './generate-callback.ts'
import { generateOperation } from './generate-operation.ts'
import { generatePage, type PageRoute } from './generate-page.ts'
import { findInvariantViolations } from './invariants.ts'
import { findRefusalViolation, findViolation } from './judge.ts'
import type { Known } from './known.ts'
import { pageRoutes } from './page-routes.ts'
import { type Exchange, sendPipelined, sendSeparately } from './pipeline.ts'
import { createRandom, type Random } from './random.ts'
import { createTarget } from './target.ts'

export type FuzzSettings = {
  url: string
  service: Service
  requests: number
  seed: number
  onProgress?: (report: FuzzReport) => void
}
export type FuzzReport = { requests: number; statuses: Record<string, number>; violations: string[] }

/** All but one are pipelined; the last is malformed HTTP on a separate connection. */
const batchSize = 50
const batchesPerTarget = 40
const concurrency = 8
const operations = [...merchantOperations, ...operatorOperations]

/**
 * Sends bad input to every operation, provider callback and page, and malformed HTTP. A violation is a response that is not
 * allowed, a missing response, or an invariant that does not hold afterwards.
 */
export async function fuzz({ url, service, requests, seed, onProgress }: FuzzSettings): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {}, violations: [] }
  const bystander = await createBystander(service.client, service.receiverUrl)
  const before = await bystander.snapshot()
  const pages = pageRoutes(service)
  const batches = Math.ceil(requests / batchSize)
  let nextGroup = 0

  async function runGroups(): Promise<void> {
    for (let group = nextGroup++; group * batchesPerTarget < batches; group = nextGroup++) {
      const known = await createTarget(service, bystander.ids)
      for (let batch = group * batchesPerTarget; batch < Math.min(batches, (group + 1) * batchesPerTarget); batch++) {
        const name = `seed ${seed}, batch ${batch}`
        await runBatch(createRandom(seededRandom(seed * 1_000_003 + batch)), known, name).catch((error: unknown) =>
          report.violations.push(`${name}: ${error instanceof Error ? error.message : String(error)}`),
        )
        onProgress?.(report)
      }
    }
  }

  async function runBatch(random: Random, known: Known, name: string): Promise<void> {
    const count = (status: number | string, violation: string | null, request: Buffer, body = ''): void => {
      report.requests++
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      if (violation !== null)
        report.violations.push(`${name}: ${violation}: ${status} ${body.slice(0, 300)} to ${show(request)}`)
    }
    const pipelined = Array.from({ length: batchSize - 1 }, () => generate(random, pages, known))
    for (const first of await sendPipelined(url, pipelined)) {
      const { request } = first
      const repeat = async (): Promise<Exchange> => (await sendPipelined(url, [request]))[0]!
      // On a busy machine a request may wait too long for a lock or a database connection. A request that is always 503 is a violation.
      const exchange = first.status === 503 ? await retryUnavailable(repeat) : first
      count(exchange.status, findViolation(exchange), request, exchange.body)
    }
    const separate = Buffer.from(random.pick(malformed), 'latin1')
    const exchange = await sendSeparately(url, separate)
    count(exchange?.status ?? 'closed', findRefusalViolation(exchange), separate, exchange?.body)
  }

  await Promise.all(Array.from({ length: concurrency }, runGroups))
  report.violations.push(...(await findInvariantViolations(service.db)))
  const after = await bystander.snapshot()
  if (!isDeepStrictEqual(after, before))
    report.violations.push(`the bystander was changed: ${JSON.stringify(before)} became ${JSON.stringify(after)}`)
  return report
}

/** Operations are most of the interface, so they get most of the requests. */
function generate(random: Random, pages: PageRoute[], known: Known): Buffer {
  const kind = random.below(100)
  if (kind < 70) return generateOperation(random, operations, known)
  return kind < 85 ? generateCallback(random, known) : generatePage(random, pages, known)
}

const show = (request: Buffer): string => JSON.stringify(request.toString('latin1').slice(0, 1000))
