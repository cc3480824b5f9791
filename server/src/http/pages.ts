import type { IncomingHttpHeaders } from 'node:http'
import type { Database } from '../db/database.ts'
import { findPauseReason } from '../installation/sql.ts'
import { writeMetrics } from '../metrics.ts'
import type { Method } from '../operation.ts'
import type { HeapWatch } from './heap-watch.ts'
import { type HttpResponse, json, page, unavailable } from './response.ts'

/** A request to a page: parameters as they were sent, and the raw body, because signatures cover bytes. */
export type PageRequest = {
  params: Record<string, string>
  /** As it was sent, without the question mark. */
  query: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Only of a form that sends one. Empty: none was chosen. */
  file?: Buffer
  /** The client's address; null when it is not known. */
  address: string | null
  requestId: string
}
/**
 * Where a router in front of several cells finds the shard of a request to a page, without reading its body: at the beginning
 * of the second segment of the path, or in the query parameter `shard`. `none`: the page contains no data of a business, so
 * every cell can serve it. An operation with an API key has the shard in the key (0034).
 */
export type Routing = 'path' | 'query' | 'none'
/** A route without an API key. A page that needs authentication does it itself. */
export type Page = {
  name: string
  method: Method
  path: string
  routing: Routing
  /** Absent: a body is not read. */
  bodyLimitBytes?: number
  /** Health checks are cheap, and supervisors depend on them, so they do not count in the request limit of an address. */
  isHealth?: true
  serve: (request: PageRequest) => HttpResponse | Promise<HttpResponse>
}

export const get = (name: string, path: string, routing: Routing, serve: Page['serve']): Page => ({
  name,
  method: 'GET',
  path,
  routing,
  serve,
})
export const post = (...route: Parameters<typeof get>): Page => ({ ...get(...route), method: 'POST' })

const prometheusText = 'text/plain; version=0.0.4; charset=utf-8'

/** Served by every process. */
export function healthPages(db: Database, isStopping: () => boolean, heap: Pick<HeapWatch, 'isNearlyFull'>): Page[] {
  const health = (name: string, serve: Page['serve']): Page => ({
    ...get(name, `/${name}`, 'none', serve),
    isHealth: true,
  })
  return [
    health('livez', () => liveness(heap.isNearlyFull())),
    health('readyz', () => readiness(db, isStopping())),
    health('metrics', async () => page(prometheusText, await writeMetrics(db))),
  ]
}

/** Live means that a restart of this process would not help. A stalled process is detected because it does not respond. */
function liveness(isMemoryShort: boolean): HttpResponse {
  if (!isMemoryShort) return page(json, '{"status":"ok"}')
  return { ...unavailable(), body: '{"status":"failing","reason":"memory"}' }
}

/** Ready means that this process can serve requests now, even while sending is paused. */
async function readiness(db: Database, stopping: boolean): Promise<HttpResponse> {
  if (stopping) return unavailable()
  try {
    const installation = await db.one(findPauseReason)
    const sending = installation?.pause_reason == null ? 'on' : 'paused'
    return page(json, JSON.stringify({ status: 'ok', sending }))
  } catch {
    return unavailable()
  }
}
