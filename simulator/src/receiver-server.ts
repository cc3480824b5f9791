import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { createCredentials } from './certificate.ts'
import { listen } from './listen.ts'
import type { ReceiverBehaviour, Receivers } from './receivers.ts'
import { openSockets } from './sockets.ts'

/** The receivers' address, and the authority (PEM) that a client must trust. */
export type ReceiverAddress = { host: '127.0.0.1'; port: number; certificateAuthority: string }
type ReceiverServer = { url: string; address: ReceiverAddress; stop: () => Promise<void> }

/** One HTTPS server for all receivers, on a free port of the loopback interface. A receiver's path is its id. */
export async function startReceivers(receivers: Receivers): Promise<ReceiverServer> {
  const { certificateAuthority, certificate, privateKey } = await createCredentials(new Date())
  const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    // `end` does not fire when a client disconnects during the request, so nothing is delivered then.
    request.on('end', () => receive(receivers, request, body, response))
  })
  const sockets = openSockets(server)
  const port = await listen(server, 0)

  return {
    url: `https://127.0.0.1:${port}`,
    address: { host: '127.0.0.1', port, certificateAuthority },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // `close` waits for open connections, and does not track those before the TLS handshake.
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const statuses: Record<ReceiverBehaviour, number | null> = { ok: 204, fail: 500, hang: null, redirect: 302, gone: 410 }

function receive(receivers: Receivers, request: IncomingMessage, body: string, response: ServerResponse): void {
  const { id, redirected } = targetOf(request.url!)
  const receiver = receivers.find(id)
  if (receiver === undefined) return sendStatus(response, 404)
  // A client that follows a redirect sends GET. It is recorded, so that a test can detect it.
  if (request.method !== 'POST' && !redirected) return sendStatus(response.setHeader('allow', 'POST'), 405)

  const status = redirected ? 204 : statuses[receiver.behaviour]
  receivers.record(receiver, { headers: request.headers, body, at: new Date().toISOString(), answered: status })
  if (status === null) return receivers.hang(response)
  if (status === 302) response.setHeader('location', `/${id}/redirected`)
  sendStatus(response, status)
}

/** The query is part of the merchant's URL and is ignored. */
function targetOf(url: string): { id: string; redirected: boolean } {
  const [path = ''] = url.split('?', 1)
  const redirected = path.endsWith('/redirected')
  return { id: path.slice(1, redirected ? -'/redirected'.length : undefined), redirected }
}

function sendStatus(response: ServerResponse, status: number): void {
  response.statusCode = status
  response.end()
}
