import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Agent, type Dispatcher, errors } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'

/**
 * Behaviour of `undici` that `channels/http-submit.ts` and `outbound/post*.ts` rely on. The first group decides whether a text
 * may be submitted again: a wrong decision sends it twice.
 */
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

/** A server that records what arrives on each connection and runs the n-th reaction for the n-th request. */
async function startServer(reactions: ((socket: Socket) => void)[] = []) {
  const connections: string[] = []
  const remaining = [...reactions]
  const server = createServer((socket) => {
    const index = connections.push('') - 1
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      connections[index] += bytes.toString()
      if (bytes.toString().endsWith('body')) (remaining.shift() ?? ((one) => one.write(ok)))(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections }
}

const countRequests = (connections: string[]): number => connections.join('').split('POST /').length - 1

function createAgent(options: Agent.Options = {}): Agent {
  const agent = new Agent({ allowH2: false, ...options })
  onTestFinished(() => agent.destroy())
  return agent
}

/** Sends one request. `steps` lists the handler functions that were called, in order. */
function post(
  agent: Agent,
  origin: string,
  {
    headers = {},
    onStart,
  }: { headers?: Record<string, string>; onStart?: (given: Dispatcher.DispatchController) => void } = {},
): Promise<{ steps: string[]; error?: NodeJS.ErrnoException }> {
  return new Promise((resolve) => {
    const steps: string[] = []
    // An error thrown by `dispatch` rejects the promise.
    agent.dispatch(
      { origin, path: '/', method: 'POST', headers, body: 'body' },
      {
        onRequestStart: (given) => {
          steps.push('start')
          onStart?.(given)
        },
        onResponseStart: (_, status) => void steps.push(`response ${status}`),
        onResponseData: () => undefined,
        onResponseEnd: () => {
          steps.push('end')
          resolve({ steps })
        },
        onResponseError: (_, error) => {
          steps.push('error')
          resolve({ steps, error })
        },
      },
    )
  })
}

describe('onRequestStart marks when a request may have been sent', () => {
  test('it is called once, before a byte is written', async () => {
    const { origin, connections } = await startServer()
    let written = 'not called'
    const { steps } = await post(createAgent(), origin, { onStart: () => (written = connections.join('')) })
    expect({ steps, written }).toEqual({ steps: ['start', 'response 200', 'end'], written: '' })
    expect(connections).toEqual([expect.stringMatching(/^POST \/ HTTP\/1\.1\r\n[^]+\r\n\r\nbody$/)])
  })

  test('it is not called when no connection is made', async () => {
    const { steps, error } = await post(createAgent(), 'http://127.0.0.1:1')
    expect([steps, error?.code]).toEqual([['error'], 'ECONNREFUSED'])
  })

  test('a request that is aborted in it is not written', async () => {
    const { origin, connections } = await startServer()
    const agent = createAgent({ connections: 1 })
    const { steps } = await post(agent, origin, { onStart: (given) => given.abort(new Error('aborted')) })
    expect(steps).toEqual(['start', 'error'])
    // The server has received the next request, and would have received the aborted one before it.
    await post(agent, origin)
    expect(countRequests(connections)).toBe(1)
  })

  test('a request on a connection that breaks is written once and not retried', async () => {
    const { origin, connections } = await startServer([(one) => one.write(ok), (one) => one.resetAndDestroy()])
    const agent = createAgent({ connections: 1 })
    expect((await post(agent, origin)).steps).toEqual(['start', 'response 200', 'end'])
    const { steps, error } = await post(agent, origin)
    expect([steps, typeof error?.code]).toEqual([['start', 'error'], 'string'])
    // A retry would have been sent before the next request.
    await post(agent, origin)
    expect(countRequests(connections)).toBe(3)
  })
})

describe('errors are recognized', () => {
  test('a request with an invalid header is UND_ERR_INVALID_ARG', async () => {
    const { origin } = await startServer()
    const { steps, error } = await post(createAgent(), origin, { headers: { name: 'a\r\nb' } })
    expect([steps, error?.code]).toEqual([['error'], 'UND_ERR_INVALID_ARG'])
  })

  test('one origin more than maxOrigins is MaxOriginsReachedError', async () => {
    const [first, second] = [await startServer(), await startServer()]
    const agent = createAgent({ maxOrigins: 1 })
    await post(agent, first.origin)
    const outcome = await post(agent, second.origin).catch((error: unknown) => ({ error }))
    expect(outcome.error).toBeInstanceOf(errors.MaxOriginsReachedError)
    expect(second.connections).toEqual([])
  })
})

test('onResponseStart is called for an informational response before the final one', async () => {
  const { origin } = await startServer([(one) => one.write(`HTTP/1.1 103 Early Hints\r\n\r\n${ok}`)])
  expect((await post(createAgent(), origin)).steps).toEqual(['start', 'response 103', 'response 200', 'end'])
})
