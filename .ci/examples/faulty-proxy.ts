import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `lose_response`: the service gets the request, and the connection closes instead of a response. `hang`: no response. */
type Fault = 'lose_response' | 'hang' | { status: number; retryAfterSeconds?: number } | null
export type FaultyProxy = {
  url: string
  /** The faults of the next requests, one each. Further requests pass. */
  plan: (faults: Fault[]) => void
  /** The idempotency keys of the requests so far. */
  keys: () => string[]
  stop: () => void
}

/** A proxy between an example and the service that fails as networks do. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let planned: Fault[] = []
  let keys: string[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    keys.push(String(request.headers['idempotency-key']))
    const body = Buffer.concat(await request.toArray())
    const fault = planned.shift() ?? null
    if (fault === 'hang') return
    if (fault !== null && fault !== 'lose_response') {
      if (fault.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(fault.retryAfterSeconds))
      response.writeHead(fault.status).end()
      return
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const result = await fetch(`${target}${request.url}`, {
      method: request.method!,
      headers: headers as Record<string, string>,
      body,
    })
    const text = await result.text()
    if (fault === 'lose_response') request.socket.destroy()
    else response.writeHead(result.status, { 'Content-Type': 'application/json' }).end(text)
  }
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan(faults) {
      planned = [...faults]
      keys = []
    },
    keys: () => keys,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
