/** For the tests of submissions over HTTP: a provider on a plain socket, which can break the protocol on purpose. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createHttpSubmit } from './http-submit.ts'

/** What the provider does once it has received the whole request. `text` is written unchanged. */
export type Reaction = { text: string; ending?: 'close' | 'reset' } | 'close' | 'reset' | 'no_response'

/**
 * Short only where the provider leaves the request without a response, so that a slow machine does not cause a timeout
 * elsewhere.
 */
export const timeoutsFor = (reaction: Reaction) => ({
  connectMilliseconds: 5_000,
  totalMilliseconds: reaction === 'no_response' ? 1_000 : 30_000,
})

export const respondWith = (status: number, body: string): Reaction => ({
  text: `HTTP/1.1 ${status} Status\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
})

type TestProvider = {
  url: string
  /** Unparsed. */
  requests: { head: string; body: string }[]
  connections: () => number
  stop: () => void
}

/** Each request gets the next reaction; the last one is repeated. */
export async function startTestProvider(...reactions: [Reaction, ...Reaction[]]): Promise<TestProvider> {
  const requests: TestProvider['requests'] = []
  const sockets: Socket[] = []

  const server = createServer((socket) => {
    let pending = ''
    sockets.push(socket)
    // In some tests the client closes the connection.
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

/** Starts a provider server and an HTTP client. Both are closed when the test ends. */
export async function startProviderServer(reaction: Reaction) {
  const server = await startTestProvider(reaction)
  const http = createHttpSubmit({ connections: 1, timeouts: timeoutsFor(reaction) })
  onTestFinished(async () => {
    server.stop()
    await http.close()
  })
  return { server, http }
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
