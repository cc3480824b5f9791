import { once } from 'node:events'
import { Agent, createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll } from 'vitest'
import type { Page } from '../../src/http/pages.ts'
import { createRouter } from '../../src/http/routes.ts'
import type { Operation } from '../../src/operation.ts'
import { forward } from '../harness/reverse-proxy.ts'
import { shardOfKey } from './client.ts'

export type Route = Pick<Page, 'name' | 'method' | 'path'> & { rule: RoutingRule }
/** The key, a rule of a page, or none because the operator calls one installation. */
type RoutingRule = Page['routing'] | 'key'

const ruleOf = { key: 'key', operator: 'none' } as const
export const routesOf = (operations: Operation[], pages: Page[]): Route[] => [
  ...operations.map(({ name, method, path, access }) => ({ name, method, path, rule: ruleOf[access] })),
  ...pages.map(({ routing: rule, ...route }) => ({ ...route, rule })),
]

/** The shard of a request by its rule: the body is not read, no key is known and no database is queried. */
const readShard: Record<RoutingRule, (url: URL, headers: IncomingHttpHeaders) => string | undefined> = {
  key: (_, { authorization = '' }) =>
    /^Bearer td_(live|test)_/.test(authorization) ? shardOfKey(authorization.slice('Bearer '.length)) : undefined,
  path: ({ pathname }) => pathname.split('/')[2]?.slice(0, 2),
  query: ({ searchParams }) => searchParams.get('shard') ?? undefined,
  none: () => undefined,
}

export type RoutedRequest = { name: string; rule: RoutingRule; shard: string | undefined }
/** A router in front of several cells. It listens before it knows them, because they are started with its address. */
export async function startCellRouter() {
  const agent = new Agent({ keepAlive: true })
  const requests: RoutedRequest[] = []
  let match = createRouter<Route>([])
  let cellOf: (shard: string | undefined) => string
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url!, 'http://router')
    const matched = match(incoming.method!, url.pathname)
    if (!('route' in matched)) {
      response.writeHead(404).end()
      return
    }
    const { name, rule } = matched.route
    const shard = readShard[rule](url, incoming.headers)
    requests.push({ name, rule, shard })
    forward(agent, cellOf(shard), incoming, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** `cellUrl` gets undefined for a request without a shard, which any cell can serve. */
    start(routes: Route[], cellUrl: (shard: string | undefined) => string) {
      match = createRouter(routes)
      cellOf = cellUrl
    },
  }
}
