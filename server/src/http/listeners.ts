import type { Server } from 'node:http'
import type { Operation } from '../operation.ts'
import { maxAdminConnections, maxConnections } from './limits.ts'
import { listen } from './listen.ts'
import type { Page } from './pages.ts'
import type { HttpResponse } from './response.ts'
import { createEdge, type EdgeSettings } from './server.ts'

type Address = { host: string; port: number }
export type Listener = {
  url: string
  /** Accepts no more connections. The open ones are ended after this time. */
  close: (milliseconds: number) => Promise<void>
}
type ListenerSettings = Address & { admin: Address | null; proxies: number | null }
type Shared = Omit<EdgeSettings, keyof Served | 'maxConnections' | 'proxies'>
type Served = Pick<EdgeSettings, 'operations' | 'pages' | 'showMissing'>

/**
 * Serves everything on the public port, or health and the operator interface on the admin port and the rest on the public port
 * (0065). Each port has limits of its own: an attack on the public port stops neither health nor metrics.
 */
export async function startListeners(
  { host, port, admin, proxies }: ListenerSettings,
  shared: Shared,
  served: Served,
): Promise<{ publicListener: Listener | null; adminListener: Listener | null }> {
  const startPublic = (part: Served): Promise<Listener> =>
    start(createEdge({ ...shared, ...part, proxies, maxConnections }), { host, port })
  if (admin === null) return { publicListener: await startPublic(served), adminListener: null }

  const rest = partOf(served, (route) => !isAdministrative(route))
  const hasRest = rest.operations.length + rest.pages.length > 0
  // Before the admin port, so that /readyz does not respond before requests can be served.
  const publicListener = hasRest ? await startPublic(rest) : null
  const edge = createEdge({
    ...shared,
    ...partOf(served, isAdministrative),
    showMissing: (_, refused: HttpResponse) => refused,
    // The proxies of the public port are not in front of this one.
    proxies: null,
    maxConnections: maxAdminConnections,
  })
  return { publicListener, adminListener: await start(edge, admin) }
}

type Route = { path: string; isHealth?: true }
const isAdministrative = ({ path, isHealth }: Route): boolean => isHealth === true || path.startsWith('/operator/v1/')

const partOf = (served: Served, isPart: (route: Route) => boolean): Served => ({
  ...served,
  operations: served.operations.filter(({ path }: Operation) => isPart({ path })),
  pages: served.pages.filter((page: Page) => isPart(page)),
})

async function start(edge: Server, { host, port }: Address): Promise<Listener> {
  const listening = await listen(edge, port, host)
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${listening.port}`,
    async close(milliseconds) {
      const hard = setTimeout(() => edge.closeAllConnections(), milliseconds)
      await listening.close()
      clearTimeout(hard)
    },
  }
}
