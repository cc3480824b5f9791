/** For the tests of what is submitted over HTTP: a provider on a bare socket, for what no HTTP server does on purpose. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What the provider does when a request is there as a whole. `text` is written as it stands. */
export type Reaction = { text: string; ending?: 'close' | 'reset' } | 'close' | 'reset' | 'silence'

export const answering = (status: number, body: string): Reaction => ({
  text: `HTTP/1.1 ${status} Said\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
})

type TestProvider = {
  url: string
  /** Head and body of each request, as they came. */
  requests: { head: string; body: string }[]
  connections: () => number
  stop: () => void
}

/** The reactions are given in turn; the last one from then on. */
export async function startTestProvider(...reactions: [Reaction, ...Reaction[]]): Promise<TestProvider> {
  const requests: TestProvider['requests'] = []
  const sockets: Socket[] = []

  const server = createServer((socket) => {
    let pending = ''
    sockets.push(socket)
    // A client that cuts the connection is what some tests are about.
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      pending += chunk.toString()
      const request = wholeRequest(pending)
      if (request === null) return
      pending = ''
      react(socket, reactions[Math.min(requests.length, reactions.length - 1)]!)
      requests.push(request)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => sockets.length,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function wholeRequest(text: string): { head: string; body: string } | null {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [head, body] = [text.slice(0, end), text.slice(end + 4)]
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
  return Buffer.byteLength(body) < length ? null : { head, body }
}

function react(socket: Socket, reaction: Reaction): void {
  if (typeof reaction === 'object') {
    socket.write(reaction.text, () => reaction.ending && react(socket, reaction.ending))
  } else if (reaction === 'reset') socket.resetAndDestroy()
  else if (reaction === 'close') socket.end()
}
