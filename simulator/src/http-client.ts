import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

type HttpRequest = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body: string | null
  agent: Agent
}
export type HttpResponse = { status: number; headers: IncomingHttpHeaders; body: string }

/** Rejects when no complete response arrives. Not `fetch`, which takes four times the processor time. */
export function sendRequest({ method, url, headers, body, agent }: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
    const outgoing = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }))
      response.on('error', reject)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('The response timed out')))
    outgoing.on('error', reject)
    outgoing.end(body ?? undefined)
  })
}
