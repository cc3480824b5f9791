import type { ClientRequest, IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import type { Simulator } from './simulator.ts'

type Options = {
  method?: string
  headers?: Record<string, string>
  /** Each part is written separately. */
  body?: Uint8Array[]
  agent?: Agent
  /** Aborting disconnects the client. */
  signal?: AbortSignal
}
type WebhookResponse = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends a webhook as the service does, over TLS. Returns the error code when there is no response. */
export async function deliver(
  simulator: Simulator,
  url: string,
  options: Options = {},
): Promise<WebhookResponse | string> {
  const {
    method = 'POST',
    headers = {},
    body = [],
    agent = trusting(simulator.receivers.certificateAuthority),
  } = options
  const outgoing = request(url, { method, headers, agent, ...(options.signal && { signal: options.signal }) })
  const response = readResponse(outgoing)
  for (const part of body) await new Promise((resolve) => outgoing.write(part, resolve))
  outgoing.end()
  return response
}

/** An agent with one keep-alive connection. */
export function trusting(certificateAuthority: string): Agent {
  return new Agent({ ca: certificateAuthority, keepAlive: true, maxSockets: 1 })
}

function readResponse(outgoing: ClientRequest): Promise<WebhookResponse | string> {
  return new Promise((resolve) => {
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    outgoing.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }))
    })
  })
}
