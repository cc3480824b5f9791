import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Failure = { times: number; status: 503 | null; success: object }
/**
 * How often a path fails before it succeeds. Some runtimes send a request again by themselves after a connection was cut, so two
 * cuts are one or two attempts of the client. One cut shows whether a runtime repeats what the client must not repeat.
 */
const failures: Record<string, Failure> = {
  '/api/v1/messages': { times: 1, status: 503, success: { id: 'msg_after_503' } },
  '/api/v1/messages/cut/retract': { times: 2, status: null, success: { retracted: true } },
  '/api/v1/keys': { times: 1, status: null, success: {} },
  '/api/v1/webhook-endpoints/cut/rotate-secret': { times: 1, status: null, success: {} },
}

/** Never responds to any other path. `reset` begins again with the failures. */
export async function startFaultyService(): Promise<{ url: string; reset: () => void; stop: () => void }> {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const failure = failures[request.url ?? '']
      if (failure === undefined) return
      const count = (counts.get(request.url!) ?? 0) + 1
      counts.set(request.url!, count)
      const reply = (status: number, body: object): void =>
        void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      if (count > failure.times) reply(201, failure.success)
      else if (failure.status !== null) reply(failure.status, { error_code: 'common.unavailable' })
      else request.socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset: () => counts.clear(),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
