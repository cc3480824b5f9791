import { isDeepStrictEqual } from 'node:util'
import { merchantOperations, operatorOperations } from '../../src/http/operations.ts'
import { seeded } from '../support/seeded.ts'
import type { Service } from '../support/service-process.ts'
import { createBystander } from './bystander.ts'
import { malformed } from './corpus.ts'
import { type Draw, drawFrom } from './draw.ts'
import { generateCallback } from './generate-callback.ts'
import { generateOperation } from './generate-operation.ts'
import { generatePage, type PagePlace } from './generate-page.ts'
import { findBroken } from './invariants.ts'
import { findWrong, findWrongRefusal } from './judge.ts'
import type { Known } from './known.ts'
import { pagePlaces } from './page-places.ts'
import { sendAll, sendAlone } from './pipeline.ts'
import { createTarget } from './target.ts'

export type FuzzSettings = {
  url: string
  service: Service
  requests: number
  seed: number
  onProgress?: (report: FuzzReport) => void
}
export type FuzzReport = { requests: number; statuses: Record<string, number>; violations: string[] }

/** All but one go behind each other; the last is no HTTP, or nearly none. */
const setSize = 50
const setsPerTarget = 40
const lanes = 8
const operations = [...merchantOperations, ...operatorOperations]

/**
 * Bad input of all kinds: every operation of the tables, the callbacks of providers, the pages of customers, and what is not even
 * HTTP. A violation is an answer that may not be, an answer that does not come, or an invariant that does not hold afterwards.
 */
export async function fuzz({ url, service, requests, seed, onProgress }: FuzzSettings): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {}, violations: [] }
  const bystander = await createBystander(service.client, service.receiverUrl)
  const before = await bystander.look()
  const pages = pagePlaces(service)
  const sets = Math.ceil(requests / setSize)
  let next = 0

  async function runLane(): Promise<void> {
    for (let group = next++; group * setsPerTarget < sets; group = next++) {
      const known = await createTarget(service, bystander.ids)
      for (let set = group * setsPerTarget; set < Math.min(sets, (group + 1) * setsPerTarget); set++) {
        const where = `seed ${seed}, set ${set}`
        await runSet(drawFrom(seeded(seed * 1_000_003 + set)), known, where).catch((error: unknown) =>
          report.violations.push(`${where}: ${error instanceof Error ? error.message : String(error)}`),
        )
        onProgress?.(report)
      }
    }
  }

  async function runSet(draw: Draw, known: Known, where: string): Promise<void> {
    const count = (status: number | string, wrong: string | null, request: Buffer, body = ''): void => {
      report.requests++
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      if (wrong !== null)
        report.violations.push(`${where}: ${wrong}: ${status} ${body.slice(0, 300)} to ${show(request)}`)
    }
    const batch = Array.from({ length: setSize - 1 }, () => generate(draw, pages, known))
    for (const seen of await sendAll(url, batch)) count(seen.status, findWrong(seen), seen.request, seen.body)
    const alone = Buffer.from(draw.pick(malformed), 'latin1')
    const seen = await sendAlone(url, alone)
    count(seen?.status ?? 'hung up', findWrongRefusal(seen), alone, seen?.body)
  }

  await Promise.all(Array.from({ length: lanes }, runLane))
  report.violations.push(...(await findBroken(service.db)))
  const after = await bystander.look()
  if (!isDeepStrictEqual(after, before))
    report.violations.push(`a bystander was touched: ${JSON.stringify(before)} became ${JSON.stringify(after)}`)
  return report
}

/** Operations are most of the interface, so they get most of the requests. */
function generate(draw: Draw, pages: PagePlace[], known: Known): Buffer {
  const kind = draw.below(100)
  if (kind < 70) return generateOperation(draw, operations, known)
  return kind < 85 ? generateCallback(draw, known) : generatePage(draw, pages, known)
}

const show = (request: Buffer): string => JSON.stringify(request.toString('latin1').slice(0, 1000))
