import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the network does to one request. */
export const networkFaults = [
  'none',
  'cut_before_service',
  'cut_during_service',
  'cut_after_service',
  'cut_in_response',
  'delay',
  'repeat_at_once',
  'repeat_before_response',
  'repeat_later',
  'gateway_error',
] as const
export type NetworkFault = (typeof networkFaults)[number]

type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }
type Forwarded = { status: number; headers: IncomingMessage['headers']; body: Buffer }
export type FaultyProxy = {
  url: string
  counts: Record<NetworkFault, number>
  /** Resolves when no request is on its way to the service. */
  drain: () => Promise<void>
}

const maxDelayMilliseconds = 300

/** Forwards requests to the service, with the fault that `chooseFault` gives each. `stop` is called by the caller's cleanup. */
export async function startFaultyProxy(
  target: string,
  chooseFault: (request: Received) => { fault: NetworkFault; delayFraction: number },
): Promise<FaultyProxy & { stop: () => void }> {
  const agent = new Agent({ keepAlive: true })
  const counts = Object.fromEntries(networkFaults.map((fault) => [fault, 0])) as Record<NetworkFault, number>
  const forwards = new Set<Promise<unknown>>()

  function forward(received: Received): Promise<Forwarded> {
    const exchange = send(agent, target, received)
    const forwarded = exchange.catch(() => undefined).finally(() => forwards.delete(forwarded))
    forwards.add(forwarded)
    return exchange
  }

  async function serve(received: Received, response: ServerResponse): Promise<void> {
    const { fault, delayFraction } = chooseFault(received)
    const delayMilliseconds = delayFraction * maxDelayMilliseconds
    counts[fault]++
    switch (fault) {
      case 'none':
        return reply(response, await forward(received))
      case 'cut_before_service':
        return void response.socket?.destroy()
      case 'cut_during_service': {
        const forwarded = forward(received)
        response.socket?.destroy()
        return void (await forwarded)
      }
      case 'cut_after_service':
        await forward(received)
        return void response.socket?.destroy()
      case 'cut_in_response': {
        const { status, headers, body } = await forward(received)
        response.writeHead(status, headers)
        response.write(body.subarray(0, Math.floor(body.length * delayFraction)), () => response.socket?.destroy())
        return
      }
      case 'delay':
        await sleep(delayMilliseconds)
        return reply(response, await forward(received))
      case 'repeat_at_once':
        return reply(response, await Promise.race([forward(received), forward(received)]))
      case 'repeat_before_response':
        await forward(received)
        return reply(response, await forward(received))
      case 'repeat_later': {
        const later = sleep(delayMilliseconds).then(() => forward(received))
        forwards.add(later)
        void later.catch(() => undefined).finally(() => forwards.delete(later))
        return reply(response, await forward(received))
      }
      case 'gateway_error':
        await forward(received)
        return void response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>')
    }
  }

  const server = createServer((incoming, response) => {
    receive(incoming)
      .then((received) => serve(received, response))
      .catch(() => response.socket?.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async drain() {
      while (forwards.size > 0) await Promise.allSettled(forwards)
    },
    stop() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

async function receive(incoming: IncomingMessage): Promise<Received> {
  const { method = '', url: path = '', headers } = incoming
  return { method, path, headers, body: await bytesOf(incoming) }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function send(agent: Agent, target: string, { method, path, headers, body }: Received): Promise<Forwarded> {
  const outgoing = request(target, { agent, method, path, headers })
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: incoming.statusCode!, headers: incoming.headers, body: await bytesOf(incoming) }
}

function reply(response: ServerResponse, { status, headers, body }: Forwarded): void {
  response.writeHead(status, headers).end(body)
}
