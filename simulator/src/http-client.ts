import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

type Question = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body: string | null
  agent: Agent
}
export type Reply = { status: number; headers: IncomingHttpHeaders; body: string }

/** One HTTP request. It fails where no whole answer comes. `fetch` takes four times the processor time for the same. */
export function ask({ method, url, headers, body, agent }: Question): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
    const asked = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }))
      response.on('error', reject)
    })
    asked.on('timeout', () => asked.destroy(new Error('No answer in time')))
    asked.on('error', reject)
    asked.end(body ?? undefined)
  })
}
