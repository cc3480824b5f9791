import type { ClientRequest, IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import type { Simulator } from './simulator.ts'

type Options = {
  method?: string
  headers?: Record<string, string>
  /** Each part is sent by itself. */
  body?: Uint8Array[]
  agent?: Agent
  /** The client leaves. */
  signal?: AbortSignal
}
type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** A webhook as the service would send it: over TLS, to a server it trusts. The code of the error where no answer comes. */
export async function deliver(simulator: Simulator, url: string, options: Options = {}): Promise<Answer | string> {
  const {
    method = 'POST',
    headers = {},
    body = [],
    agent = trusting(simulator.receivers.certificateAuthority),
  } = options
  const asked = request(url, { method, headers, agent, ...(options.signal && { signal: options.signal }) })
  const answer = answerOf(asked)
  for (const part of body) await new Promise((resolve) => asked.write(part, resolve))
  asked.end()
  return answer
}

/** One connection, kept open for the next request. */
export function trusting(certificateAuthority: string): Agent {
  return new Agent({ ca: certificateAuthority, keepAlive: true, maxSockets: 1 })
}

function answerOf(asked: ClientRequest): Promise<Answer | string> {
  return new Promise((resolve) => {
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asked.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }))
    })
  })
}
