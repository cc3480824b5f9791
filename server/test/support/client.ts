import { request } from 'node:http'
import { parseId } from '../../src/ids.ts'
import { checkDescribed } from './described-responses.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read any field of a response
type Json = any
export type ApiResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: Json
}
type Options = { key?: string; body?: unknown; raw?: string | Buffer; headers?: Record<string, string> }
export type Client = {
  call: (method: string, path: string, options?: Options) => Promise<ApiResponse>
  operator: (method: string, path: string, body?: unknown) => Promise<ApiResponse>
  business: (settings?: Record<string, unknown>) => Promise<Shop>
  /** A live business and its test side. */
  sides: (settings?: Record<string, unknown>) => Promise<{ live: Shop; test: Shop }>
}
/** A business and its dashboard key. `id` is the public id, `businessId` the id in the database. */
export type Shop = { id: string; businessId: string; shard: string; key: string; call: Client['call'] }

export function createClient(url: string, operatorToken: string): Client {
  const call: Client['call'] = async (method, path, options = {}) => {
    const response = await send(url, method, path, options)
    checkDescribed(method, path, response)
    return response
  }
  const operator: Client['operator'] = (method, path, body) =>
    call(method, `/operator/v1${path}`, { key: operatorToken, ...(body === undefined ? {} : { body }) })
  const shopOf = (id: string, key: string): Shop => ({
    id,
    businessId: parseId('biz', id)!,
    shard: shardOfKey(key),
    key,
    call: (method, path, options) => call(method, path, { key, ...options }),
  })
  const create = async (settings: Record<string, unknown>): Promise<Json> =>
    (await operator('POST', '/businesses', { name: 'Shop', ...settings })).json
  return {
    call,
    operator,
    async business(settings = {}) {
      const { id, api_key: key } = await create(settings)
      return shopOf(id, key)
    },
    async sides(settings = {}) {
      const { id, api_key: key, test_business_id: testId, test_api_key: testKey } = await create(settings)
      return { live: shopOf(id, key), test: shopOf(testId, testKey) }
    },
  }
}

/** A key has its shard at a fixed position (0010). */
export const shardOfKey = (key: string): string => key.slice('td_live_'.length, 'td_live_'.length + 2)

const maxAttempts = 10

/**
 * Repeats a request that is 503, as the contract asks of a client (7). Tests with many concurrent requests use it, because on a
 * busy machine some of them wait for a lock longer than the service allows.
 */
export async function retryUnavailable<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const response = await call()
    if (response.status !== 503 || attempt === maxAttempts) return response
  }
}

/** A client or shop that repeats each of its requests that is 503. */
export const patient = <T extends { call: Client['call'] }>(caller: T): T => ({
  ...caller,
  call: (method, path, options) => retryUnavailable(() => caller.call(method, path, options)),
})

/** Uses node:http, because fetch refuses to send some malformed requests that the tests need. */
function send(url: string, method: string, path: string, { key, body, raw, headers }: Options): Promise<ApiResponse> {
  const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const allHeaders = {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(bytes === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(bytes)) }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, path, headers: allHeaders }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = text !== '' && /json/.test(response.headers['content-type'] ?? '')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson ? JSON.parse(text) : undefined,
        })
      })
    })
    outgoing.once('error', reject)
    outgoing.end(bytes)
  })
}
