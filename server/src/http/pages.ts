import type { IncomingHttpHeaders } from 'node:http'
import type { Database } from '../db/database.ts'
import { isErrorCode } from '../errors.ts'
import { findHold } from '../installation/sql.ts'
import { writeMetrics } from '../metrics.ts'
import type { Method, Operation } from '../operation.ts'
import type { HeapWatch } from './heap-watch.ts'
import { describeInterface } from './openapi.ts'
import { contentSecurityPolicy, renderError, renderReference } from './reference-page.ts'
import { html, json, page, type Reply, refusal, unavailable } from './reply.ts'

/** What reaches a page of a request: parameters as they were sent, and raw bytes, because a signature is over bytes. */
export type Visit = {
  params: Record<string, string>
  /** As it was sent, without its question mark. */
  query: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** The caller's; null when it is not known. */
  address: string | null
}
/** What anyone may ask for without a key. Who may, and whether the caller is who they say, is the page's own affair. */
export type Page = {
  name: string
  method: Method
  path: string
  /** Absent: a body is left unread. */
  bodyLimitBytes?: number
  /** Cheap, and asked by those who decide whether this process lives: not counted among the requests of its address. */
  isHealth?: true
  serve: (visit: Visit) => Reply | Promise<Reply>
}

export const get = (name: string, path: string, serve: Page['serve']): Page => ({ name, method: 'GET', path, serve })
export const post = (...[name, path, serve]: Parameters<typeof get>): Page => ({ name, method: 'POST', path, serve })

const prometheusText = 'text/plain; version=0.0.4; charset=utf-8'

/** Every process tells how it is. */
export function healthPages(db: Database, isStopping: () => boolean, heap: Pick<HeapWatch, 'isNearlyFull'>): Page[] {
  const health = (name: string, serve: Page['serve']): Page => ({ ...get(name, `/${name}`, serve), isHealth: true })
  return [
    health('livez', () => liveness(heap.isNearlyFull())),
    health('readyz', () => readiness(db, isStopping())),
    health('metrics', async () => page(prometheusText, await writeMetrics(db))),
  ]
}

/** The description of the interface, for programs and for people. */
export function interfacePages(operations: Operation[]): Page[] {
  const description = describeInterface(operations)
  const [text, reference] = [JSON.stringify(description), renderReference(description)]
  const policy = { 'Content-Security-Policy': contentSecurityPolicy }
  return [
    get('openapi', '/api/v1/openapi.json', () => page(json, text)),
    get('docs', '/docs', () => page(html, reference, policy)),
    get('errorHelp', '/docs/errors/{code}', ({ params: { code = '' } }) =>
      isErrorCode(code) ? page(html, renderError(code), policy) : refusal('common.not_found'),
    ),
  ]
}

/** Live means: starting this process again would not help. A process that stalls cannot answer, and is seen by that. */
function liveness(isMemoryShort: boolean): Reply {
  if (!isMemoryShort) return page(json, '{"status":"ok"}')
  return { ...unavailable(), body: '{"status":"failing","reason":"memory"}' }
}

/** Ready means: a request sent here now would be served. That nothing is sent out until the operator says so does not change that. */
async function readiness(db: Database, stopping: boolean): Promise<Reply> {
  if (stopping) return unavailable()
  try {
    const installation = await db.one(findHold)
    const sending = installation?.held_because == null ? 'on' : 'held'
    return page(json, JSON.stringify({ status: 'ok', sending }))
  } catch {
    return unavailable()
  }
}
