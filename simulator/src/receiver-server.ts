import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { createCredentials } from './certificate.ts'
import { listen } from './listen.ts'
import type { ReceiverBehaviour, Receivers } from './receivers.ts'
import { openSockets } from './sockets.ts'

/** Where the receivers are, and the authority (PEM) that a client has to trust to reach them. */
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
    // There is no end where a client leaves in the middle of a request: it has delivered nothing.
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
        // The server would wait for its clients, and would not even know those that have not shaken hands yet.
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const statuses: Record<ReceiverBehaviour, number | null> = { ok: 204, fail: 500, hang: null, redirect: 302, gone: 410 }

function receive(receivers: Receivers, request: IncomingMessage, body: string, response: ServerResponse): void {
  const { id, redirected } = targetOf(request.url!)
  const receiver = receivers.find(id)
  if (receiver === undefined) return answer(response, 404)
  // Whoever follows a redirect comes with GET. That counts as well, or a test could not see that it was followed.
  if (request.method !== 'POST' && !redirected) return answer(response.setHeader('allow', 'POST'), 405)

  const answered = redirected ? 204 : statuses[receiver.behaviour]
  receivers.record(receiver, { headers: request.headers, body, at: new Date().toISOString(), answered })
  if (answered === null) return receivers.hang(response)
  if (answered === 302) response.setHeader('location', `/${id}/redirected`)
  answer(response, answered)
}

/** A query belongs to the merchant and changes nothing. */
function targetOf(url: string): { id: string; redirected: boolean } {
  const [path = ''] = url.split('?', 1)
  const redirected = path.endsWith('/redirected')
  return { id: path.slice(1, redirected ? -'/redirected'.length : undefined), redirected }
}

function answer(response: ServerResponse, status: number): void {
  response.statusCode = status
  response.end()
}
