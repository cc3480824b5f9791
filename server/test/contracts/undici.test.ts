import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, type Dispatcher, errors } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'

/**
 * What `channels/http-submit.ts` and `outbound/post*.ts` rely on in `undici`. The first group decides whether a text may be sent
 * again, so it must hold exactly.
 */
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

/** A server that records what arrives on each connection and answers the n-th request with the n-th reaction. */
async function startServer(reactions: ((socket: Socket) => void)[] = []) {
  const connections: string[] = []
  const left = [...reactions]
  const server = createServer((socket) => {
    const index = connections.push('') - 1
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      connections[index] += bytes.toString()
      if (bytes.toString().endsWith('body')) (left.shift() ?? ((one) => one.write(ok)))(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections }
}

function createAgent(options: Agent.Options = {}): Agent {
  const agent = new Agent({ allowH2: false, ...options })
  onTestFinished(() => agent.destroy())
  return agent
}

/** One request; `steps` is which functions of the handler were called, in their order. */
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
    // What `dispatch` throws rejects.
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

describe('when a request begins is known', () => {
  test('the start comes before a byte is written, and once', async () => {
    const { origin, connections } = await startServer()
    let written = 'not asked'
    const { steps } = await post(createAgent(), origin, { onStart: () => (written = connections.join('')) })
    expect({ steps, written }).toEqual({ steps: ['start', 'response 200', 'end'], written: '' })
    expect(connections).toEqual([expect.stringMatching(/^POST \/ HTTP\/1\.1\r\n[^]+\r\n\r\nbody$/)])
  })

  test('it does not come where no connection is made', async () => {
    const { steps, error } = await post(createAgent(), 'http://127.0.0.1:1')
    expect([steps, error?.code]).toEqual([['error'], 'ECONNREFUSED'])
  })

  test('a request that is stopped at its start is not written', async () => {
    const { origin, connections } = await startServer()
    const { steps } = await post(createAgent(), origin, { onStart: (given) => given.abort(new Error('stopped')) })
    await sleep(100)
    expect([steps, connections.join('')]).toEqual([['start', 'error'], ''])
  })

  test('a request on a connection that breaks is written once and not tried again', async () => {
    const { origin, connections } = await startServer([(one) => one.write(ok), (one) => one.resetAndDestroy()])
    const agent = createAgent({ connections: 1 })
    expect((await post(agent, origin)).steps).toEqual(['start', 'response 200', 'end'])
    const { steps, error } = await post(agent, origin)
    await sleep(100)
    expect([steps, typeof error?.code]).toEqual([['start', 'error'], 'string'])
    expect(connections.join('').split('POST /').length - 1).toBe(2)
  })
})

describe('errors are recognized', () => {
  test('a request that cannot be written is UND_ERR_INVALID_ARG', async () => {
    const { origin } = await startServer()
    const { steps, error } = await post(createAgent(), origin, { headers: { name: 'a\r\nb' } })
    expect([steps, error?.code]).toEqual([['error'], 'UND_ERR_INVALID_ARG'])
  })

  test('one more receiver than connections are kept for is MaxOriginsReachedError', async () => {
    const [first, second] = [await startServer(), await startServer()]
    const agent = createAgent({ maxOrigins: 1 })
    await post(agent, first.origin)
    const outcome = await post(agent, second.origin).catch((error: unknown) => ({ error }))
    expect(outcome.error).toBeInstanceOf(errors.MaxOriginsReachedError)
    expect(second.connections).toEqual([])
  })
})

test('an informational response comes before the response, through the same function', async () => {
  const { origin } = await startServer([(one) => one.write(`HTTP/1.1 103 Early Hints\r\n\r\n${ok}`)])
  expect((await post(createAgent(), origin)).steps).toEqual(['start', 'response 103', 'response 200', 'end'])
})
