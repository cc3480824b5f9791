import { request } from 'node:http'
import { parseId } from '../../src/ids.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into an answer as deep as it likes
type Json = any
export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: Json
}
type Options = { key?: string; body?: unknown; raw?: string | Buffer; headers?: Record<string, string> }
export type Client = {
  call: (method: string, path: string, options?: Options) => Promise<Answer>
  operator: (method: string, path: string, body?: unknown) => Promise<Answer>
  business: (settings?: Record<string, unknown>) => Promise<Shop>
}
/** A business and its dashboard key. `id` is the public id, `businessId` what the tables have. */
export type Shop = { id: string; businessId: string; key: string; call: Client['call'] }

export function createClient(url: string, operatorToken: string): Client {
  const call: Client['call'] = (method, path, options = {}) => send(url, method, path, options)
  const operator: Client['operator'] = (method, path, body) =>
    call(method, `/operator/v1${path}`, { key: operatorToken, ...(body === undefined ? {} : { body }) })
  return {
    call,
    operator,
    async business(settings = {}) {
      const { json } = await operator('POST', '/businesses', { name: 'Shop', ...settings })
      return {
        id: json.id,
        businessId: parseId('biz', json.id)!,
        key: json.api_key,
        call: (method, path, options) => call(method, path, { key: json.api_key, ...options }),
      }
    },
  }
}

/** Node's own client, because fetch refuses to send some of what a server must withstand. */
function send(url: string, method: string, path: string, { key, body, raw, headers }: Options): Promise<Answer> {
  const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const sent = {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(bytes === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(bytes)) }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, path, headers: sent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('error', reject)
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = text !== '' && /json/.test(answer.headers['content-type'] ?? '')
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          json: isJson ? JSON.parse(text) : undefined,
        })
      })
    })
    asked.once('error', reject)
    asked.end(bytes)
  })
}
