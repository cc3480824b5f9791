import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { createCredentials } from './certificate.ts'
import { listen } from './listen.ts'
import type { Receiver, ReceiverBehaviour, Receivers } from './receivers.ts'
import { openSockets } from './sockets.ts'

/** Where the receivers are, and the authority (PEM) that a client has to trust to reach them. */
export type ReceiverAddress = { host: '127.0.0.1'; port: number; certificateAuthority: string }

/** One HTTPS server for all receivers, on a free port of the loopback interface. A receiver's path is its id. */
export async function startReceivers(
  receivers: Receivers,
): Promise<{ address: ReceiverAddress; stop: () => Promise<void> }> {
  const { certificateAuthority, certificate, privateKey } = createCredentials(new Date())
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

  return {
    address: { host: '127.0.0.1', port: await listen(server, 0), certificateAuthority },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // The server would wait for its clients, and would not even know those that have not shaken hands yet.
        for (const socket of sockets) socket.destroy()
      }),
  }
}

type Reply = { status: number; location?: string }

function receive(receivers: Receivers, request: IncomingMessage, body: string, response: ServerResponse): void {
  const { id, redirected } = targetOf(request.url!)
  const receiver = receivers.find(id)
  if (receiver === undefined) return send(response, { status: 404 })
  // Whoever follows a redirect comes with GET. It is recorded too, or nobody could tell that it was followed.
  if (request.method !== 'POST' && !redirected) return send(response, { status: 405 })

  const reply = redirected ? { status: 204 } : replyOf(receiver)
  const answered = reply?.status ?? null
  receivers.record(receiver, { headers: request.headers, body, at: new Date().toISOString(), answered })
  if (reply === null) receivers.hang(response)
  else send(response, reply)
}
